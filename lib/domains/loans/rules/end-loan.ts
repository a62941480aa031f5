import { bookInterest, spareInterest } from './accrual.ts'
import type { Day } from './day.ts'
import { type Fen, MILLION, share } from './exact.ts'
import type { FactOf } from './facts.ts'
import { feeLeft, serviceFeeLeft } from './instalment.ts'
import { type LoanState, post } from './ledger-state.ts'
import { creditsOf, payAhead, payBreach, payDue, payFee, purseOf, receive } from './pay.ts'
import { askedInterest, periodsUsed, quoteOn } from './quote.ts'

/** 结清 and 核销: what ends a loan (domain.md 2.12, 4.9, 4.11, 4.12). */

/** Nothing is left: what fees have not earned is earned, and the shop gives back of its rebate what was not used. */
export function closeLoan(
  state: LoanState,
  day: Day,
  fact: number | null,
  kind: NonNullable<LoanState['settled']>['kind'],
): void {
  state.settled = { day, kind }
  const rest = -state.accounts['2401']
  const of = fact ?? day
  post(state, 'E10', `E10:${of}`, day, fact, ['2401', rest, '6021', -rest])
  if (kind !== '正常结清') clawBack(state, day, of, fact)
}

/** 返佣扣回: the part of the periods that were not used, of a loan that is settled within the first ones. */
function clawBack(state: LoanState, day: Day, of: number, fact: number | null): void {
  const { release, rents, terms, trace } = state
  const used = periodsUsed(state, day)
  if (release === null || used > terms.early.rebatePeriods) return
  const back = share(release.rebate, Math.max(rents - used, 0), rents)
  trace?.push({
    of: `rebate.${day}`,
    formula: 'rebate.periods',
    inputs: { rebate: release.rebate, used, periods: rents },
    rounding: 'half_up',
    result: back,
    facts: [release.id],
  })
  post(state, 'E04', `E04:back:${of}`, day, fact, ['2241.02', back, '6421', -back])
}

/** Interest that was accrued and is not asked for leaves the books. */
export function forgiveAccrued(state: LoanState, fact: number, day: Day, own: Fen): void {
  post(
    state,
    'E21',
    `E21:${fact}`,
    day,
    fact,
    state.accruing ? ['6011.01', own, '1132', -own] : ['7001', -own],
  )
}

/** Settles the loan where its money is enough on its day; else it is a receipt as any other. */
export function settle(state: LoanState, fact: FactOf<'settlement'>): void {
  const { day, id, amount } = fact
  const quote = quoteOn(state, day, fact)
  if (state.settled || amount < quote.payable) {
    const code = state.settled ? 'afterEnd' : 'settlementShort'
    state.notes.push({ code, fact: id, amount: state.settled ? amount : quote.payable - amount })
    if (amount > 0) receive(state, purseOf(id, day, 'cash', amount), `E07:${id}`, '1002')
    return
  }
  const { breach, waivedBreach, depositOffset, prepaid, feeRefund, principal } = quote
  const asked = askedInterest(state, day)
  let waived = quote.waivedInterest
  const charged = breach - waivedBreach
  const funds = amount + prepaid + depositOffset + feeRefund
  const purse = purseOf(id, day, 'cash', funds)
  payDue(state, purse)
  let forgiven = 0
  state.items.slice(state.due).forEach((one, k) => {
    const whole = asked[k] ?? 0
    const without = Math.min(waived, whole)
    waived -= without
    payFee(state, purse, one, feeLeft(one))
    one.sparedServiceFee = serviceFeeLeft(one)
    spareInterest(state, one, whole - without)
    forgiven += payAhead(state, purse, one, whole - without)
  })
  payBreach(state, purse, charged)
  forgiveAccrued(state, id, day, forgiven)
  const deferred = -state.accounts['2401']
  const refundOfDeferred = Math.min(feeRefund, Math.max(deferred, 0))
  post(state, 'E09', `E09:${id}`, day, id, [
    '1002',
    amount,
    '2241.01',
    depositOffset,
    '2203',
    prepaid,
    '2401',
    refundOfDeferred,
    // The last cents of what fees had earned already.
    '6021',
    feeRefund - refundOfDeferred,
    ...creditsOf(state, purse),
    '6051',
    -charged,
    '2203',
    -purse.left,
  ])
  state.deposit -= depositOffset
  state.prepaid += purse.left - prepaid
  state.due = state.items.length
  const kind = principal === 0 ? '正常结清' : '提前结清'
  closeLoan(state, day, id, fact.bySale ? '处置结清' : kind)
}

/** E14: the book value against its provision, which is made whole first. What the customer owes stands off book. */
export function writeOff(state: LoanState, id: number, day: Day): void {
  const running = state.items[state.due]
  if (running && state.terms.accruesMonthly) bookInterest(state, running, day)
  const { accounts } = state
  const principal = accounts['1531.01']
  const interest = accounts['1132']
  const fees = accounts['1122.01']
  const paidForFunder = accounts['1221.01']
  const book = principal + interest + fees + paidForFunder
  const short = book + accounts['1534']
  post(state, 'E13', `E13:off:${id}`, day, id, ['6702', short, '1534', -short])
  const offBook = accounts['7001']
  post(state, 'E14', `E14:${id}`, day, id, [
    '1534',
    book,
    '1531.01',
    -principal,
    '1132',
    -interest,
    '1122.01',
    -fees,
    '1221.01',
    -paidForFunder,
    '7001',
    -offBook,
    '7003',
    book + offBook,
  ])
  const rest = -accounts['2401']
  post(state, 'E10', `E10:${id}`, day, id, ['2401', rest, '6021', -rest])
  state.writtenOff = day
}

/** E15: money of a loan that was written off is no more of its instalments. */
export function recover(
  state: LoanState,
  id: number,
  day: Day,
  amount: Fen,
  debit: '1002' | '2241.01' = '1002',
): void {
  state.recovered += amount
  const known = Math.min(amount, Math.max(state.accounts['7003'], 0))
  post(state, 'E15', `E15:${id}`, day, id, [debit, amount, '6702', -amount, '7003', -known])
}

/** The part of a financed share that is provided for at a month's end. */
export const provisionFor = (book: Fen, rate: number): Fen => share(book, rate, MILLION)
