import { addMonths, age, monthsBetween } from '../../rules/business-date.ts'
import type { OrderStatus } from '../orders/rules/order-states.ts'
import { shiftDay } from './days.ts'
import { drawOf } from './generator.ts'
import { handMade, handMadeCount } from './hand-made.ts'
import { pathTo } from './order-paths.ts'
import { birthDateOf, personOf } from './people.ts'
import {
  dateOf,
  type ReleaseDays,
  releaseDay,
  releaseDays,
  type WorkingMinute,
  workingMinute,
} from './working-time.ts'

/** The orders that there are: their clerks, states and times (domain.md 5.4). */

export type OrderPlan = {
  /** Row of the generator; hand-made rows have the lowest and keep them as ids. */
  row: number
  /** Row of the customer, who may have several orders. */
  customerRow: number
  tenantId: number
  status: OrderStatus
  /** Instalments wanted; the product decides at last. */
  term: number
  /** Its money comes from a funder. */
  funder: boolean
  /** The scene PRE_CHECK refused it for the customer's age. */
  refusedForAge: boolean
  /** The first and the last step of its path; of a loan that is settled the last one is its release. */
  start: WorkingMinute
  end: WorkingMinute
  settledOn: string | null
}

export type NumberedPlan = OrderPlan & {
  id: number
  /** Counts the orders of a tenant and day from 1. */
  orderSerial: number
  /** Counts the new customers of a tenant and day from 1; of a customer's later order the first one's. */
  customerSerial: number
  /** Id of the customer: that of the customer's first order. */
  customerId: number
  /** Business date of the customer's first order. */
  customerSince: string
  /** See {@link personOf}: of two customers of a tenant with one ID number the later gets another. */
  attempt: number
}

const draw = drawOf('application')

/** Shares of the states, in thousandths. */
const shares: readonly (readonly [OrderStatus, number])[] = [
  ['draft', 40],
  ['wait_pre', 30],
  ['pre_returned', 20],
  ['pre_rejected', 80],
  ['wait_entry', 20],
  ['wait_first', 20],
  ['ops_returned', 20],
  ['wait_risk', 20],
  ['risk_rejected', 60],
  ['wait_sign', 20],
  ['preparing', 20],
  ['wait_funder', 10],
  ['wait_release', 10],
  ['release_failed', 2],
  ['voided', 28],
  ['released', 440],
  ['settled', 160],
]

const tenantShares = [
  [1, 80],
  [2, 12],
  [3, 8],
] as const

const termShares = [
  [12, 10],
  [24, 30],
  [36, 45],
  [48, 15],
] as const

/** Days an order under way has been in its state at most. */
const patience: Partial<Record<OrderStatus, number>> = {
  draft: 30,
  wait_pre: 6,
  pre_returned: 15,
  wait_entry: 12,
  wait_first: 8,
  ops_returned: 15,
  wait_risk: 8,
  risk_returned: 15,
  wait_sign: 12,
  preparing: 15,
  wait_funder: 8,
  funder_rejected: 15,
  wait_release: 6,
  releasing: 1,
  release_failed: 5,
}

/** A loan that is settled has run this long at least, days. */
const shortestLoan = 200

function planOf(row: number, asOf: string, days: ReleaseDays): OrderPlan {
  const made = handMade(row)
  const asksAgain = made?.asksAgain ?? false
  const drawnTenant = draw.weighted('tenant', row, tenantShares)
  const tenantId = made ? (made.tenantId ?? 1) : drawnTenant
  const customerRow = made?.customerRow ?? row
  const wanted = made?.status ?? draw.weighted('status', row, shares)
  const lastDay = made?.lastDay?.(asOf) ?? lastDayOf(wanted, row, asOf, days)
  const birthDate = birthDateOf(customerRow)
  const refusedForAge =
    !made?.enterprise &&
    wanted !== 'draft' &&
    (age(birthDate, shiftDay(lastDay, -60)) < 18 || age(birthDate, lastDay) > 60)
  const status = refusedForAge ? 'pre_rejected' : wanted
  // Another company's money: always of the one that only assists, of the others for some orders.
  const funder =
    status === 'wait_funder' ||
    status === 'funder_rejected' ||
    tenantId === 3 ||
    made?.funded !== undefined ||
    made?.insured !== undefined ||
    made?.fromApproval ||
    draw.chance('funder', row, 15)
  const end = workingMinute(lastDay, 240 + draw.mod('minute', row, 290))
  const minutes = pathTo(status, row, {
    byShop: false,
    large: false,
    funder,
    refusedForAge,
    asksAgain,
    untouched: made?.untouched ?? false,
    signable: (made?.signable || made?.fromApproval) ?? false,
    insured: made?.insured !== undefined,
    funded: made?.funded ? (made.funded.was ?? 'ready') : null,
  })
    .filter(({ event }) => event !== 'settle')
    .reduce((total, step) => total + step.minutes, 0)
  const term = made?.term ?? termOf(status, row, lastDay, asOf)
  return {
    row,
    customerRow,
    tenantId,
    status,
    term,
    funder,
    refusedForAge,
    start: end - minutes,
    end,
    settledOn: status === 'settled' ? settlementOf(row, lastDay, term, asOf) : null,
  }
}

