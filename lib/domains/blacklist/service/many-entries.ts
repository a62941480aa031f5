import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { kindOf } from '../rules/blacklist.ts'
import { blacklist } from '../table.ts'

/** Many entries at once, judged already: 导入 and 撤销导入. */

type Entry = typeof blacklist.$inferSelect
export type NewEntry = Pick<Entry, 'numberType' | 'keyValue' | 'level' | 'source' | 'reason' | 'validTo'>

/** A number stands once for a person, a company, a car or a device. */
const keyOf = ({ kind, keyValue }: Pick<Entry, 'kind' | 'keyValue'>) => `${kind} ${keyValue}`

/** @returns the keys (`个人 <number>`) of these numbers that stand on a list and are not stopped */
export async function listedKeys(numbers: readonly string[]): Promise<string[]> {
  const wanted = sql.param([...numbers])
  const rows = await db()
    .select({ kind: blacklist.kind, keyValue: blacklist.keyValue })
    .from(blacklist)
    .where(and(sql`${blacklist.keyValue} = any(${wanted}::text[])`, isNull(blacklist.stoppedAt)))
  return rows.map(keyOf)
}

/** @returns the ids of those that did not stand there already */
export async function addEntries(entries: readonly NewEntry[], { actor }: Call): Promise<number[]> {
  const made = await db()
    .insert(blacklist)
    .values(entries.map((entry) => ({ ...entry, kind: kindOf(entry.numberType), createdBy: actor.id })))
    .onConflictDoNothing()
    .returning({ id: blacklist.id })
  return made.map(({ id }) => id)
}

/** Stops those that are not stopped. @returns how many were */
export async function stopEntries(ids: readonly number[], reason: string, call: Call): Promise<number> {
  const stopped = await db()
    .update(blacklist)
    .set({ stoppedAt: call.now.toISOString(), stopReason: reason, ...changedBy(blacklist, call) })
    .where(and(inArray(blacklist.id, [...ids]), isNull(blacklist.stoppedAt)))
    .returning({ id: blacklist.id })
  return stopped.length
}
