'use client'
import { SettlementStateTag } from '@/app/(console)/apply-settle/_parts/settlement-state'
import { submitSettlement, withdrawSettlement } from '@/app/(console)/apply-settle/_parts/settlement-verbs'
import { defineList, type RowOf } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { useVerbs } from '@/components/verb/use-verbs'
import { fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { settlements } from '@/lib/domains/settlements/contract'
import { settlementKinds, settlementStates } from '@/lib/domains/settlements/rules/settlement'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

type Row = RowOf<typeof settlements.list>

const list = defineList({
  name: 'settlements',
  endpoint: settlements.list,
  words: 'settlements',
  title: 'routes.settlements',
  search: 'settlements.search',
  filters: [
    { kind: 'select', name: 'kind', options: codeOptions('settlements.kinds', settlementKinds) },
    { kind: 'multi', name: 'status', options: codeOptions('settlements.states', settlementStates) },
    { kind: 'dates', label: 'settlements.quoteDay', from: 'quoteFrom', to: 'quoteTo' },
  ],
  columns: [
    { key: 'applyNo', kind: 'code', width: 152, card: true },
    { key: 'customerName', width: 88, card: true },
    { key: 'kind', width: 112, codes: 'settlements.kinds' },
    { key: 'payable', kind: 'money', width: 120, sort: true, card: true },
    { key: 'quoteDate', kind: 'date', width: 112, sort: true },
    { key: 'status', width: 128, card: true, cell: (row) => <SettlementStateTag {...row} /> },
    { key: 'loanNo', kind: 'code', width: 152 },
    { key: 'principal', kind: 'money', width: 120 },
    { key: 'interest', kind: 'money', width: 104 },
    { key: 'fee', kind: 'money', width: 128 },
    { key: 'depositOffset', kind: 'money', width: 112 },
    { key: 'createdAt', kind: 'dateTime', width: 144, sort: true },
  ],
  sort: 'createdAt:desc',
  open: ({ orderId }) => href('settlementDetails', { orderId }),
  exportFile: (filter, columns) => fileCall(settlements.exportList, { ...filter, columns }),
  empty: { title: 'settlements.empty', hint: 'settlements.emptyHint' },
})

/** Whoever decides about it does so on the page of its order. */
const wants = { 草稿: 'toTrial', 驳回: 'toTrial', 已失效: 'toTrial', 待审核: 'toApprove' } as const
const paying = { 待客户付款: 'toPay', 待核销: 'toBook' } as const

/** 结清情况: applications that end a loan, or lower it. */
export function SettlementsScreen() {
  const t = useT()
  const verbs = useVerbs({ submitSettlement, withdrawSettlement })
  const rowActions = (row: Row) => {
    const word = { ...wants, ...paying }[row.status as keyof typeof wants | keyof typeof paying] ?? 'open'
    const open = {
      key: 'open',
      label: t(`settlements.${word}`),
      href: href('settlementDetails', { orderId: row.orderId }),
    }
    return [open, ...verbs.of(row)]
  }
  return <ListScreen list={list} verbs={verbs} rowActions={rowActions} />
}
