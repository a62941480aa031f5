import type { GlLine } from '../../ledger/rules/ledger.ts'
import { type BookEntry, correctionOf, type PostedEntry, voucherOf } from './books.ts'
import { type Day, dayText } from './day.ts'
import { moneyOf } from './exact.ts'
import type { PlanRow } from './facts.ts'
import type { FigureName } from './figures.ts'
import type { LoanFold } from './fold.ts'
import type { Instalment } from './instalment.ts'
import type { Note } from './ledger-state.ts'

/** The loan before a fact and behind it, shown before it is booked: two folds side by side. */

export type LoanFigures = Record<FigureName, string>

export const figuresOf = (fold: LoanFold): LoanFigures => ({
  status: fold.status,
  outstandingPrincipal: moneyOf(fold.outstandingPrincipal),
  dueToday: moneyOf(fold.dueToday),
  overdueAmount: moneyOf(fold.overdueAmount),
  penaltyDue: moneyOf(fold.penaltyDue),
  feeDue: moneyOf(fold.feeDue),
  prepaid: moneyOf(fold.prepaid),
  deposit: moneyOf(fold.deposit),
  dpd: String(fold.dpd),
  bucket: fold.bucket,
  fiveClass: fold.fiveClass,
  nextDue: fold.nextDue === null ? '' : dayText(fold.nextDue),
  nextAmount: moneyOf(fold.nextAmount),
})

/** An instalment on one side: null where it is not in that plan. */
export type InstalmentSide = {
  principal: string
  interest: string
  fee: string
  penalty: string
  paid: string
  waived: string
  status: string
}

export type InstalmentChange = {
  periodNo: number
  kind: PlanRow['kind']
  dueDate: string
  before: InstalmentSide | null
  after: InstalmentSide | null
}

export type EntryChange = {
  event: BookEntry['event']
  bizDate: string
  /** The voucher that it mirrors, by its id. */
  mirrors: number | null
  lines: GlLine[]
}

export type LoanChange = {
  before: LoanFigures
  after: LoanFigures
  instalments: InstalmentChange[]
  entries: EntryChange[]
}

const sideOf = (one: Instalment): InstalmentSide => ({
  principal: moneyOf(one.principal),
  interest: moneyOf(one.interest),
  fee: moneyOf(one.fee + one.serviceFee),
  penalty: moneyOf(one.penalty),
  paid: moneyOf(one.paidPrincipal + one.paidInterest + one.paidServiceFee + one.paidFee + one.paidPenalty),
  waived: moneyOf(one.waivedInterest + one.waivedFee + one.waivedPenalty),
  status: one.status,
})

const keyOf = ({ due, periodNo, kind }: Instalment): string => `${due} ${periodNo} ${kind}`

/** Rows that differ, in the order of their due days; one of a plan that is replaced stands on its own side alone. */
export function instalmentChanges(before: LoanFold, after: LoanFold): InstalmentChange[] {
  const found = new Map<string, { one: Instalment; before?: Instalment; after?: Instalment }>()
  for (const one of before.instalments) found.set(keyOf(one), { one, before: one })
  for (const one of after.instalments)
    found.set(keyOf(one), { ...(found.get(keyOf(one)) ?? { one }), after: one })
  return [...found.values()]
    .map(
      ({ one, before: was, after: is }): InstalmentChange => ({
        periodNo: one.periodNo,
        kind: one.kind,
        dueDate: dayText(one.due),
        before: was ? sideOf(was) : null,
        after: is ? sideOf(is) : null,
      }),
    )
    .filter((row) => JSON.stringify(row.before) !== JSON.stringify(row.after))
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.periodNo - b.periodNo))
}

/**
 * @param posted what stands in the books of the loan
 * @param openFrom the first day of the open period
 */
export function loanChange(
  before: LoanFold,
  after: LoanFold,
  posted: readonly PostedEntry[],
  openFrom: Day,
): LoanChange {
  const { mirror, post } = correctionOf(posted, after.entries, openFrom)
  const entries = [
    ...mirror.map(({ of, entry }): EntryChange => ({ ...voucherOf(entry), mirrors: of.voucherId })),
    ...post.map((entry): EntryChange => ({ ...voucherOf(entry), mirrors: null })),
  ]
  return {
    before: figuresOf(before),
    after: figuresOf(after),
    instalments: instalmentChanges(before, after),
    entries,
  }
}

/** Everything that a fold could not do to the cent that it could before: the reason to refuse what was added. */
export function newNote(before: LoanFold, after: LoanFold): Note | undefined {
  const known = new Map<string, number>()
  for (const { code, fact } of before.notes) known.set(`${code} ${fact}`, 1)
  return after.notes.find(({ code, fact, amount }) => amount > 0 && !known.has(`${code} ${fact}`))
}
