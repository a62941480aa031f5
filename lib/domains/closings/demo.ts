import { type Day, dayOf, dayText } from '../loans/rules/day.ts'
import type { LoanFact, MoneyChannel, PrepayWay } from '../loans/rules/facts.ts'
import { foldLoan, type LoanFold, settlementQuote } from '../loans/rules/fold.ts'
import { amountLeft } from '../loans/rules/instalment.ts'
import { liveLoanStates } from '../loans/rules/loan-states.ts'
import type { LoanTerms } from '../loans/rules/terms.ts'
import type { NewFact } from '../loans/service/loan-facts.ts'
import { drawOf } from '../seed/generator.ts'

/**
 * Everything that happened to a loan of the demo since its release (domain.md 5.5), as facts: drawn by its order, or
 * hand-made.
 */

export type Story =
  | { kind: 'drawn' | 'reversed' | 'written_off' }
  | { kind: 'prepaid'; way: PrepayWay }
  /** The last ones of its instalments are not paid. */
  | { kind: 'behind'; by: number }
  | { kind: 'settled'; on: string }

export type DemoLoan = {
  /** Of the draw: its order. */
  row: number
  loanId: number
  terms: LoanTerms
  /** Its release alone. */
  facts: readonly LoanFact[]
  /** The day that is still open: nothing has happened on it. */
  today: string
  /** The person who checks what a second person has to. */
  checkerId: number
  payerName: string
}

/** Those that are always there, each with the instalments that must have come due before: the oldest loans get them. */
export const handMadeStories: readonly { story: Story; least: number }[] = [
  { story: { kind: 'written_off' }, least: 11 },
  { story: { kind: 'prepaid', way: 'reduce' }, least: 8 },
  { story: { kind: 'prepaid', way: 'shorten' }, least: 8 },
  ...[7, 6, 5].map((by) => ({ story: { kind: 'behind', by } as const, least: by + 1 })),
  { story: { kind: 'reversed' }, least: 5 },
  ...[4, 3, 2, 1].map((by) => ({ story: { kind: 'behind', by } as const, least: by + 1 })),
]

const draw = drawOf('loan')

type Body<K extends NewFact['kind'] = NewFact['kind']> = {
  [Kind in K]: Omit<NewFact<Kind>, 'eventId' | 'valueDate' | 'checkedBy'>
}[K]

/** The facts of a loan as they grow. */
function bookOf({ loanId, terms, facts, checkerId, payerName }: DemoLoan) {
  const known = [...facts]
  const added: NewFact[] = []
  return {
    added,
    on: (day: Day): LoanFold => foldLoan(terms, known, day),
    quote: (day: Day, depositOffset: number) =>
      settlementQuote(terms, known, day, { depositOffset, waivedBreach: 0, waivedInterest: 0 }),
    /** @returns its number */
    add(body: Body, day: Day): number {
      const id = known.length + 1
      const checkedBy = body.kind === 'receipt' ? null : checkerId
      const own = { ...body, eventId: `demo:${loanId}:${id}`, checkedBy }
      added.push({ ...own, valueDate: dayText(day) } as NewFact)
      known.push({ ...own, id, day, bookedAt: 0, by: 0 } as LoanFact)
      return id
    },
    /** @param channel 代扣, else by a transfer. @returns the number of the fact; null where nothing was to be paid */
    receive(amount: number, day: Day, channel: MoneyChannel = 'transfer'): number | null {
      const thirdNo = `DEMO${loanId}-${known.length + 1}`
      const source = { channel, thirdNo, payerName, payerCard: '' }
      return amount > 0 ? this.add({ kind: 'receipt', amount, source }, day) : null
    },
  }
}
type Book = ReturnType<typeof bookOf>

/** The days before today on which something came due. */
export function pastDueDays({ facts, today }: Pick<DemoLoan, 'facts' | 'today'>): Day[] {
  const release = facts.find((fact) => fact.kind === 'release')
  const end = dayOf(today)
  return [...new Set(release?.rows.map(({ due }) => due))].filter((due) => due < end).sort((a, b) => a - b)
}

