import type { ListColumn } from '@/components/list/define-list'
import type { loans } from '@/lib/domains/loans/contract'

/** The columns of a list whose rows are customers with their orders and loans. */
export const borrowerColumns = [
  { key: 'customerNo', kind: 'code', width: 136 },
  { key: 'customerName', width: 104, card: true, pinned: true },
  { key: 'idNo', kind: 'code', width: 164, card: true },
  { key: 'mobile', kind: 'code', width: 112 },
  { key: 'orderCount', kind: 'number', width: 84 },
  { key: 'loanCount', kind: 'number', width: 84 },
  { key: 'outstandingPrincipal', label: 'loans.borrowed', kind: 'money', width: 128, card: true },
  { key: 'dpd', kind: 'number', width: 84, card: true },
  { key: 'grade', width: 72 },
  { key: 'createdAt', kind: 'dateTime', width: 136, sort: true },
] as const satisfies readonly ListColumn<typeof loans.borrowers, 'loans'>[]
