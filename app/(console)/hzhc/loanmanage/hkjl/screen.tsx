'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { download } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { moneyChannels } from '@/lib/domains/loans/rules/facts'
import { repaymentKinds, repaymentStates } from '@/lib/domains/loans/rules/repayment'
import { repayments } from '@/lib/domains/repayments/contract'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'repayments',
  endpoint: repayments.list,
  words: 'repayments',
  title: 'routes.repaymentRecords',
  search: 'repayments.search',
  filters: [
    { kind: 'dates', label: 'repayments.valueDate', from: 'valueFrom', to: 'valueTo' },
    { kind: 'select', name: 'channel', options: codeOptions('repayments.channels', moneyChannels) },
    { kind: 'select', name: 'kind', options: codeOptions('repayments.kinds', repaymentKinds) },
    { kind: 'select', name: 'state', options: codeOptions('repayments.states', repaymentStates) },
  ],
  columns: [
    { key: 'repayNo', kind: 'code', width: 152, card: true },
    { key: 'loanNo', kind: 'code', width: 152 },
    { key: 'customerName', width: 88, card: true },
    { key: 'amount', kind: 'money', card: true },
    { key: 'principal', kind: 'money' },
    { key: 'interest', kind: 'money', width: 104 },
    { key: 'penalty', kind: 'money', width: 96 },
    { key: 'fee', kind: 'money', width: 96 },
    { key: 'unapplied', kind: 'money', width: 112 },
    { key: 'channel', width: 96, codes: 'repayments.channels' },
    { key: 'kind', width: 104, codes: 'repayments.kinds' },
    { key: 'valueDate', kind: 'date', width: 104, sort: true, card: true },
    { key: 'thirdNo', kind: 'code', width: 160 },
    {
      key: 'state',
      width: 88,
      card: true,
      codes: 'repayments.states',
      tones: { 成功: 'passed', 已冲正: 'closed' },
    },
    { key: 'payerName', width: 104, hidden: true },
    { key: 'operatorName', width: 88, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 136, hidden: true },
  ],
  sort: 'valueDate:desc',
  open: ({ orderId }) => href('loanCase', { orderId }),
  exportFile: (filter, columns) => download(repayments.exportList, { ...filter, columns }),
  empty: { title: 'repayments.empty', hint: 'repayments.emptyHint' },
})

/** 还款记录: money that came in for loans, and what it paid. */
export function RepaymentsScreen() {
  return <ListScreen list={list} />
}
