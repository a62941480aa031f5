import { and, asc, gt, isNotNull, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { addDays } from '../../../rules/business-date.ts'
import { dueSoonDays, liveLoanStates } from '../../loans/rules/loan-states.ts'
import { loanAccount } from '../../loans/table.ts'

/** The loans that have something on a day: of all others it is known without a look that it changes nothing. */

export type DayEnd = { day: string; opens: string }

/** Closing the last day of a month, every loan is looked at. */
export const endsMonth = ({ day, opens }: DayEnd): boolean => day.slice(0, 7) !== opens.slice(0, 7)

/** As SQL: Drizzle would take each state for a parameter of its own. */
const isLive = sql`${loanAccount.status} in (${sql.join(
  [...liveLoanStates].map((state) => sql.raw(`'${state}'`)),
  sql`, `,
)})`

function hasSomething(end: DayEnd): SQL {
  const { status, dpd, overdueAmount, nextDueDate, fiveClass, foldedTo, settledOn } = loanAccount
  const { opens, day } = end
  // Of what was settled in the month its provision goes.
  if (endsMonth(end)) return sql`(${isLive} or ${settledOn} >= ${`${day.slice(0, 7)}-01`})`
  return sql`(${isLive} and (
    ${dpd} > 0 or ${overdueAmount} > 0 or ${nextDueDate} <= ${opens}
    or (${nextDueDate} <= ${addDays(opens, dueSoonDays)} and ${foldedTo} < ${nextDueDate} - ${dueSoonDays}::int)
    or ${fiveClass} <> '正常' or ${foldedTo} is null or ${foldedTo} >= ${opens}
    or ${status} <> '还款中'))`
}

const wanted = (end: DayEnd) => and(isNotNull(loanAccount.terms), hasSomething(end))

export const countDue = (end: DayEnd): Promise<number> => db().$count(loanAccount, wanted(end))

/** The next ones behind a loan, in the order of their ids. */
export async function dueLoans(end: DayEnd, after: number, most: number): Promise<number[]> {
  const rows = await db()
    .select({ id: loanAccount.id })
    .from(loanAccount)
    .where(and(gt(loanAccount.id, after), wanted(end)))
    .orderBy(asc(loanAccount.id))
    .limit(most)
  return rows.map(({ id }) => id)
}
