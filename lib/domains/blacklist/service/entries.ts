import { and, gte, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn, withinDays } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { badInput, refused, taken } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { noteSearch } from '../../../platform/hour-limit.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { searchText } from '../../../rules/clean-value.ts'
import { maskOfField } from '../../../rules/mask.ts'
import type { Contracts } from '../../endpoints.ts'
import { blacklist as calls, type EntryRow } from '../contract.ts'
import { checkNumber, cleanNumberOf, kindOf, type NumberType } from '../rules/blacklist.ts'
import { blacklist } from '../table.ts'

/** 黑灰白名单: what is known of numbers, whoever comes with them. */

type Entry = typeof blacklist.$inferSelect

const stopped = isNotNull(blacklist.stoppedAt)
const isPast = (today: string) => lt(blacklist.validTo, today)

/** The entries that count: not stopped, and their last day not over. */
export const inForce = (today: string): SQL | undefined =>
  and(isNull(blacklist.stoppedAt), or(isNull(blacklist.validTo), gte(blacklist.validTo, today)))

/** Everything that the lists know somebody by: numbers with what each is. */
export type ListedNumbers = Partial<Record<NumberType, readonly string[]>>

/**
 * The numbers that an applicant is listed by: the paper of a person or the licence of an enterprise, and the mobile.
 */
export const applicantNumbers = ({ idNo, mobile }: { idNo: string; mobile?: string | undefined }) => ({
  idNo: [idNo],
  uscc: [idNo],
  mobile: mobile ? [mobile] : [],
})

/** Entries in force that have one of the numbers, as what it is: a VIN is nobody's passport. */
export async function listHits(numbers: ListedNumbers, today: string) {
  const keys = Object.entries(numbers).flatMap(([type, values]) =>
    values.flatMap((value) => {
      const number = cleanNumberOf(type as NumberType, value)
      return number === '' ? [] : [{ type, number }]
    }),
  )
  if (keys.length === 0) return []
  const rows = await db()
    .select({
      type: blacklist.numberType,
      number: blacklist.keyValue,
      level: blacklist.level,
      source: blacklist.source,
      reason: blacklist.reason,
      validTo: blacklist.validTo,
    })
    .from(blacklist)
    .where(
      and(
        inArray(
          blacklist.keyValue,
          keys.map(({ number }) => number),
        ),
        inForce(today),
      ),
    )
  return rows.filter((row) => keys.some(({ type, number }) => type === row.type && number === row.number))
}

const entries = defineList(calls.entries, {
  table: blacklist,
  scope: 'tenant',
  filters: {
    level: is(blacklist.level),
    kind: is(blacklist.kind),
    source: is(blacklist.source),
    state: (state, { today }) =>
      ({ active: inForce(today), stopped, expired: and(isNull(blacklist.stoppedAt), isPast(today)) })[state],
    expiresWithin: withinDays(blacklist.validTo),
  },
  search: (q) => textIn(blacklist.reason, ...(searchText(q).length < 4 ? [] : [blacklist.keyValue]))(q),
  sorts: { createdAt: blacklist.createdAt, validTo: blacklist.validTo },
  rows: readEntries,
})

async function readEntries(ids: number[], { today }: Pick<Call, 'today'>): Promise<EntryRow[]> {
  const rows = await db().select().from(blacklist).where(inArray(blacklist.id, ids))
  return rows.map(({ keyValue, ...row }) => ({
    ...row,
    number: maskOfField(row.numberType)?.(keyValue) ?? keyValue,
    state: row.stoppedAt ? 'stopped' : row.validTo && row.validTo < today ? 'expired' : 'active',
  }))
}

const exportEntries = entries.file({
  list: 'blacklist',
  title: say('routes.blacklist'),
  columns: {
    number: { title: say('blacklist.number'), value: ({ number }) => number },
    numberType: {
      title: say('blacklist.numberType'),
      value: (row) => say(`blacklist.types.${row.numberType}`),
    },
    kind: { title: say('blacklist.kind'), value: ({ kind }) => say(`blacklist.kinds.${kind}`) },
    level: { title: say('blacklist.level'), value: ({ level }) => say(`blacklist.levels.${level}`) },
    state: { title: say('blacklist.state'), value: ({ state }) => say(`blacklist.states.${state}`) },
    reason: { title: say('blacklist.reason'), value: ({ reason }) => reason },
    source: { title: say('blacklist.source'), value: ({ source }) => say(`blacklist.sources.${source}`) },
    validTo: { title: say('blacklist.validTo'), value: ({ validTo }) => validTo },
    stopReason: { title: say('blacklist.stopReason'), value: ({ stopReason }) => stopReason },
    createdAt: { title: say('blacklist.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
  },
})

/** @throws 400 for a number that is none of its kind or a last day that is over; 409 for one that stands there already */
async function add(input: ParsedInputOf<typeof calls.add>, call: Call): Promise<{ id: number }> {
  const { numberType, number, validTo, ...others } = input
  const wrong = checkNumber(numberType, number)
  if (wrong) throw badInput({ number: wrong })
  if (validTo && validTo < call.today) throw badInput({ validTo: 'blacklist.isOver' })
  const keyValue = cleanNumberOf(numberType, number)
  const [made] = await db()
    .insert(blacklist)
    .values({ ...others, numberType, kind: kindOf(numberType), keyValue, validTo, createdBy: call.actor.id })
    .onConflictDoNothing()
    .returning({ id: blacklist.id })
  if (!made) throw taken('blacklist.taken')
  // Under its own name the number is masked.
  await audit({ object: `blacklist:${made.id}`, after: { ...others, validTo, [numberType]: keyValue } })
  return made
}

/** @throws 422 for one that is stopped */
async function stop({ reason }: { reason: string }, call: Call, row: Entry): Promise<Record<string, never>> {
  if (row.stoppedAt) throw refused('blacklist.isStopped')
  const said = { before: { state: 'active' }, after: { state: 'stopped', reason } }
  await change(blacklist, row, { stoppedAt: call.now.toISOString(), stopReason: reason }, said)
  return {}
}

export const blacklistSubject = subject({
  noun: 'blacklist',
  nameOf: ({ id }: Entry) => id,
  lock: byId(blacklist),
})

export const blacklistHandlers: HandlersOf<Contracts['blacklist']> = {
  entries: async (input, call) => {
    await noteSearch('blacklist.look', input.q, call)
    return entries.page(input, call)
  },
  exportEntries: async (input, call) => {
    await noteSearch('blacklist.look', input.q, call)
    return exportEntries(input, call)
  },
  add,
  stop,
}
