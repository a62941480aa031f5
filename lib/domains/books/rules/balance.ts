import { compareMoney, minus, sum } from '../../../rules/money.ts'
import { type GlAccount, isOffBook } from '../../ledger/rules/ledger.ts'

/** 科目余额表: what stood on each account before a time, what moved in it, and what stands behind it. */

/** Debit less credit, and the sums of both sides of the time. */
export type Movement = { code: GlAccount; opening: string; debit: string; credit: string }
type Sides = { debit: string; credit: string }
export type BalanceRow = { code: GlAccount; opening: Sides; moved: Sides; closing: Sides }

/** A balance on its side. */
export const sidesOf = (balance: string): Sides =>
  compareMoney(balance, '0') < 0
    ? { debit: '0.00', credit: minus('0', balance) }
    : { debit: balance, credit: '0.00' }

export function balanceRow({ code, opening, debit, credit }: Movement): BalanceRow {
  const closing = minus(sum([opening, debit]), credit)
  return { code, opening: sidesOf(opening), moved: { debit, credit }, closing: sidesOf(closing) }
}

const parts = ['opening', 'moved', 'closing'] as const
export type BalanceTotals = Record<(typeof parts)[number], Sides>

/** The sums of the accounts on the balance sheet: each part has to be the same on both sides. */
export function balanceTotals(rows: readonly BalanceRow[]): BalanceTotals & { balanced: boolean } {
  const own = rows.filter(({ code }) => !isOffBook(code))
  const of = (part: (typeof parts)[number]): Sides => ({
    debit: sum(own.map((row) => row[part].debit)),
    credit: sum(own.map((row) => row[part].credit)),
  })
  const totals = { opening: of('opening'), moved: of('moved'), closing: of('closing') }
  return { ...totals, balanced: parts.every((part) => totals[part].debit === totals[part].credit) }
}
