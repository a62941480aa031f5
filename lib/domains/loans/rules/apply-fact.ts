import { bookInterest } from './accrual.ts'
import { releaseSides } from './books.ts'
import { downgrade } from './classify.ts'
import type { Day } from './day.ts'
import { closeLoan, forgiveAccrued, recover, settle, writeOff } from './end-loan.ts'
import { type Fen, MILLION, share } from './exact.ts'
import type { FactKind, FactOf, PlanRow } from './facts.ts'
import {
  accruedUpTo,
  endSegment,
  feeLeft,
  funderShare,
  type Instalment,
  instalmentOf,
  interestLeft,
  ownInterest,
  penaltyLeft,
  principalLeft,
  rentLeft,
} from './instalment.ts'
import { type LoanState, type Note, post } from './ledger-state.ts'
import { creditsOf, type Purse, payAhead, payBreach, payDue, purseOf, receive } from './pay.ts'
import { funderOf, jointParts, replan } from './replan.ts'
import type { LoanTerms } from './terms.ts'

/** The effect of each fact on a loan on its day, behind what the day itself made due. */

const say = (state: LoanState, code: Note['code'], fact: number, amount: Fen): void => {
  if (amount !== 0) state.notes.push({ code, fact, amount })
}

function release(state: LoanState, fact: FactOf<'release'>): void {
  const { id, day, rows, upfrontService, upfrontOther, feesReceived } = fact
  const { terms } = state
  state.release = fact
  state.items = rows.map((row) => instalmentOf(row, 1, id, terms))
  state.rents = rows.filter(({ kind }) => kind !== 'balloon').length
  for (const [event, sides] of releaseSides(fact)) post(state, event, `${event}:${id}`, day, id, sides)
  const [first] = state.items
  if (first) first.fee += upfrontService + upfrontOther - feesReceived
  state.deposit += fact.deposit
  state.prepaid += fact.rent + fact.overpaid
}

/** The instalment of a period that has begun and is not paid off, else the one that runs on the day, else the last. */
function feeBearer({ items, due }: LoanState, periodNo: number | null, day: Day): Instalment | undefined {
  let running = due
  while (running > 0 && (items[running - 1]?.due ?? 0) >= day) running -= 1
  const named = items.findIndex((one) => one.periodNo === periodNo && one.paidOff === null)
  return items[named >= 0 && named < running ? named : running] ?? items.at(-1)
}

function charge(state: LoanState, { id, day, amount, periodNo }: FactOf<'fee'>): void {
  const one = feeBearer(state, periodNo, day)
  if (!one || state.writtenOff !== null) {
    say(state, one ? 'afterEnd' : 'noLoan', id, amount)
    return
  }
  // It is open again where it ended by itself.
  if (state.settled?.kind === '正常结清') state.settled = null
  else if (state.settled) say(state, 'afterEnd', id, amount)
  one.fee += amount
  one.paidOff = null
  one.cleared = null
  const at = state.items.indexOf(one)
  state.firstOpen = Math.min(state.firstOpen, at)
  state.firstUncleared = Math.min(state.firstUncleared, at)
  post(state, 'E06', `E06:${id}`, day, id, ['1122.01', amount, '6051', -amount])
}

/** E21: what is owed becomes less. Of penalties the books know nothing before they are paid. */
function waive(state: LoanState, fact: FactOf<'waiver'>): void {
  const { id, day, amount, periodNo, component } = fact
  const { terms } = state
  const one =
    state.items.find((each) => each.periodNo === periodNo && isRegular(each)) ??
    state.items.find((each) => each.periodNo === periodNo)
  if (!one || state.writtenOff !== null) {
    say(state, one ? 'afterEnd' : 'noLoan', id, amount)
    return
  }
  const left =
    component === 'penalty'
      ? penaltyLeft(one, day, terms)
      : component === 'fee'
        ? feeLeft(one)
        : Math.max(interestLeft(one), 0)
  const waived = Math.min(amount, left)
  say(state, 'waiverBeyond', id, amount - waived)
  if (component === 'penalty') one.waivedPenalty += waived
  else if (component === 'fee') {
    one.waivedFee += waived
    post(state, 'E21', `E21:${id}`, day, id, ['6051', waived, '1122.01', -waived])
  } else {
    const isDue = state.items.indexOf(one) < state.due
    if (isDue && waived > 0 && terms.penalty.base === 'rent') endSegment(one, day, id, terms)
    const ppm = funderShare(terms)
    const before = one.paidInterest + one.waivedInterest
    const own = ownInterest(one, before + waived, ppm) - ownInterest(one, before, ppm)
    one.waivedInterest += waived
    // Of what is not due the books will have less.
    if (isDue) {
      const sides = state.accruing ? (['6011.01', own, '1132', -own] as const) : (['7001', -own] as const)
      post(state, 'E21', `E21:${id}`, day, id, sides)
      if (rentLeft(one) === 0) one.rentPaid ??= day
    }
  }
}