/** Business date of the last step, or of the release of a loan that is settled. Nothing happens on `asOf` itself. */
function lastDayOf(status: OrderStatus, row: number, asOf: string, days: ReleaseDays): string {
  const span = patience[status]
  if (span !== undefined) {
    // The lesser of two draws: most are fresh.
    const back = Math.min(draw.mod('age1', row, span), draw.mod('age2', row, span))
    return shiftDay(asOf, -1 - back)
  }
  const before = status === 'settled' ? shiftDay(asOf, -shortestLoan) : undefined
  return releaseDay(days, draw.mod('day', row, 1_000_000), 1_000_000, before)
}

/** A loan that runs has instalments left. */
function termOf(status: OrderStatus, row: number, released: string, asOf: string): number {
  const least = status === 'released' ? monthsBetween(released, asOf) + 1 : 0
  const fitting = termShares.filter(([term]) => term >= least)
  return draw.weighted('term', row, fitting.length > 0 ? fitting : [[48, 1]])
}

/** At its last due date, or early after the sixth. */
function settlementOf(row: number, released: string, term: number, asOf: string): string {
  const months = monthsBetween(released, shiftDay(asOf, -1))
  if (months >= term && draw.chance('toTheEnd', row, 75)) return addMonths(released, term)
  const last = Math.min(months, term - 1)
  return addMonths(released, Math.min(last, 6 + draw.mod('settledAfter', row, Math.max(1, last - 5))))
}

/**
 * The plans of `count` orders in the order of their ids: the hand-made ones, then the others as they were created.
 * @param asOf business date the demo begins on; everything in it has happened before
 */
export function planOrders(count: number, asOf: string): NumberedPlan[] {
  const days = releaseDays(asOf)
  const plans = Array.from({ length: count }, (_, at) => planOf(at + 1, asOf, days))
  plans.sort((a, b) => a.start - b.start || a.row - b.row)
  const made = Math.min(handMadeCount, count)
  const customers = new Map<
    number,
    Pick<NumberedPlan, 'customerId' | 'customerSerial' | 'customerSince' | 'attempt'>
  >()
  const idNumbers = new Set<string>()
  const counted = new Map<string, number>()
  const next = (name: string) => {
    const number = (counted.get(name) ?? 0) + 1
    counted.set(name, number)
    return number
  }
  let id = made
  return plans
    .map((plan): NumberedPlan => {
      const day = `${plan.tenantId}:${dateOf(plan.start)}`
      const own = { ...plan, id: plan.row <= made ? plan.row : ++id, orderSerial: next(`order:${day}`) }
      const known = customers.get(plan.customerRow)
      if (known) return { ...own, ...known }
      const customer = {
        customerId: own.id,
        customerSerial: next(`customer:${day}`),
        customerSince: dateOf(plan.start),
        attempt: attemptOf(plan, idNumbers),
      }
      customers.set(plan.customerRow, customer)
      return { ...own, ...customer }
    })
    .sort((a, b) => a.id - b.id)
}

/** The first attempt whose ID number no customer of the tenant has yet. */
function attemptOf({ tenantId, customerRow }: OrderPlan, taken: Set<string>): number {
  for (let attempt = 0; ; attempt++) {
    const key = `${tenantId} ${personOf(customerRow, attempt).idNo}`
    if (taken.has(key)) continue
    taken.add(key)
    return attempt
  }
}
