import { addDays, daysBetween } from '../../../rules/business-date.ts'
import { extraKindOf, extraKinds, handedIn } from '../../materials/rules/material-sets.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { settledTaskDays } from './hand-task.ts'

/** 放款后任务: what is left to do behind a release, until which business day, and whom it is told before and after. */

/** Everything that is left to do when the loan is paid off: 解押 or 过户, what lies with us goes back. */
export const settledTaskKinds = [
  'mortgage_release',
  'title_transfer',
  'gps_removal',
  'archive_return',
  'balance_refund',
] as const
export type SettledTaskKind = (typeof settledTaskKinds)[number]

export const releaseTaskKinds = ['visit', 'mortgage', ...extraKinds, 'archive', ...settledTaskKinds] as const
export type ReleaseTaskKind = (typeof releaseTaskKinds)[number]

/** Within so many days of the release; the template says how many a mortgage has. */
export const taskDays = { visit: 3, extra: 30, archive: 30, settled: settledTaskDays } as const

type Task = { kind: ReleaseTaskKind; dueDay: string }
type Released = {
  valueDate: string
  order: { templateCode: string; mortgageOkAt: string | null }
  /** As entered; null where an order has none. */
  car: { kind: string } | null
}

/** Everything that a release leaves to do. */
export function tasksOf({ valueDate, order, car }: Released): Task[] {
  const { mortgage } = templateOf(order)
  const extra = car && extraKindOf(car, order)
  const within = (kind: ReleaseTaskKind, days: number): Task => ({ kind, dueDay: addDays(valueDate, days) })
  return [
    within('visit', taskDays.visit),
    ...(mortgage && order.mortgageOkAt === null ? [within('mortgage', mortgage.days)] : []),
    ...(extra ? [within(extra, taskDays.extra)] : []),
    within('archive', taskDays.archive),
  ]
}

type Settled = {
  settledOn: string
  isDirectLease: boolean
  isMortgaged: boolean
  hasGps: boolean
  /** Something of its customer's money is still with us: 保证金 or 溢缴. */
  owesBalance: boolean
}

/** Everything that a loan that is paid off leaves to do. */
export function settledTasksOf({ settledOn, ...order }: Settled): Task[] {
  const kinds: SettledTaskKind[] = [
    ...(order.isMortgaged ? ['mortgage_release' as const] : []),
    ...(order.isDirectLease ? ['title_transfer' as const] : []),
    ...(order.hasGps ? ['gps_removal' as const] : []),
    'archive_return',
    ...(order.owesBalance ? ['balance_refund' as const] : []),
  ]
  const dueDay = addDays(settledOn, taskDays.settled)
  return kinds.map((kind) => ({ kind, dueDay }))
}

/**
 * 逾期天数: a flag by the date, no state. What is done is late no more, nor what waits for its reviewer: 逾期未交.
 * @param setStatus of its papers
 */
export const daysLate = (
  task: { dueDay: string; doneAt: string | null },
  setStatus: string | null | undefined,
  today: string,
): number =>
  task.doneAt === null && setStatus !== handedIn ? Math.max(0, daysBetween(task.dueDay, today)) : 0

/** Tasks whose clerk is reminded: those that have papers. */
export const remindedKinds = ['mortgage', ...extraKinds] as const satisfies readonly ReleaseTaskKind[]
export type RemindedKind = (typeof remindedKinds)[number]

/**
 * Reminders in their order, each by how many days before the deadline it begins (negative: after it). Of several that
 * were missed the last is told alone.
 */
export const reminders = [
  { says: 'week', from: 7 },
  { says: 'day', from: 1 },
  { says: 'late', from: -1 },
  { says: 'escalated', from: -15 },
] as const
export type Reminder = (typeof reminders)[number]['says']

/** The number of them that a task has reached. */
export const remindersReached = (dueDay: string, today: string): number =>
  reminders.filter(({ from }) => daysBetween(today, dueDay) <= from).length
