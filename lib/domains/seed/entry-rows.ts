import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { applicant, bankCard, linkedPerson } from '../customers/table.ts'
import type { EntryValues } from '../orders/rules/entry/entry-values.ts'
import type { Quote } from '../orders/rules/quote.ts'
import { applicationAddon, applicationFee } from '../orders/table.ts'
import { insurancePolicy, vehicle } from '../vehicles/table.ts'
import type { RowCollector } from './row-collector.ts'

/** The rows that the submit of an entry (T08) makes of its values, as lib/domains/orders/service/project-entry.ts does. */

const columnNames = new Map<PgTable, ReadonlySet<string>>()

/** Values that are columns of the table, empty ones as null. */
export function columnsOf<T extends PgTable>(table: T, values: object): Partial<T['$inferInsert']> {
  const names = columnNames.get(table) ?? new Set(Object.keys(getTableColumns(table)))
  columnNames.set(table, names)
  const columns: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (names.has(name)) columns[name] = isEmpty(value) ? null : value
  }
  return columns as Partial<T['$inferInsert']>
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

/** Everything that the entry form says of the applicant. */
export const applicantColumns = ({ customer: who, residence, employment, source }: EntryValues) =>
  columnsOf(applicant, { ...who, ...residence, ...employment, ...source })

/** Tenant, times and user of a row. */
export type Written = {
  tenantId: number
  createdAt: string
  createdBy: number
  updatedAt: string
  updatedBy: number
}

type Submitted = {
  orderId: number
  customerId: number
  shopId: number
  values: EntryValues
  quote: Quote
  written: Written
  /** The state of the card with its bank. */
  binding: Partial<typeof bankCard.$inferInsert>
  /** The time when the first payment was registered; null before. */
  paidAt: string | null
  /** Everything that is known of a policy of a kind by now. */
  policyOf: (insType: string) => Partial<typeof insurancePolicy.$inferInsert>
  /** Everything that the vehicle office has of the car since its release. */
  registration: Partial<typeof vehicle.$inferInsert>
}

export function addEntryRows(rows: RowCollector, submitted: Submitted): void {
  const { orderId, customerId, shopId, values, quote, written, binding, paidAt, policyOf, registration } =
    submitted
  rows.add(vehicle, {
    ...written,
    kind: values.vehicle.kind,
    brand: values.vehicle.brand,
    series: values.vehicle.series,
    model: values.vehicle.model,
    ...columnsOf(vehicle, { ...values.appraisal, ...values.vehicle }),
    ownerName: values.vehicle.ownerName || values.appraisal.ownerName || null,
    regCertNo: values.vehicle.regCertNo || values.appraisal.regCertNo || null,
    ...registration,
    id: orderId,
    dealerShopId: shopId,
  })
  rows.add(bankCard, {
    ...written,
    ...columnsOf(bankCard, values.bankCard),
    id: orderId,
    ownerType: 'customer',
    ownerId: customerId,
    cardNo: values.bankCard.cardNo,
    usage: 'repay',
    ...binding,
    isDefault: true,
  })
  addPersons(rows, submitted)
  for (const row of values.addons) {
    const { addonType, amount, financed, payee } = row
    rows.add(applicationAddon, { ...written, orderId, addonType, amount, financed, payee: payee || null })
  }
  const payers = new Map(values.fees.map((fee) => [fee.feeCode, fee.payer]))
  for (const { code, amount, chargeMode } of quote.fees) {
    rows.add(applicationFee, {
      ...written,
      orderId,
      feeCode: code,
      amount,
      chargeMode,
      payer: payers.get(code),
      ...(paidAt && { receivedAmount: amount, receivedAt: paidAt, status: '已收' }),
    })
  }
  const { premium, financed, insurer, beneficiary } = values.performance
  if (premium !== '') {
    rows.add(applicationAddon, {
      ...written,
      orderId,
      addonType: 'performance_insurance',
      amount: premium,
      financed,
    })
    const { name: insuredname, idNo: identifynumber } = values.customer
    rows.add(insurancePolicy, {
      ...written,
      orderId,
      insType: '6',
      insurer,
      premium,
      beneficiary,
      insuredname,
      identifynumber,
      ...policyOf('6'),
    })
  }
  for (const policy of values.insurance) {
    const { insurer } = policy
    rows.add(insurancePolicy, {
      ...written,
      ...columnsOf(insurancePolicy, policy),
      orderId,
      insurer,
      ...policyOf(policy.insType),
    })
  }
}

/** Spouse and emergency contacts, as lib/domains/orders/service/project-people.ts has them. */
export function linkedRows({ spouse, contacts, guarantors }: EntryValues) {
  const rows: Omit<typeof linkedPerson.$inferInsert, 'applicationId'>[] = contacts.map(
    ({ relation, name, mobile, address, knowsLoan }, at) => ({
      role: 'emergency',
      relation,
      name,
      mobile,
      address,
      knowsLoan,
      sort: at + 1,
    }),
  )
  for (const [at, person] of guarantors.entries()) {
    const { name, mobile } = person
    rows.push({
      ...columnsOf(linkedPerson, person),
      name,
      mobile,
      role: 'guarantor',
      sort: at + 1,
    })
  }
  if (spouse.name !== '')
    rows.unshift({
      ...columnsOf(linkedPerson, spouse),
      role: 'spouse',
      relation: '01',
      name: spouse.name,
      mobile: spouse.mobile,
      sort: 0,
    })
  return rows
}

function addPersons(rows: RowCollector, { orderId, values, written }: Submitted): void {
  for (const row of linkedRows(values))
    rows.add(linkedPerson, {
      ...written,
      ...row,
      applicationId: orderId,
      ...(row.role === 'guarantor' && { creditAuthAt: written.createdAt }),
      ...(row.role === 'spouse' && { creditAuthAt: values.spouse.creditAuth ? written.createdAt : null }),
    })
}
