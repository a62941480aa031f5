import type { FieldMessage } from '../../../platform/errors.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import type { BookDays } from '../../ledger/service/days.ts'
import { dayOf } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import { extendedRows } from '../rules/extend.ts'
import type { FactBody, SaidBody } from '../rules/fact-input.ts'
import { stateRefusal } from '../rules/fact-permit.ts'
import { countingFacts, type LoanFact } from '../rules/facts.ts'
import { foldLoan, type LoanFold } from '../rules/fold.ts'
import { type LoanChange, loanChange, newNote } from '../rules/loan-change.ts'
import { postedEntries } from './loan-entries.ts'
import { factsOf } from './loan-facts.ts'
import type { Loan } from './loan-record.ts'

/** A fact that is not booked yet: what it would change, and why it cannot be. One rule for whoever books one. */

export type Preview = {
  before: LoanFold
  after: LoanFold
  change: LoanChange
  /** The fact as it is booked. */
  body: FactBody
  /** Those that it was judged with. */
  facts: readonly LoanFact[]
  /** The number of the newest of them. */
  lastFactNo: number
  refusal: FieldMessage | undefined
}

export async function previewFact(
  loan: Loan,
  said: SaidBody,
  valueDate: string,
  days: BookDays,
): Promise<Preview> {
  const facts = (await factsOf([loan.id])).get(loan.id) ?? []
  const posted = (await postedEntries([loan])).get(loan.id) ?? []
  const judged = judgeFact(loan, said, facts, valueDate, days)
  return { ...judged, change: loanChange(judged.before, judged.after, posted, dayOf(days.openFrom)) }
}

/** The same of facts that were read, without what would change in the books. */
export function judgeFact(
  loan: Loan,
  said: SaidBody,
  facts: readonly LoanFact[],
  valueDate: string,
  { today }: BookDays,
): Omit<Preview, 'change'> {
  const lastFactNo = facts.at(-1)?.id ?? 0
  const body: FactBody =
    said.kind === 'plan'
      ? {
          kind: 'plan',
          rows: extendedRows(loan.terms, foldLoan(loan.terms, facts, dayOf(valueDate)), said.periods),
        }
      : said
  const fact = {
    ...body,
    id: lastFactNo + 1,
    eventId: '',
    day: dayOf(valueDate),
    bookedAt: Number.MAX_SAFE_INTEGER,
    by: 0,
    checkedBy: null,
  } as LoanFact
  const asOf = dayOf(today)
  const before = foldLoan(loan.terms, facts, asOf)
  const after = foldLoan(loan.terms, [...facts, fact], asOf)
  const refusal =
    (valueDate > today && { key: 'loans.refusals.dayAhead' as const, params: { today } }) ||
    (valueDate < loan.valueDate && ('loans.refusals.beforeRelease' as const)) ||
    refusalOf(loan, body, facts, before) ||
    noteOf(before, after)
  return { before, after, body, facts, lastFactNo, refusal: refusal || undefined }
}

function refusalOf(
  loan: Loan,
  body: FactBody,
  facts: readonly LoanFact[],
  before: LoanFold,
): FieldMessage | undefined {
  const refused = stateRefusal(body.kind, before.status)
  if (refused) return `loans.refusals.${refused}`
  if (body.kind === 'reversal') {
    const counting = countingFacts(facts, Number.POSITIVE_INFINITY)
    // A reversal is taken back as well, once.
    const isOpen = (one: LoanFact) =>
      one.kind === 'reversal' && !facts.some((later) => later.kind === 'reversal' && later.of === one.id)
    const of =
      counting.find(({ id }) => id === body.of) ?? facts.find((one) => one.id === body.of && isOpen(one))
    return !of ? 'loans.refusals.notCounting' : of.kind === 'release' ? 'loans.refusals.release' : undefined
  }
  if (body.kind === 'plan' && body.rows.length === 0) return 'loans.refusals.nothingAhead'
  return body.kind === 'compensation' ? compensationRefusal(loan, body, before) : undefined
}

/** 代偿 is what we paid for the customer to a funder; of it no more comes back than is out. */
function compensationRefusal(
  { terms }: Loan,
  { move, amount }: Extract<FactBody, { kind: 'compensation' }>,
  { accounts }: LoanFold,
): FieldMessage | undefined {
  if (move === 'paid') return terms.funder === null ? 'loans.refusals.noFunder' : undefined
  const out = Math.max(accounts['1221.01'], 0)
  return amount > out
    ? { key: 'loans.refusals.recoveredBeyond', params: { amount: formatMoney(moneyOf(out)) } }
    : undefined
}

function noteOf(before: LoanFold, after: LoanFold): FieldMessage | undefined {
  const note = newNote(before, after)
  return (
    note && {
      key: `loans.notes.${note.code}` as const,
      params: { amount: formatMoney(moneyOf(note.amount)) },
    }
  )
}
