import { addDays } from '../../rules/business-date.ts'
import { standardTemplate, templates } from '../../rules/order-entry/templates.ts'
import { type OrderStatus, orderStatuses } from '../../rules/order-states.ts'
import { demoTenants } from './tenants.ts'
import { bankDay } from './working-time.ts'

/** The rows that are always there, with the lowest numbers (domain.md 5.4), of the first tenant unless they say another. */

export type HandMade = {
  status: OrderStatus
  /** Rows from 150 million on are of customers that no other order has. */
  customerRow: number
  /** Business date of the last step; drawn when absent. */
  lastDay?: (asOf: string) => string
  term?: number
  /** Instead of the drawn name. */
  name?: string
  /** Every text field as long as it may be. */
  longest?: boolean
  /** Only a shop whose agreement has ended. */
  endedShop?: boolean
  /** Loan E1 of domain.md 4. */
  e1?: boolean
  /** Entered by this template, the standard one unless told. */
  templateCode?: string
  tenantId?: number
}

const own = (at: number) => 150_000_000 + at
const daysAgo = (days: number) => (asOf: string) => bankDay(addDays(asOf, -days))

const extras: readonly HandMade[] = [
  // A customer with three orders, one after the other.
  { status: 'settled', customerRow: own(1), lastDay: daysAgo(800), term: 12 },
  { status: 'pre_rejected', customerRow: own(1), lastDay: daysAgo(120) },
  { status: 'draft', customerRow: own(1), lastDay: daysAgo(2) },
  { status: 'wait_pre', customerRow: own(2), name: '李明' },
  { status: 'wait_entry', customerRow: own(3), name: '欧阳建国' },
  { status: 'ops_returned', customerRow: own(4), name: `阿${'依明江'.repeat(9)}·买`, longest: true },
  // An ID number that ends in X.
  { status: 'wait_pre', customerRow: own(5) },
  { status: 'released', customerRow: own(6), endedShop: true, lastDay: daysAgo(90), term: 36 },
]

/** By each template one order that waits for its entry and one that is submitted, where it is sold. */
const templated: readonly HandMade[] = templates
  .filter(({ code }) => code !== standardTemplate.code)
  .flatMap(({ code }, at) => {
    const tenantId = demoTenants.find(({ sells }) => (sells as readonly string[]).includes(code))?.id
    const common = { templateCode: code, tenantId, term: 24 }
    return [
      { ...common, status: 'wait_entry', customerRow: own(60 + 2 * at) },
      { ...common, status: 'wait_first', customerRow: own(61 + 2 * at) },
    ] as const
  })

const rows: readonly HandMade[] = [
  { status: 'released', customerRow: own(0), e1: true, lastDay: () => '2025-03-15', term: 36 },
  ...orderStatuses
    .filter((status) => status !== 'released')
    .map((status, at): HandMade => ({ status, customerRow: own(20 + at) })),
  ...extras,
  ...templated,
]

export const handMadeCount = rows.length

/** What is special about a row; undefined for a drawn one. */
export const handMade = (row: number): HandMade | undefined => rows[row - 1]
