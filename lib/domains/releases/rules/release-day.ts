import { addDays, businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import type { DisbursementState } from './disbursement.ts'

/** 出纳日报: the figures of a day, the same on the screen and on paper. */

const clockOf = (instant: Date) => new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)

/** The day to whose sheet an instant belongs. @param cutoff of the tenant, `16:30` in China's time: the next day from it on */
export function sheetDay(instant: string, cutoff: string | null): string {
  const day = businessDate(instant)
  return cutoff !== null && clockOf(new Date(instant)) >= cutoff ? addDays(day, 1) : day
}

export const dayColumns = ['checking', 'paying', 'paid', 'backdated', 'failed', 'returned'] as const
export type DayColumn = (typeof dayColumns)[number]

type Sheeted = {
  status: DisbursementState
  /** Of which day's sheet it is, since it was checked; null before. */
  sheetDay: string | null
  /** The business day of the bank's own time. */
  paidOn: string | null
  /** The day when each was booked here, which a sheet goes by. */
  failedOn: string | null
  bookedOn: string | null
  returnedOn: string | null
}

/**
 * The columns of a day's sheet in which a payment stands. A day that is over never changes, because its sheet may be
 * signed: what is heard later is booked on the later day. What was open at its end stays 付款中 on it; of what the bank
 * had paid before the day on which that is booked, it is 补记 (backdated) of that day; what failed stays so, whatever is
 * known later; what came back stays paid and is a 退票 of the day on which it came.
 *
 * What is not checked is no payment yet, and stands on the newest sheet alone. What was never checked failed on no day.
 *
 * @param newest day that has a sheet: tomorrow behind the cut-off
 */
export function dayPlaces(
  { status, sheetDay: own, paidOn, failedOn, bookedOn, returnedOn }: Sheeted,
  day: string,
  { today, newest }: { today: string; newest: string },
): DayColumn[] {
  if (own === null) return status === '待复核' && day === newest ? ['checking'] : []
  const onSheet = (on: string | null) => on && latest(own, on)
  const [failed, booked, returned] = [onSheet(failedOn), onSheet(bookedOn), onSheet(returnedOn)]
  const answered = failed ?? booked
  if (day < own) return []
  if (answered === null || day < answered)
    return answered !== null || day <= latest(own, today) ? ['paying'] : []
  const paid = latest(own, paidOn ?? own)
  return [
    ...(day === booked ? [paid < booked ? ('backdated' as const) : ('paid' as const)] : []),
    ...(day === failed && failed !== booked ? ['failed' as const] : []),
    ...(day === returned ? ['returned' as const] : []),
  ]
}

const latest = (one: string, other: string): string => (one > other ? one : other)

type Paid = { capitalName: string; payerAccount: string; column: DayColumn; amount: string }
export type DayCell = { count: number; amount: string }
export type DayGroup = { capitalName: string; payerAccount: string; cells: Record<DayColumn, DayCell> }

/** The number and the sum by funder and account, in the order in which they come. */
export function dayFigures(payments: readonly Paid[]): DayGroup[] {
  const groups = Map.groupBy(payments, ({ capitalName, payerAccount }) => `${capitalName} ${payerAccount}`)
  return [...groups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const cellOf = (column: DayColumn): DayCell => {
      const own = all.filter((one) => one.column === column)
      return { count: own.length, amount: sum(own.map(({ amount }) => amount)) }
    }
    const { capitalName, payerAccount } = first
    return [
      {
        capitalName,
        payerAccount,
        cells: Object.fromEntries(dayColumns.map((column) => [column, cellOf(column)])) as DayGroup['cells'],
      },
    ]
  })
}

/** All groups together. */
export const dayTotals = (groups: readonly Pick<DayGroup, 'cells'>[]): Record<DayColumn, DayCell> =>
  Object.fromEntries(
    dayColumns.map((column) => [
      column,
      {
        count: groups.reduce((count, { cells }) => count + cells[column].count, 0),
        amount: sum(groups.map(({ cells }) => cells[column].amount)),
      },
    ]),
  ) as Record<DayColumn, DayCell>

export const lateReasons = ['silent', 'cutoff', 'unchecked', 'unanswered', 'unfiled', 'noAnswer'] as const
export type LateReason = (typeof lateReasons)[number]

/** Minutes after which a payment that nobody checked, or that the bank has not answered, is late. */
export const lateMinutes = { unchecked: 120, unanswered: 30, unfiled: 120, noAnswer: 120 } as const

/** The hour when the cashiers begin, in China's time. */
const opensAt = '09:00'

/** Since when a checked payment has waited for its file: nobody makes one before the day of its sheet. */
export function fileableFrom(checkedAt: string, sheetDay: string): string {
  const opening = new Date(`${sheetDay}T${opensAt}:00+08:00`)
  return new Date(checkedAt) >= opening ? checkedAt : opening.toISOString()
}

type Open = {
  status: DisbursementState
  silent: boolean
  /** Everything that it waits for: the bank's interface, a file, or the answer to its file. */
  waitsFor: 'port' | 'file' | 'answer'
  /** For a file as {@link fileableFrom} says. */
  since: string
  cutoff: string | null
}

/**
 * The reason why an open payment is late; null where it is not. @param cutoff of its funder, `16:30` in China's time
 */
export function lateReason({ status, silent, waitsFor, since, cutoff }: Open, now: Date): LateReason | null {
  if (status !== '待复核' && status !== '付款中') return null
  if (silent) return 'silent'
  const clock = clockOf(now)
  if (status === '待复核' && cutoff !== null && clock > cutoff) return 'cutoff'
  const minutes = (now.getTime() - new Date(since).getTime()) / 60_000
  if (status === '待复核') return minutes > lateMinutes.unchecked ? 'unchecked' : null
  const why = ({ port: 'unanswered', file: 'unfiled', answer: 'noAnswer' } as const)[waitsFor]
  return minutes > lateMinutes[why] ? why : null
}