const isRegular = ({ kind }: PlanRow): boolean => kind === 'rent' || kind === 'interest_only'

function moveDeposit(state: LoanState, { id, day, amount, move }: FactOf<'deposit'>): void {
  if (move === 'received') {
    state.deposit += amount
    post(state, 'E02', `E02:${id}`, day, id, ['1002', amount, '2241.01', -amount])
  } else if (move === 'refunded') {
    state.deposit -= amount
    say(state, 'depositBelowZero', id, Math.max(-state.deposit, 0))
    post(state, 'E11', `E11:${id}`, day, id, ['2241.01', amount, '1002', -amount])
  } else {
    const most = Math.max(Math.min(amount, state.deposit), 0)
    let unused = 0
    if (isWrittenOff(state)) recover(state, id, day, most, '2241.01')
    else unused = receive(state, purseOf(id, day, 'deposit', most), `E07:${id}`, '2241.01')
    state.deposit -= most - unused
    say(state, 'offsetBeyond', id, amount - most + unused)
  }
}

/** The rows that take the place of what is not due; what the old ones bore beside their plan goes with them. */
function putPlan(state: LoanState, rows: readonly PlanRow[], origin: number): void {
  state.version += 1
  const gone = state.items.splice(state.due)
  const next = rows.map((row) => instalmentOf(row, state.version, origin, state.terms))
  const [first] = next
  for (const old of gone) {
    const heir = next.find(({ periodNo }) => periodNo === old.periodNo) ?? next.at(-1)
    if (heir) {
      const fee = feeLeft(old)
      old.fee -= fee
      heir.fee += fee
      heir.waivedInterest += Math.min(old.waivedInterest, heir.interest - heir.waivedInterest)
    }
    if (first) first.booked += old.booked
    old.booked = 0
    old.status = '已作废'
    state.voided.push(old)
  }
  state.items.push(...next)
}

const fundersOf = (rows: readonly PlanRow[]): Fen =>
  rows.reduce((sum, { funderPrincipal }) => sum + funderPrincipal, 0)

/** A row that a prepayment makes and pays at once. */
function prepaidRow(
  running: Instalment,
  day: Day,
  principal: Fen,
  interest: Fen,
  rest: Fen,
  terms: LoanTerms,
  funders: Fen,
): PlanRow {
  const ppm = funderShare(terms)
  return {
    periodNo: running.periodNo - 1,
    kind: 'prepayment',
    start: running.start,
    due: day,
    principal,
    interest,
    serviceFee: 0,
    balanceAfter: rest,
    funderPrincipal: funderOf(principal, ppm, funders, rest),
    funderInterest: share(interest, ppm, MILLION),
  }
}

/** 部分提前还款 (domain.md 4.10): what is due first, then what is accrued; the rest lowers the principal. */
function prepay(state: LoanState, fact: FactOf<'prepayment'>): void {
  const { id, day, from } = fact
  if (state.writtenOff !== null) {
    if (from === 'cash') recover(state, id, day, fact.amount)
    return
  }
  const isCash = from === 'cash'
  const whole = isCash ? fact.amount : Math.min(fact.amount, Math.max(state.prepaid, 0))
  const restored = isCash ? Math.min(Math.max(-state.prepaid, 0), whole) : 0
  const purse = purseOf(id, day, from, whole - restored)
  payDue(state, purse)
  const { charged, isAll } = lowerPrincipal(state, purse, fact)
  const kept = isCash ? purse.left + restored : 0
  const used = isCash ? whole : whole - purse.left
  post(state, 'E07', `E07:${id}`, day, id, [
    isCash ? '1002' : '2203',
    used,
    ...creditsOf(state, purse),
    '6051',
    -charged,
    '2203',
    -kept,
  ])
  state.prepaid += isCash ? kept : -used
  if (isAll) closeLoan(state, day, id, '提前结清')
}

/** @returns the fee that it costs, and whether it repaid all that was not due */
function lowerPrincipal(
  state: LoanState,
  purse: Purse,
  { id, day, way, feeRate, amount }: FactOf<'prepayment'>,
): { charged: Fen; isAll: boolean } {
  const { terms } = state
  const ahead = state.items.slice(state.due)
  const [running] = ahead
  const owed = ahead.reduce((sum, one) => sum + principalLeft(one), 0)
  // 等本等息 asks for the running period in full: its instalment keeps the interest.
  const isFlat = terms.method === 'flat'
  const accrued = running && !isFlat ? accruedUpTo(running, day, terms) : 0
  const money = Math.max(purse.left - accrued, 0)
  const principal = Math.min(share(money, MILLION, MILLION + feeRate), owed)
  if (!running || principal === 0) {
    say(state, 'prepaymentNothing', id, amount)
    return { charged: 0, isAll: false }
  }
  if (!isFlat) bookInterest(state, running, day)
  const rest = owed - principal
  const funders = fundersOf(ahead)
  const row = prepaidRow(running, day, principal, accrued, rest, terms, funders)
  const rows = rest > 0 ? replan(terms, ahead, rest, day, way, funders - row.funderPrincipal) : []
  const paid = instalmentOf(row, state.version + 1, id, terms)
  // Everything that is accrued goes with the row that pays it; without one the running period keeps it.
  if (!isFlat || rest === 0)
    for (const one of ahead) {
      paid.booked += one.booked
      one.booked = 0
    }
  putPlan(state, rows, id)
  state.items.splice(state.due, 0, paid)
  state.due += 1
  forgiveAccrued(state, id, day, payAhead(state, purse, paid, accrued))
  const charged = Math.min(share(principal, feeRate, MILLION), purse.left)
  payBreach(state, purse, charged)
  return { charged, isAll: rest === 0 }
}

