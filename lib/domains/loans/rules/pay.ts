import type { GlAccount } from '../../ledger/rules/ledger.ts'
import type { Sides } from './books.ts'
import type { Day } from './day.ts'
import { type Fen, MILLION, share } from './exact.ts'
import { placeOf } from './explain.ts'
import {
  endSegment,
  feeLeft,
  funderPart,
  funderShare,
  type Instalment,
  interestLeft,
  ownInterest,
  penaltyLeft,
  principalLeft,
  rentLeft,
  serviceFeeLeft,
} from './instalment.ts'
import { type Allocation, type LoanState, type PayComponent, post } from './ledger-state.ts'
import type { AllocationPart } from './terms.ts'

/** 冲账: what a payment settles, by the order of its product, and the accounts it goes to (domain.md 4.9, 4.12). */

/** A payment while it is spent: what is left of it, and by account what it settled. */
export type Purse = {
  fact: number | null
  day: Day
  from: Allocation['from']
  left: Fen
  fees: Fen
  penalty: Fen
  /** Interest that stands in the books, and interest that does not. */
  receivable: Fen
  income: Fen
  principal: Fen
  /** The funder's parts. */
  funder: Fen
  funderPrincipal: Fen
}

export const purseOf = (fact: number | null, day: Day, from: Allocation['from'], left: Fen): Purse => ({
  fact,
  day,
  from,
  left,
  fees: 0,
  penalty: 0,
  receivable: 0,
  income: 0,
  principal: 0,
  funder: 0,
  funderPrincipal: 0,
})

function note(state: LoanState, purse: Purse, one: Instalment, component: PayComponent, amount: Fen): void {
  const { fact, day, from } = purse
  purse.left -= amount
  state.allocations.push({
    fact,
    day,
    from,
    version: one.version,
    periodNo: one.periodNo,
    component,
    amount,
  })
  state.trace?.push({
    of: `${fact === null ? `prepaid.${day}` : `receipt.${fact}`}.${placeOf(one)}.${component}`,
    formula: 'allocation',
    inputs: { left: purse.left + amount, taken: amount },
    rounding: 'none',
    result: amount,
    facts: fact === null ? [one.origin] : [fact, one.origin],
  })
}

/** Interest that the books have goes off 1132, or off 7001 where it is not accrued; what they have not is income. */
function payInterest(state: LoanState, purse: Purse, one: Instalment, amount: Fen): void {
  const ppm = funderShare(state.terms)
  const before = one.paidInterest + one.waivedInterest
  const own = ownInterest(one, before + amount, ppm) - ownInterest(one, before, ppm)
  one.paidInterest += amount
  purse.funder += amount - own
  purse.receivable += own
  note(state, purse, one, 'interest', amount)
}

function payPrincipal(state: LoanState, purse: Purse, one: Instalment, amount: Fen): void {
  const ppm = funderShare(state.terms)
  const funder =
    funderPart(one.principal, one.funderP, one.paidPrincipal + amount, ppm) -
    funderPart(one.principal, one.funderP, one.paidPrincipal, ppm)
  one.paidPrincipal += amount
  purse.principal += amount - funder
  purse.funder += funder
  purse.funderPrincipal += funder
  note(state, purse, one, 'principal', amount)
}

function payPenalty(state: LoanState, purse: Purse, one: Instalment, amount: Fen): void {
  const ppm = funderShare(state.terms)
  const funder = share(one.paidPenalty + amount, ppm, MILLION) - share(one.paidPenalty, ppm, MILLION)
  one.paidPenalty += amount
  purse.penalty += amount - funder
  purse.funder += funder
  note(state, purse, one, 'penalty', amount)
}

export function payFee(state: LoanState, purse: Purse, one: Instalment, amount: Fen): void {
  if (amount <= 0) return
  one.paidFee += amount
  purse.fees += amount
  note(state, purse, one, 'fee', amount)
}

/** One part of one instalment, as far as the money goes. */
function payPart(state: LoanState, purse: Purse, one: Instalment, part: AllocationPart): void {
  const { day } = purse
  const isDue = one.due <= day
  const least = (owed: Fen) => Math.min(owed, purse.left)
  switch (part) {
    case 'fee': {
      payFee(state, purse, one, least(feeLeft(one)))
      const service = isDue ? least(serviceFeeLeft(one)) : 0
      if (service > 0) {
        one.paidServiceFee += service
        purse.fees += service
        note(state, purse, one, 'service_fee', service)
      }
      break
    }
    case 'penalty': {
      const penalty = isDue ? least(penaltyLeft(one, day, state.terms)) : 0
      if (penalty > 0) payPenalty(state, purse, one, penalty)
      break
    }
    case 'interest': {
      const interest = isDue ? least(interestLeft(one)) : 0
      if (interest <= 0) break
      if (state.terms.penalty.base === 'rent') endSegment(one, day, purse.fact, state.terms)
      payInterest(state, purse, one, interest)
      break
    }
    default: {
      const principal = isDue ? least(principalLeft(one)) : 0
      if (principal <= 0) break
      endSegment(one, day, purse.fact, state.terms)
      payPrincipal(state, purse, one, principal)
    }
  }
  if (one.rentPaid === null && isDue && rentLeft(one) === 0) one.rentPaid = day
}