export function historyOf(loan: DemoLoan, story: Story): NewFact[] {
  const book = bookOf(loan)
  const days = pastDueDays(loan)
  const until = story.kind === 'settled' ? dayOf(story.on) : dayOf(loan.today)
  const paid = story.kind === 'behind' ? days.slice(0, -story.by) : days
  let behind = 0
  for (const [k, due] of paid.entries()) {
    if (due >= until || !liveLoanStates.has(book.on(due).status)) break
    if (story.kind === 'written_off') {
      if (k < 2) payOnTime(book, loan, k, due, until)
    } else if (story.kind === 'drawn') behind = move(book, loan, k, due, until, behind)
    else payOnTime(book, loan, k, due, until)
    if (story.kind === 'reversed' && k === 3) {
      const twice = book.receive(book.on(due).instalments[3]?.principal ?? 0, due + 1)
      if (twice !== null) book.add({ kind: 'reversal', of: twice }, due + 2)
    }
    if (story.kind === 'prepaid' && k === 6) prepay(book, due, story.way)
  }
  if (story.kind === 'written_off') writeOff(book, days)
  if (story.kind === 'settled') settle(book, until)
  return book.added
}

/** Seven of ten on the day, by 代扣; two some days early; one within the days of grace. */
function payOnTime(book: Book, { row, facts }: DemoLoan, k: number, due: Day, until: Day): void {
  const lot = draw.mod(`when${k}`, row, 10)
  const days = 1 + draw.mod(`days${k}`, row, lot < 9 ? 5 : 3)
  if (lot < 7) book.receive(book.on(due).dueToday, due, 'deduction')
  else if (lot < 9) book.receive(book.on(due).dueToday, Math.max(due - days, facts[0]?.day ?? due))
  else if (due + days < until) book.receive(book.on(due + days).dueToday, due + days)
}

/** The chances of a month, in thousandths, by the instalments that are not paid: all of them, or all but the newest. */
const chances = [
  { all: 973, some: 973 },
  { all: 520, some: 660 },
  { all: 220, some: 370 },
  { all: 90, some: 200 },
  { all: 30, some: 30 },
] as const

/** @returns the instalments that are not paid then */
function move(book: Book, loan: DemoLoan, k: number, due: Day, until: Day, behind: number): number {
  const lot = draw.mod(`m${k}`, loan.row, 1000)
  const { all, some } = chances[behind] ?? chances[4]
  if (lot < all) {
    if (behind === 0) payOnTime(book, loan, k, due, until)
    else book.receive(book.on(due).dueToday, due)
    if (behind === 0 && lot < 5) prepay(book, due, lot % 2 === 0 ? 'reduce' : 'shorten')
    return 0
  }
  if (lot < some) {
    const fold = book.on(due)
    const newest = fold.instalments.findLast((one) => one.due <= due)
    book.receive(fold.dueToday - (newest ? amountLeft(newest) : 0), due)
    return 1
  }
  return behind + 1
}

/** A fifth of what is left, in whole hundreds of yuan; nothing while something is due. */
function prepay(book: Book, day: Day, way: PrepayWay): void {
  const { outstandingPrincipal, dueToday, status } = book.on(day)
  const amount = Math.floor(outstandingPrincipal / 50_000) * 10_000
  if (status === '还款中' && dueToday === 0 && amount > 0)
    book.add({ kind: 'prepayment', amount, way, from: 'cash', feeRate: 0 }, day)
}

/** 核销 when nothing had come for more than half a year, and something did after all. */
function writeOff(book: Book, days: readonly Day[]): void {
  const day = days[9]
  if (day === undefined) return
  book.add({ kind: 'write_off' }, day + 1)
  book.add({ kind: 'recovery', amount: 200_000 }, day + 20)
}

/** The loan is over on the day: by a settlement where something was left, and its deposit goes against it or back. */
function settle(book: Book, day: Day): void {
  const { status, deposit } = book.on(day)
  if (liveLoanStates.has(status)) {
    const { payable, depositOffset } = book.quote(day, deposit)
    const waived = { waivedBreach: 0, waivedInterest: 0, bySale: false }
    book.add({ kind: 'settlement', amount: Math.max(payable, 0), depositOffset, ...waived }, day)
  }
  const after = book.on(day)
  if (after.deposit > 0) book.add({ kind: 'deposit', move: 'refunded', amount: after.deposit }, day)
  if (after.prepaid > 0) book.add({ kind: 'overpayment', amount: after.prepaid }, day)
}
