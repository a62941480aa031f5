import type { Day } from './day.ts'
import { MILLION, share } from './exact.ts'
import { placeOf } from './explain.ts'
import { accruedUpTo, funderPart, funderShare, type Instalment, ownInterest } from './instalment.ts'
import { type LoanState, post } from './ledger-state.ts'

/** 计提, 应计与非应计 (domain.md 4.7): which interest the books have, and where. */

/** Of so much accrued on a running instalment, our part that is not waived. */
function ownAccrued(one: Instalment, accrued: number, ppm: number): number {
  const whole = ownInterest(one, one.interest - one.spared, ppm)
  const net = whole - ownInterest(one, one.waivedInterest, ppm)
  return Math.min(accrued - funderPart(one.interest - one.spared, one.funderI, accrued, ppm), net)
}

/** E05: books our interest of an instalment up to a day; what the books have of it already is left out. */
export function bookInterest(state: LoanState, one: Instalment, day: Day): void {
  const { terms, accruing } = state
  const accrued = accruedUpTo(one, day, terms)
  const own = ownAccrued(one, Math.min(accrued, one.interest - one.spared), funderShare(terms))
  const fen = own - one.booked
  if (fen === 0) return
  one.booked = own
  state.trace?.push({
    of: `instalment.${one.version}.${placeOf(one)}.accrued.${day}`,
    formula: day < one.due ? 'accrual.days' : 'accrual.period',
    inputs: {
      balance: one.balanceAfter + one.principal,
      rate: terms.annualRate,
      basis: terms.basis,
      days: Math.min(day, one.due) - one.start,
      most: one.interest,
    },
    rounding: 'half_up',
    result: own,
    facts: [one.origin],
  })
  post(
    state,
    'E05',
    `E05:${one.version}.${one.periodNo}.${one.kind}:${day}`,
    day,
    null,
    accruing ? ['1132', fen, '6011.01', -fen] : ['7001', fen],
  )
}

/** Interest of an instalment that is no more asked for in full: it ends with what was accrued, less what is waived of it. */
export function spareInterest(state: LoanState, one: Instalment, asked: number): void {
  const ppm = funderShare(state.terms)
  one.spared = one.interest - one.waivedInterest - one.paidInterest - asked
  if (one.spared > 0) one.funderI = Math.min(one.funderI, share(one.interest - one.spared, ppm, MILLION))
}

/** E12: unpaid interest leaves the books at more than 90 days, and comes back when nothing is overdue. */
export function judgeAccrual(state: LoanState, day: Day, dpd: number): void {
  const { accruing, terms, accounts } = state
  if (accruing && dpd > terms.nonAccrualDays) {
    state.accruing = false
    const fen = accounts['1132']
    post(state, 'E12', `E12:${day}`, day, null, ['6011.01', fen, '1132', -fen, '7001', fen])
  } else if (!accruing && dpd === 0) {
    state.accruing = true
    const fen = accounts['7001']
    post(state, 'E12', `E12:${day}`, day, null, ['1132', fen, '6011.01', -fen, '7001', -fen])
  }
}