/** 展期: its rows repay what is not due, to the fen; what a later fact changed of that is in the last of them. */
function extend(state: LoanState, { id, rows }: FactOf<'plan'>): void {
  const ahead = state.items.slice(state.due)
  const owed = ahead.reduce((sum, one) => sum + principalLeft(one), 0)
  const planned = rows.reduce((sum, { principal }) => sum + principal, 0)
  say(state, 'planDiffers', id, owed - planned)
  if (owed === 0) return
  let left = owed
  const last = rows.length - 1
  const kept = rows.map((row, k): PlanRow => {
    const principal = k === last ? left : Math.min(row.principal, left)
    left -= principal
    return { ...row, principal, balanceAfter: left }
  })
  const { funder } = state.terms
  const parts = funder?.kind === 'joint' ? jointParts(kept, fundersOf(ahead), funder.share) : null
  const shared = kept.map((row, k): PlanRow => {
    const { principal, interest } = parts?.[k] ?? {
      principal: row.funderPrincipal,
      interest: row.funderInterest,
    }
    return { ...row, funderPrincipal: principal, funderInterest: interest }
  })
  putPlan(state, shared, id)
}

const isWrittenOff = ({ writtenOff }: LoanState): boolean => writtenOff !== null

/** Money that came in, which of a loan that was written off is recovered. */
function takeReceipt(state: LoanState, { id, day, amount }: FactOf<'receipt'>): void {
  if (isWrittenOff(state)) recover(state, id, day, amount)
  else receive(state, purseOf(id, day, 'cash', amount), `E07:${id}`, '1002')
}

function payBack(state: LoanState, { id, day, amount }: FactOf<'overpayment'>): void {
  state.prepaid -= amount
  say(state, 'prepaidBelowZero', id, Math.max(-state.prepaid, 0))
  post(state, 'E20', `E20:${id}`, day, id, ['2203', amount, '1002', -amount])
}

function compensate(state: LoanState, { id, day, amount, move }: FactOf<'compensation'>): void {
  const out = move === 'paid' ? amount : -amount
  if (out > 0) state.compensated = true
  post(state, 'E16', `E16:${id}`, day, id, ['1221.01', out, '1002', -out])
}

type Applied = { [K in FactOf<FactKind>['kind']]: (state: LoanState, fact: FactOf<K>) => void }

const applied: Applied = {
  release,
  fee: charge,
  waiver: waive,
  compensation: compensate,
  receipt: takeReceipt,
  deposit: moveDeposit,
  plan: extend,
  prepayment: prepay,
  settlement(state, fact) {
    if (isWrittenOff(state)) recover(state, fact.id, fact.day, fact.amount)
    else settle(state, fact)
  },
  overpayment: payBack,
  pass_on(state, { id, day, amount }) {
    post(state, 'E18', `E18:${id}`, day, id, ['2241.04', amount, '1002', -amount])
  },
  service_fee(state, { id, day, amount, claim = amount }) {
    // Everything that the funder does not owe after all was no income, and what it owes beyond is.
    post(state, 'E19', `E19:${id}`, day, id, ['1002', amount, '6021', claim - amount, '1122.02', -claim])
  },
  rebate(state, { id, day, amount }) {
    post(state, 'E04', `E04:${id}`, day, id, ['2241.02', amount, '1002', -amount])
  },
  write_off(state, { id, day }) {
    if (isWrittenOff(state) || state.settled) say(state, 'afterEnd', id, 1)
    else writeOff(state, id, day)
  },
  recovery(state, { id, day, amount }) {
    recover(state, id, day, amount)
  },
  downgrade(state, { to, day }) {
    downgrade(state, to, day)
  },
  // It says of another fact that it does not count, and does nothing itself.
  reversal() {},
}

export function applyFact<K extends FactKind>(state: LoanState, fact: FactOf<K>): void {
  const apply = applied[fact.kind] as (state: LoanState, fact: FactOf<K>) => void
  apply(state, fact)
}
