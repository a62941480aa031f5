'use client'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { loanTones } from '@/components/loan/loan-tones'
import { download, fileCall } from '@/lib/client/download'
import { codeOptions } from '@/lib/client/options'
import { loans } from '@/lib/domains/loans/contract'
import { settledStates } from '@/lib/domains/loans/rules/loan-states'
import { settlements } from '@/lib/domains/settlements/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const list = defineList({
  name: 'loans.settled',
  endpoint: loans.settled,
  words: 'loans',
  title: 'routes.settledCustomers',
  search: 'loans.search',
  filters: [
    {
      kind: 'select',
      name: 'status',
      label: 'loans.settleKind',
      options: codeOptions('loans.states', settledStates),
    },
    { kind: 'dates', label: 'loans.settledOn', from: 'settledFrom', to: 'settledTo' },
  ],
  columns: [
    { key: 'loanNo', kind: 'code', width: 148, card: true },
    { key: 'customerName', width: 104, card: true, pinned: true },
    { key: 'principal', kind: 'money', width: 112, sort: true, card: true },
    { key: 'settledOn', kind: 'date', width: 112, sort: true, card: true },
    { key: 'status', label: 'loans.settleKind', width: 116, codes: 'loans.states', tones: loanTones },
    { key: 'interestPaid', kind: 'money', width: 104 },
    { key: 'breachPaid', kind: 'money', width: 100 },
    { key: 'capitalName', width: 104 },
    { key: 'productName', width: 112 },
    { key: 'shopName', width: 108 },
    { key: 'valueDate', kind: 'date', width: 112 },
    { key: 'maturity', kind: 'date', width: 112 },
    { key: 'orderNo', kind: 'code', width: 148, hidden: true },
    { key: 'mobile', kind: 'code', width: 112, hidden: true },
    { key: 'idNo', kind: 'code', width: 164, hidden: true },
  ],
  sort: 'settledOn:desc',
  open: ({ id, orderId }) => href('loanDetails', { orderId, loanId: id }),
  exportFile: (filter, columns) => fileCall(loans.exportSettled, { ...filter, columns }),
  empty: { title: 'loans.emptySettled' },
})

/** 结清客户: loans that are over, and how. */
export function SettledScreen() {
  const t = useT()
  return (
    <ListScreen
      list={list}
      rowActions={({ orderId }) => [
        {
          key: 'certificate',
          label: t('settlements.certificate'),
          run: () => void download(settlements.certificate, { orderId }),
        },
      ]}
    />
  )
}
