'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { fileCall } from '@/lib/client/download'
import { callOptions, codeOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type BalanceRow, balances } from '@/lib/domains/balances/contract'
import { balanceKinds, balanceLimits, ownerKinds } from '@/lib/domains/balances/rules/balance'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'balances',
  endpoint: balances.list,
  words: 'balances',
  title: 'routes.balances',
  search: 'balances.search',
  filters: [
    { kind: 'select', name: 'ownerKind', options: codeOptions('balances.ownerKinds', ownerKinds) },
    { kind: 'select', name: 'kind', options: codeOptions('balances.kinds', balanceKinds) },
  ],
  columns: [
    { key: 'ownerName', width: 176, card: true, pinned: true },
    { key: 'ownerKind', width: 80, codes: 'balances.ownerKinds' },
    { key: 'kind', width: 88, card: true, codes: 'balances.kinds' },
    { key: 'balance', kind: 'money', width: 128, card: true },
    { key: 'frozen', kind: 'money', width: 120 },
    { key: 'available', kind: 'money', width: 128, card: true },
    { key: 'asOf', kind: 'dateTime', width: 164 },
  ],
  sort: 'createdAt:desc',
  exportFile: (filter, columns) => fileCall(balances.exportList, { ...filter, columns }),
  open: ({ id }) => href('balanceFlows', { balanceId: id }),
  empty: { title: 'balances.empty', hint: 'balances.emptyHint' },
})

const amount = {
  kind: 'line',
  label: 'balances.amount',
  required: true,
  maxLength: 16,
  rule: (text: string) =>
    /^\d{1,12}(\.\d{1,2})?$/.test(text) && Number(text) > 0 ? null : ('balances.badAmount' as const),
} as const
const name = ({ ownerName }: BalanceRow) => ownerName

const topUp = verb(balances.topUp, {
  label: 'balances.topUp',
  name,
  ask: 'balances.topUpTitle',
  note: 'balances.topUpNote',
  fields: {
    amount,
    reference: {
      kind: 'line',
      label: 'balances.reference',
      required: true,
      maxLength: balanceLimits.line,
    },
    note: { kind: 'text', label: 'balances.note', maxLength: balanceLimits.reason },
  },
  input: ({ id }, values) => ({ id, ...values }),
  done: 'balances.toppedUp',
})
const withdraw = verb(balances.withdraw, {
  label: 'balances.withdraw',
  name,
  words: ({ ownerName, available }: BalanceRow) => ({ name: ownerName, available }),
  permit: ({ frozen }) =>
    Number(frozen) > 0 ? { ok: false, reason: 'balances.refusals.waiting' } : { ok: true },
  ask: 'balances.withdrawTitle',
  note: 'balances.withdrawNote',
  fields: {
    amount,
    accountId: {
      kind: 'select',
      label: 'balances.accountId',
      required: true,
      options: ({ id }: BalanceRow) =>
        callOptions(balances.payees, { balanceId: id }, (rows) =>
          rows.map((row) => ({ value: String(row.id), label: row.name })),
        ),
    },
    reason: { kind: 'text', label: 'balances.reason', required: true, maxLength: balanceLimits.reason },
  },
  input: ({ id }, { accountId, ...values }) => ({ id, ...values, accountId: Number(accountId) }),
  done: 'balances.withdrawn',
})

/** 余额查询: what shops and channels have with us. */
export function BalancesScreen() {
  const t = useT()
  const mayCheck = useHasPermission('balance:check')
  const verbs = useVerbs({ topUp, withdraw })
  return (
    <ListScreen
      list={list}
      verbs={verbs}
      rowActions={(row) => [
        { key: 'flows', label: t('balances.flows'), href: href('balanceFlows', { balanceId: row.id }) },
        ...verbs.of(row),
        ...(mayCheck && Number(row.frozen) > 0
          ? [{ key: 'check', label: t('balances.check'), href: href('changes', { q: row.ownerName }) }]
          : []),
      ]}
    />
  )
}
