import { say } from '../../../i18n/say.ts'
import { chinaTime, type FileColumn } from '../../../platform/db/list-file.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { type MilestoneCode, milestones } from '../../identity/rules/milestones.ts'
import type { OrderRow } from '../contract.ts'
import { isOrderStatus } from '../rules/order-states.ts'

/** Everything that an export can show of an order, by the list's column names. ID number and mobile come masked. */

type Value = FileColumn<OrderRow>['value']

const isMilestone = (code: string): code is MilestoneCode => Object.hasOwn(milestones, code)

/** Decimal text as a number: a column of NUMERIC(18,2) below 90 trillion is exact in it. */
const amount = (text: string | null) => (text === null ? null : Number(text))

const values = {
  orderNo: (row) => row.orderNo,
  customerName: (row) => row.customerName,
  idNo: (row) => row.idNo,
  mobile: (row) => row.mobile,
  productName: (row) => row.productName,
  shopName: (row) => row.shopName,
  branchName: (row) => row.branchName,
  salesmanName: (row) => row.salesmanName,
  status: ({ status }) => (isOrderStatus(status) ? say(`order.status.${status}`) : status),
  milestones: (row) =>
    row.milestones
      .filter(isMilestone)
      .map((code) => say(`order.milestone.${code}`))
      .join('、'),
  stay: (row, now) => Math.max(0, Math.floor((now.getTime() - Date.parse(row.stageEnteredAt)) / 3_600_000)),
  createdAt: (row) => chinaTime(row.createdAt),
  appliedAmount: (row) => amount(row.appliedAmount),
  returnCount: (row) => row.returnCount,
  toMend: ({ toMend }) => toMend.map(({ note }) => note).join('、'),
  source: ({ source }) => say(`collect.${source}`),
  submitCount: (row) => row.submitCount,
  stageEnteredAt: (row) => chinaTime(row.stageEnteredAt),
  claimedByName: (row) => row.claimedByName,
  claimedAt: (row) => chinaTime(row.claimedAt),
  riskHint: (row) => row.riskHint ?? null,
  financeAmount: (row) => amount(row.financeAmount),
  term: (row) => row.term,
  approvedAmount: (row) => amount(row.approvedAmount),
  approvedTerm: (row) => row.approvedTerm,
  monthlyPayment: (row) => amount(row.monthlyPayment),
  capitalName: (row) => row.capitalName,
  releasedAt: (row) => row.releasedAt && businessDate(row.releasedAt),
} satisfies Record<string, Value>

type ColumnKey = keyof typeof values

const amounts: readonly ColumnKey[] = ['appliedAmount', 'financeAmount', 'approvedAmount', 'monthlyPayment']

export const orderColumns: Readonly<Record<string, FileColumn<OrderRow>>> = Object.fromEntries(
  (Object.keys(values) as ColumnKey[]).map((key) => [
    key,
    { title: say(`workbook.column.${key}`), value: values[key], money: amounts.includes(key) },
  ]),
)
