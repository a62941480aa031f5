import { and, eq, gte, ilike, inArray, lt, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { sysUser } from '../../domains/identity/table.ts'
import { addDays } from '../../rules/business-date.ts'
import { searchForms } from '../../rules/clean-value.ts'
import type { Call } from '../context.ts'
import { db } from './client.ts'

/** Filters and searches of lists ask these conditions of a column. */

/** Of what a filter is given; undefined leaves no row out. */
export type Condition<V> = (value: V, call: Pick<Call, 'actor' | 'now' | 'today'>) => SQL | undefined

export const is =
  (column: PgColumn): Condition<number | string | boolean> =>
  (value) =>
    eq(column, value)

export const oneOf =
  (column: PgColumn): Condition<readonly (number | string)[]> =>
  (values) =>
    inArray(column, [...values])

/** The lower end of a range, itself included: a business date for an instant, otherwise what the column holds. */
export const from =
  (column: PgColumn): Condition<number | string> =>
  (least) =>
    gte(column, isInstant(column) ? startOf(String(least)) : least)

/** The upper end of a range, itself included. */
export const to =
  (column: PgColumn): Condition<number | string> =>
  (most) =>
    isInstant(column) ? lt(column, startOf(addDays(String(most), 1))) : lte(column, most)

/** More than so many days before now: 滞留. */
export const longerThanDays =
  (column: PgColumn): Condition<number> =>
  (days, call) =>
    lt(column, away(column, -days, call))

/** From now until so many days later, both included: what is due or expires soon. */
export const withinDays =
  (column: PgColumn): Condition<number> =>
  (days, call) =>
    and(gte(column, away(column, 0, call)), lte(column, away(column, days, call)))

/** Rows after which the lists of logs count no further: their tables grow with every click of everybody. */
export const mostCounted = 10_000

type Days = { from?: string | undefined; to?: string | undefined }

/** Days that a log shows when nobody says which. */
const standardDays = 30

/** The scope of a log: without a beginning the last 30 days up to its end, which is today unless it says otherwise. */
export const lastDays =
  (column: PgColumn) =>
  (call: Call, { from: first, to: last }: Days): SQL | undefined =>
    first ? undefined : from(column)(addDays(last ?? call.today, 1 - standardDays), call)

/** A search: the text, cleaned as fields are, anywhere in one of the columns. */
export const textIn =
  (...columns: PgColumn[]) =>
  (text: string): SQL | undefined =>
    or(
      ...searchForms(text).flatMap((form) =>
        columns.map((column) => ilike(column, `%${form.replace(/[\\%_]/g, '\\$&')}%`)),
      ),
    )

/** Ids of the people whose name or account holds the text. */
export const peopleNamed = (text: string) =>
  db().select({ id: sysUser.id }).from(sysUser).where(textIn(sysUser.name, sysUser.account)(text))

const isInstant = (column: PgColumn) => column.getSQLType().startsWith('timestamp')

/** Midnight in Shanghai at the start of a business date. */
const startOf = (date: string) => `${date}T00:00:00+08:00`

const away = (column: PgColumn, days: number, { now, today }: Pick<Call, 'now' | 'today'>) =>
  isInstant(column) ? new Date(now.getTime() + days * 86_400_000).toISOString() : addDays(today, days)

/** The states of a list of work, as its contract has them (`workState`): not finished, one of them, or all. */
export const workOf =
  <S extends string>(open: SQL, of: (state: S) => SQL | undefined) =>
  (state: S | 'open' | 'all'): SQL | undefined =>
    state === 'all' ? undefined : state === 'open' ? open : of(state as S)
