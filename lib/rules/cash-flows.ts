import { PAYMENT_TIMINGS, type PaymentTiming } from './due-dates.ts'
import { given, InputError, oneOf, wholeNumber } from './input-error.ts'
import { divHalfUp, toFen, toMoney } from './money.ts'
import type { Schedule } from './schedule.ts'

/** The uses of a deposit at the end: refunded in the last month, or set off against the last rents (domain.md 4.11). */
export const DEPOSIT_USES = ['refund', 'offset'] as const
export type DepositUse = (typeof DEPOSIT_USES)[number]

export type CustomerCosts = {
  paymentTiming: PaymentTiming
  /** Fees of the cost set paid on or before the value date. Money. */
  feesAtStart?: string
  /** Fees of the cost set paid with rent 1…n. Money each. */
  instalmentFees?: readonly string[]
  /** Money held from the value date on; '0.00' leaves it out. */
  deposit?: string
  depositUse?: DepositUse
}

/** Fen of an amount not below zero. @throws InputError naming `field` */
function paid(field: string, money: string): bigint {
  const fen = toFen(money, field)
  if (fen < 0n) throw new InputError(field, 'range', 'not below zero')
  return fen
}

/**
 * The customer's monthly cash flow (domain.md 4.4): month 0 is the principal received less fees and deposit,
 * then every instalment and its fees as a payment. Rent 1 in advance falls in month 0. A deposit comes back
 * in the last month, or pays the last rents from the end on.
 * @returns signed money, index = month, n + 1 entries; received is positive
 */
export function customerFlows(schedule: Schedule, costs: CustomerCosts): string[] {
  const { feesAtStart = '0.00', deposit: held = '0.00', depositUse = 'refund' } = given('costs', costs)
  const timing = oneOf('paymentTiming', costs.paymentTiming, PAYMENT_TIMINGS)
  oneOf('depositUse', depositUse, DEPOSIT_USES)
  const shift = timing === 'advance' ? 1 : 0
  const rents = given('schedule', schedule).rows.filter((row) => row.kind !== 'balloon').length
  const deposit = paid('deposit', held)
  wholeNumber('instalmentFees', costs.instalmentFees?.length ?? 0, 0, rents)
  const flows = Array.from({ length: rents + 1 }, () => 0n)
  const move = (month: number, fen: bigint) => {
    flows[month] = (flows[month] ?? 0n) + fen
  }
  for (const row of schedule.rows) move(row.periodNo - shift, -toFen(row.amount))
  costs.instalmentFees?.forEach((fee, index) => {
    move(index + 1 - shift, -paid('instalmentFees', fee))
  })
  if (depositUse === 'offset') {
    let left = deposit
    for (let month = rents; month >= 0 && left > 0n; month -= 1) {
      const owed = -(flows[month] ?? 0n)
      const used = owed < left ? owed : left
      move(month, used)
      left -= used
    }
  } else move(rents, deposit)
  move(0, toFen(schedule.totals.principal) - paid('feesAtStart', feesAtStart) - deposit)
  return flows.map(toMoney)
}

/** A fee spread over n instalments: r2(fee / n) each while it lasts, the rest in the last. Money in and out. */
export function spreadFee(fee: string, periods: number): string[] {
  let left = paid('fee', fee)
  wholeNumber('periods', periods, 1, 1200)
  if (left === 0n) return Array<string>(periods).fill('0.00')
  const part = divHalfUp(left, BigInt(periods))
  return Array.from({ length: periods }, (_, k) => {
    const now = k === periods - 1 || left < part ? left : part
    left -= now
    return toMoney(now)
  })
}
