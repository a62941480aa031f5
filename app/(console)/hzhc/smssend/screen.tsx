'use client'
import { useMemo, useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { orderPeekOf } from '@/components/order/order-peek'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type SmsRow, sms } from '@/lib/domains/sms/contract'
import { resendPermit, smsKinds, smsStates } from '@/lib/domains/sms/rules/sms'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

// Parts that open on a click are loaded with it.
const SendDialog = lazyPart(() => import('./_parts/send-dialog'), ['forms'])

const messages = defineList({
  name: 'sms',
  endpoint: sms.list,
  words: 'sms',
  title: 'routes.contractSms',
  search: 'sms.search',
  filters: [
    { kind: 'select', name: 'state', options: codeOptions('sms.states', smsStates) },
    { kind: 'select', name: 'kind', options: codeOptions('sms.kinds', smsKinds) },
    { kind: 'dates', label: 'sms.createdAt', from: 'sentFrom', to: 'sentTo' },
  ],
  columns: [
    { key: 'customerName', label: 'columns.customerName', width: 104, card: true },
    { key: 'kind', width: 104, card: true, cell: ({ kind }) => <Word of={`sms.kinds.${kind}`} /> },
    { key: 'state', width: 96, card: true, cell: (row) => <State row={row} /> },
    { key: 'failReason', width: 152, card: true },
    { key: 'name', width: 136, cell: (row) => <Recipient row={row} /> },
    { key: 'mobile', kind: 'code', width: 120 },
    { key: 'createdAt', kind: 'dateTime', width: 136, sort: true },
    { key: 'text', width: 280 },
    { key: 'senderName', width: 88 },
    { key: 'contractNo', kind: 'code', width: 184 },
    { key: 'orderNo', label: 'columns.orderNo', kind: 'code', width: 168, hidden: true },
    { key: 'smsNo', kind: 'code', width: 168, hidden: true },
    { key: 'segments', kind: 'number', width: 88, hidden: true },
  ],
  sort: 'createdAt:desc',
  watch: ({ state }) => state === 'waiting',
  open: ({ orderId }) => href('entryDetails', { orderId }),
  peek: orderPeekOf(({ orderId }: SmsRow) => orderId),
  exportFile: (filter, columns) => fileCall(sms.exportList, { ...filter, columns }),
  empty: { title: 'sms.empty', hint: 'sms.emptyHint' },
})

const resend = verb(sms.resend, {
  label: 'sms.resend',
  permit: (row: SmsRow) => resendPermit(row),
  name: ({ smsNo, name }: SmsRow) => `${name} ${smsNo}`,
  words: ({ name, mobile }: SmsRow) => ({ name, mobile }),
  ask: 'sms.resendTitle',
  note: 'sms.resendNote',
  input: ({ id }) => ({ id }),
  many: 'sms.resendMany',
  done: 'sms.resentDone',
})

/** 合同短信: what was sent to the people of an order, whether it arrived, and the sending of more. */
export function ContractSmsScreen() {
  const t = useT()
  const maySend = useHasPermission('sms:send')
  const mayOpen = useHasPermission('contract:generate')
  const [sending, setSending] = useState(false)
  const verbs = useVerbs({ resend })
  // The contracts of an order are a page of whoever makes them; anybody else reads the order.
  const list = useMemo(
    () =>
      mayOpen ? { ...messages, open: ({ orderId }: SmsRow) => href('contractCase', { orderId }) } : messages,
    [mayOpen],
  )
  const rowActions = (row: SmsRow) =>
    row.kind === 'sign_link'
      ? mayOpen
        ? [{ key: 'case', label: t('sms.toCase'), href: href('contractCase', { orderId: row.orderId }) }]
        : []
      : verbs.of(row)
  const send = maySend && (
    <ActionButton variant="primary" onClick={() => setSending(true)}>
      {t('sms.send')}
    </ActionButton>
  )
  return (
    <>
      <ListScreen list={list} verbs={verbs} rowActions={rowActions} actions={send} emptyAction={send} />
      {sending && <SendDialog onClose={() => setSending(false)} />}
    </>
  )
}

const tones = { waiting: 'waiting', sent: 'working', delivered: 'passed', failed: 'rejected' } as const

function State({ row: { state, resent } }: { row: SmsRow }) {
  return (
    <StatusTag tone={resent ? 'closed' : tones[state]}>
      <Word of={resent ? 'sms.again' : `sms.states.${state}`} />
    </StatusTag>
  )
}

const Recipient = ({ row: { role, name } }: { row: SmsRow }) => `${useT()(`sms.parties.${role}`)} ${name}`

function Word({ of }: { of: MessageKey }) {
  return useT()(of)
}