const principalFirst: readonly AllocationPart[] = ['principal', 'interest', 'penalty', 'fee']

/** All that is due, oldest first; a fee of the running instalment is due as soon as it is charged. */
export function payDue(state: LoanState, purse: Purse): void {
  const { allocation, nonAccrualDays } = state.terms
  const last = Math.min(state.due, state.items.length - 1)
  const long = allocation.principalFirst && daysOverdue(state, purse.day) > nonAccrualDays
  const order = long ? principalFirst : allocation.order
  if (long || allocation.mode === 'component') {
    for (const part of order) {
      for (let k = state.firstOpen; k <= last && purse.left > 0; k += 1) {
        const one = state.items[k]
        if (one) payPart(state, purse, one, part)
      }
    }
  } else {
    for (let k = state.firstOpen; k <= last && purse.left > 0; k += 1) {
      const one = state.items[k]
      if (one) for (const part of order) if (purse.left > 0) payPart(state, purse, one, part)
    }
  }
}

/** dpd on a day before anything of the day itself: by what its beginning saw. */
const daysOverdue = ({ overdueSince }: LoanState, day: Day): number =>
  overdueSince === null ? 0 : day - overdueSince

/**
 * Principal and interest of an instalment that is paid before it is due. What was accrued of it is in the books; the rest
 * is income at once.
 * @returns what the books have accrued above what is paid
 */
export function payAhead(state: LoanState, purse: Purse, one: Instalment, interest: Fen): Fen {
  const ppm = funderShare(state.terms)
  const before = ownInterest(one, one.paidInterest + one.waivedInterest, ppm)
  if (interest > 0) payInterest(state, purse, one, interest)
  const own = ownInterest(one, one.paidInterest + one.waivedInterest, ppm) - before
  const { booked } = one
  purse.receivable -= Math.max(own - booked, 0)
  purse.income += Math.max(own - booked, 0)
  one.booked = own
  const principal = principalLeft(one)
  if (principal > 0) payPrincipal(state, purse, one, principal)
  one.rentPaid = purse.day
  return Math.max(booked - own, 0)
}

/** 违约金: of the loan as a whole. */
export function payBreach(state: LoanState, purse: Purse, amount: Fen): void {
  if (amount === 0) return
  const { fact, day, from } = purse
  purse.left -= amount
  state.breachPaid += amount
  state.allocations.push({
    fact,
    day,
    from,
    version: state.version,
    periodNo: null,
    component: 'breach',
    amount,
  })
}

/**
 * The accounts that a settlement goes to, as credits; what is left of the purse waits in 2203 or stays where it came
 * from.
 */
export function creditsOf(state: LoanState, purse: Purse): Sides {
  const back = Math.min(state.accounts['1221.01'], purse.funder)
  const { accruing, terms } = state
  return [
    '1122.01',
    -purse.fees,
    '6011.02',
    -purse.penalty,
    '1132',
    accruing ? -purse.receivable : 0,
    '6011.01',
    -purse.income - (accruing ? 0 : purse.receivable),
    '1531.01',
    -purse.principal,
    '1221.01',
    -back,
    '2241.04',
    back - purse.funder,
    '7001',
    accruing ? 0 : -purse.receivable,
    '7002',
    terms.funder?.kind === 'assisted' ? -purse.funderPrincipal : 0,
  ]
}

/** E07 of money of the customer. Cash that nothing is due of waits in 2203. @returns what was not used */
export function receive(state: LoanState, purse: Purse, key: string, debit: GlAccount): Fen {
  const whole = purse.left
  let ahead = 0
  if (purse.from === 'cash' && state.prepaid < 0) {
    ahead = Math.min(-state.prepaid, purse.left)
    purse.left -= ahead
  }
  payDue(state, purse)
  if (purse.from === 'cash') {
    ahead += purse.left
    purse.left = 0
  }
  const used = whole - purse.left
  if (purse.from !== 'deposit') state.prepaid += purse.from === 'cash' ? ahead : -used
  post(state, 'E07', key, purse.day, purse.fact, [debit, used, ...creditsOf(state, purse), '2203', -ahead])
  return purse.left
}

/** 预收款 pays what falls due, on its day; once a day, before the day's own money. */
export function spendPrepaid(state: LoanState, day: Day): void {
  if (state.prepaid <= 0 || state.writtenOff !== null) return
  receive(state, purseOf(null, day, 'prepaid', state.prepaid), `E07:prepaid:${day}`, '2203')
}
