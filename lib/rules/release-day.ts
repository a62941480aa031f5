import { addDays, businessDate } from './business-date.ts'
import type { DisbursementState } from './disbursement.ts'
import { sum } from './money.ts'

/** 出纳日报: the figures of a day, the same on the screen and on paper. */

const clockOf = (instant: Date) => new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)

/** The day to whose sheet an instant belongs. @param cutoff of the tenant, `16:30` in China's time: the next day from it on */
export function sheetDay(instant: string, cutoff: string | null): string {
  const day = businessDate(instant)
  return cutoff !== null && clockOf(new Date(instant)) >= cutoff ? addDays(day, 1) : day
}

type Timed = { checkedAt: string | null; endedAt: string | null }

/**
 * The sheet of the day on which a payment was paid or failed, but of the next one where it was checked after the cut-off.
 * What is open stands on the newest it can.
 */
export function sheetDayOf({ checkedAt, endedAt }: Timed, cutoff: string | null, now: Date): string {
  const current = now.toISOString()
  const days = [sheetDay(checkedAt ?? current, cutoff), businessDate(endedAt ?? current)]
  return days.sort().at(-1) ?? ''
}

export const dayColumns = ['checking', 'paying', 'paid', 'failed', 'returned'] as const
export type DayColumn = (typeof dayColumns)[number]

const columnOf: Readonly<Record<Exclude<DisbursementState, '待制单' | '退票'>, DayColumn>> = {
  待复核: 'checking',
  付款中: 'paying',
  成功: 'paid',
  失败: 'failed',
}

/** A payment in a column of a day's sheet. */
export type DayPlace = { column: DayColumn; day: string }

/**
 * Where a payment stands: in one column of one sheet, whenever that is read. What came back stays paid on the sheet of its
 * day, which may be signed, and is a 退票 of the day on which it came back.
 *
 * What was never checked never went to a bank: it failed on no day.
 *
 * @param returnedAt of a 退票
 */
export function dayPlaces(
  { status, returnedAt, ...timed }: Timed & { status: DisbursementState; returnedAt: string | null },
  cutoff: string | null,
  now: Date,
): DayPlace[] {
  if (status === '待制单' || (status === '失败' && timed.checkedAt === null)) return []
  const day = sheetDayOf(timed, cutoff, now)
  if (status !== '退票') return [{ column: columnOf[status], day }]
  return [
    { column: 'paid', day },
    ...(returnedAt ? [{ column: 'returned' as const, day: businessDate(returnedAt) }] : []),
  ]
}

type Paid = { capitalName: string; payerAccount: string; column: DayColumn; amount: string }
export type DayCell = { count: number; amount: string }
export type DayGroup = { capitalName: string; payerAccount: string; cells: Record<DayColumn, DayCell> }

/** How many and how much by funder and account, in the order in which they come. */
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
        ...{ capitalName, payerAccount },
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

/** When the cashiers begin, in China's time. */
const opensAt = '09:00'

/**
 * Since when a checked payment has waited for its file: nobody makes one before the day of its sheet.
 *
 * @param cutoff of the tenant
 */
export function fileableFrom(checkedAt: string, cutoff: string | null): string {
  const opening = new Date(`${sheetDay(checkedAt, cutoff)}T${opensAt}:00+08:00`)
  return new Date(checkedAt) >= opening ? checkedAt : opening.toISOString()
}

type Open = {
  status: DisbursementState
  silent: boolean
  /** What it waits for: the bank's interface, a file, or the answer to its file. */
  waitsFor: 'port' | 'file' | 'answer'
  /** For a file as {@link fileableFrom} says. */
  since: string
  cutoff: string | null
}

/** Why an open payment is late; null where it is not. @param cutoff of its funder, `16:30` in China's time */
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
