import { eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { badInput, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import type { Contracts } from '../../endpoints.ts'
import { calendar as calls, type DayRow } from '../contract.ts'
import { daysOf, kindOf, type NamedDay, rangeRefusal, readLines } from '../rules/calendar-day.ts'
import { calendarDay } from '../table.ts'
import { differingDays } from './read-calendar.ts'

type Day = typeof calendarDay.$inferSelect

const days = defineList(calls.list, {
  table: calendarDay,
  scope: 'tenant',
  search: textIn(calendarDay.name),
  rows: (ids): Promise<DayRow[]> => db().select().from(calendarDay).where(inArray(calendarDay.id, ids)),
})

const exportList = days.file({
  list: 'calendar',
  title: say('routes.calendar'),
  columns: wordedColumns<DayRow>('calendar', {
    day: ({ day }) => day,
    kind: ({ kind }) => say(`calendar.kinds.${kind}`),
    name: ({ name }) => name,
    updatedAt: ({ updatedAt }) => chinaTime(updatedAt),
  }),
})

/** @throws 400 for what is past, is no range, or has no day of the kind, 409 where all of them are there */
function add({ from, to, kind, name }: ParsedInputOf<typeof calls.add>, call: Call) {
  const refusal = rangeRefusal({ from, to }, call.today)
  if (refusal) throw badInput({ [refusal.at]: `calendar.refusals.${refusal.why}` })
  const own = daysOf({ from, to }, kind)
  if (own.length === 0) throw badInput({ kind: `calendar.asTheWeek.${kind}` })
  return mark(
    own.map((day) => ({ day, name })),
    call,
  )
}

/** @throws 400 at the first wrong line, 409 where every day is there */
function paste({ lines }: ParsedInputOf<typeof calls.paste>, call: Call) {
  const { days: own, wrong } = readLines(lines, call.today)
  const [first] = wrong
  if (first)
    throw badInput({
      lines: {
        key: 'calendar.wrongLine',
        params: { line: first.line, why: say(`calendar.refusals.${first.why}`) },
      },
    })
  if (own.length === 0) throw badInput({ lines: 'calendar.noDays' })
  return mark(own, call)
}

/** Writes the days that are not there yet, each with its audit row. @throws 409 where all are there */
async function mark(named: readonly NamedDay[], { actor }: Call): Promise<{ added: number }> {
  const made = await db()
    .insert(calendarDay)
    .values(named.map(({ day, name }) => ({ day, name, kind: kindOf(day), createdBy: actor.id })))
    .onConflictDoNothing()
    .returning()
  if (made.length === 0) throw taken('calendar.taken')
  for (const { id, day, kind, name } of made)
    await audit({ object: `calendarDay:${id}`, after: { day, kind, name } })
  return { added: made.length }
}

/** @throws 422 for a day that is past: what was judged by it stands */
function requireAhead({ day }: Day, { today }: Call): void {
  if (day < today) throw refused('calendar.refusals.past')
}

async function save({ name }: ParsedInputOf<typeof calls.save>, call: Call, row: Day) {
  requireAhead(row, call)
  await change(calendarDay, row, { name })
  return {}
}

async function remove(_input: ParsedInputOf<typeof calls.remove>, call: Call, row: Day) {
  requireAhead(row, call)
  const { id, day, kind, name } = row
  await db().delete(calendarDay).where(eq(calendarDay.id, id))
  await audit({ before: { day, kind, name } })
  return {}
}

export const calendarDaySubject = subject({
  noun: 'calendarDay',
  nameOf: ({ id }: Day) => id,
  lock: byId(calendarDay),
  shown: ({ name }) => ({ name }),
})

export const calendarHandlers: HandlersOf<Contracts['calendar']> = {
  list: days.page,
  exportList,
  days: differingDays,
  add,
  paste,
  save,
  remove,
}
