import { count, countDistinct, desc, eq, inArray, max, min, sql } from 'drizzle-orm'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, mostCounted, textIn, to } from '../../../platform/db/list-conditions.ts'
import { notFound } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import type { ErrorGroupStatus } from '../../system/rules/error-log.ts'
import { errorLog } from '../../system/table.ts'
import { oversight } from '../contract.ts'
import { errorGroup } from '../table.ts'

/** Errors of one message that are shown. */
const shownErrors = 20

/** 错误日志, by message. */
export const errors = defineList(oversight.errors, {
  table: errorGroup,
  scope: 'tenant',
  filters: {
    from: from(errorGroup.lastAt),
    to: to(errorGroup.lastAt),
    type: is(errorGroup.type),
    status: is(errorGroup.status),
  },
  search: textIn(errorGroup.message),
  sorts: { lastAt: errorGroup.lastAt, count: errorGroup.count },
  rows: readGroups,
  countTo: mostCounted,
})

async function readGroups(ids: number[]) {
  const rows = await db()
    .select({ group: errorGroup, solvedByName: sql<string>`coalesce(${sysUser.name}, '')` })
    .from(errorGroup)
    .leftJoin(sysUser, eq(sysUser.id, errorGroup.solvedBy))
    .where(inArray(errorGroup.id, ids))
  return rows.map(({ group, solvedByName }) => ({
    id: group.id,
    rowVersion: group.rowVersion,
    type: group.type,
    message: group.message,
    count: group.count,
    firstAt: group.firstAt,
    lastAt: group.lastAt,
    status: group.status,
    again: group.status === '待解决' && group.solvedAt !== null,
    solvedByName,
    solvedAt: group.solvedAt,
    note: group.note,
  }))
}

/** One message with the errors of it that are kept. @throws 404 */
export async function readError(id: number): Promise<OutputOf<typeof oversight.error>> {
  const [row] = await readGroups([id])
  if (!row) throw notFound()
  const [{ fingerprint } = { fingerprint: '' }] = await db()
    .select({ fingerprint: errorGroup.fingerprint })
    .from(errorGroup)
    .where(eq(errorGroup.id, id))
  const same = eq(errorLog.fingerprint, fingerprint)
  const [who] = await db()
    .select({ users: countDistinct(errorLog.userId) })
    .from(errorLog)
    .where(same)
  const occurrences = await db()
    .select({
      id: errorLog.id,
      happenedAt: errorLog.happenedAt,
      name: sysUser.name,
      account: sysUser.account,
      url: errorLog.url,
      message: errorLog.message,
      stack: errorLog.stack,
      info: errorLog.info,
    })
    .from(errorLog)
    .innerJoin(sysUser, eq(sysUser.id, errorLog.userId))
    .where(same)
    .orderBy(desc(errorLog.createdAt), desc(errorLog.id))
    .limit(shownErrors)
  return { ...row, users: who?.users ?? 0, occurrences }
}

/**
 * Counts errors that were just uploaded with those of the same message, and takes back that a message was solved. The
 * rows of the groups are locked in one order: two uploads never wait for each other crosswise.
 */
export async function countErrors(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const groups = await db()
    .select({
      fingerprint: errorLog.fingerprint,
      type: sql<typeof errorLog.$inferSelect.type>`min(${errorLog.type})`,
      message: sql<string>`(array_agg(${errorLog.message} order by ${errorLog.createdAt} desc))[1]`,
      count: count(),
      firstAt: min(errorLog.createdAt),
      lastAt: max(errorLog.createdAt),
    })
    .from(errorLog)
    .where(inArray(errorLog.id, [...ids]))
    .groupBy(errorLog.fingerprint)
    .orderBy(errorLog.fingerprint)
  const rows = groups.map(({ firstAt, lastAt, ...group }) => ({
    ...group,
    firstAt: firstAt ?? lastAt ?? '',
    lastAt: lastAt ?? '',
  }))
  await db()
    .insert(errorGroup)
    .values(rows)
    .onConflictDoUpdate({
      target: [errorGroup.tenantId, errorGroup.fingerprint],
      set: {
        count: sql`${errorGroup.count} + excluded.count`,
        message: sql`excluded.message`,
        firstAt: sql`least(${errorGroup.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${errorGroup.lastAt}, excluded.last_at)`,
        status: '待解决',
        // Whoever looks at a solved message learns that it is not, before saying so again.
        rowVersion: sql`${errorGroup.rowVersion} + case when ${errorGroup.status} = '已解决' then 1 else 0 end`,
      },
    })
}

export const errorSubject = subject({
  noun: 'error',
  nameOf: ({ id }: typeof errorGroup.$inferSelect) => id,
  lock: byId(errorGroup),
})

/** 标记已解决, or 待解决 again. An error that came back meanwhile has another version. */
export async function settleError(
  { status, note }: { id: number; status: ErrorGroupStatus; note: string },
  { actor, now }: Call,
  row: typeof errorGroup.$inferSelect,
): Promise<{ rowVersion: number }> {
  const solved = status === '已解决'
  const solution = { solvedAt: solved ? now.toISOString() : null, solvedBy: solved ? actor.id : null }
  const before = { status: row.status, note: row.note }
  await change(errorGroup, row, { status, note, ...solution }, { before, after: { status, note } })
  return { rowVersion: row.rowVersion + 1 }
}
