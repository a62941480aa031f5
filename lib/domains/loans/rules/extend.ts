import { type Day, dayText, monthsLater } from './day.ts'
import { share } from './exact.ts'
import type { PlanRow } from './facts.ts'
import type { LoanFold } from './fold.ts'
import { type Instalment, principalLeft } from './instalment.ts'
import { replan, sharedRows } from './replan.ts'
import type { LoanTerms } from './terms.ts'

/**
 * 展期: so many months more for what is not due yet. The due days go on as they were agreed, the running period keeps
 * its interest. A balloon is repaid over the periods that are added; all else over those that were left and those that
 * are added.
 */

const isRegular = ({ kind }: PlanRow): boolean => kind === 'rent' || kind === 'interest_only'

/** The day of the month that a loan falls due on; a short month has its last one instead. */
const anchorOf = (rows: readonly PlanRow[]): PlanRow | undefined =>
  rows.reduce<PlanRow | undefined>(
    (anchor, row) => (!anchor || dayText(row.due).slice(8) > dayText(anchor.due).slice(8) ? row : anchor),
    undefined,
  )

/** Rows behind the last one, a month each. */
function addedRows(regular: readonly PlanRow[], last: PlanRow, periods: number): PlanRow[] {
  const anchor = anchorOf(regular) ?? last
  let start = last.due
  return Array.from({ length: periods }, (_, k): PlanRow => {
    const due = monthsLater(anchor.due, last.periodNo - anchor.periodNo + k + 1)
    const row = { ...last, kind: 'rent' as const, periodNo: last.periodNo + k + 1, start, due, serviceFee: 0 }
    start = due
    return row
  })
}

const agreed = ({ periodNo, kind, start, due, serviceFee, balanceAfter, ...one }: Instalment): PlanRow => ({
  periodNo,
  kind,
  start,
  due,
  principal: one.principal,
  interest: one.interest,
  serviceFee,
  balanceAfter,
  funderPrincipal: one.funderPrincipal,
  funderInterest: one.funderInterest,
})

const sumOf = (rows: readonly PlanRow[], of: 'principal' | 'funderPrincipal'): number =>
  rows.reduce((sum, row) => sum + row[of], 0)

/**
 * @param fold the loan at the end of the day before anything is extended
 * @returns the rows that take the place of those not yet due; none where all is due already
 */
export function extendedRows(terms: LoanTerms, fold: LoanFold, periods: number): PlanRow[] {
  const ahead = fold.instalments.filter((one) => one.due > fold.asOf && principalLeft(one) > 0).map(agreed)
  const regular = fold.instalments.filter(isRegular)
  const last = regular.at(-1)
  if (ahead.length === 0 || !last) return []
  const added = addedRows(regular, last, periods)
  const tail = ahead.find(({ kind }) => kind === 'balloon')
  if (tail) {
    const rows = replan(terms, added, tail.principal, last.due, 'reduce', tail.funderPrincipal)
    return [...ahead.filter((row) => row !== tail), ...rows]
  }
  const rows = [...ahead, ...added]
  return terms.method === 'flat'
    ? flatRows(terms, rows, sumOf(ahead, 'principal'), sumOf(ahead, 'funderPrincipal'))
    : levelRows(terms, fold, rows, sumOf(ahead, 'principal'), sumOf(ahead, 'funderPrincipal'))
}

function levelRows(
  terms: LoanTerms,
  { instalments }: LoanFold,
  [running, ...later]: PlanRow[],
  balance: number,
  funderOwed: number,
): PlanRow[] {
  if (!running) return []
  const { start } = running
  const isCut =
    instalments.some(({ kind, due }) => kind === 'prepayment' && due === start) &&
    !instalments.some((one) => isRegular(one) && one.due === start)
  // A period that began with a prepayment is counted by its days, as one that is shorter than its month.
  const first = isCut ? { ...running, start: start - 1 } : running
  return replan(terms, [first, ...later], balance, start, 'reduce', funderOwed)
}

/** 等本等息 bears the same interest each period, however many there are. */
function flatRows(terms: LoanTerms, rows: PlanRow[], balance: number, funderOwed: number): PlanRow[] {
  let left = balance
  const kept = rows.map((row, k): PlanRow => {
    const principal = k === rows.length - 1 ? left : Math.min(share(balance, 1, rows.length), left)
    left -= principal
    return { ...row, principal, balanceAfter: left }
  })
  return sharedRows(terms, kept, kept[0]?.start ?? (0 as Day), funderOwed)
}
