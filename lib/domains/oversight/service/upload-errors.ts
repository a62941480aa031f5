import { and, eq, gte, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { tooMany } from '../../../platform/errors.ts'
import { cleanError, type LoggedError } from '../../system/rules/error-log.ts'
import { errorLog } from '../../system/table.ts'
import { countErrors } from './error-groups.ts'

/** Errors that one user may upload in an hour, and how many of a user are kept. */
const mostAnHour = 300
const mostKept = 500
const hourMs = 3_600_000

/**
 * 上传服务器: stores the errors that a browser had noted. The browser takes personal data out of the texts; what it
 * forgot goes here.
 *
 * @throws 429 past {@link mostAnHour} in an hour
 */
export async function uploadErrors({ errors }: { errors: readonly LoggedError[] }, { actor, now }: Call) {
  const anHourAgo = new Date(now.getTime() - hourMs).toISOString()
  const recent = await db().$count(
    errorLog,
    and(eq(errorLog.userId, actor.id), gte(errorLog.createdAt, anHourAgo)),
  )
  if (recent + errors.length > mostAnHour) throw tooMany('settings.logLimit')
  const written = await db()
    .insert(errorLog)
    .values(
      errors.map(cleanError).map(({ time, ...error }) => ({
        ...error,
        userId: actor.id,
        happenedAt: new Date(time).toISOString(),
        createdAt: now.toISOString(),
        createdBy: actor.id,
      })),
    )
    .returning({ id: errorLog.id })
  await countErrors(written.map(({ id }) => id))
  const older = db()
    .select({ id: errorLog.id })
    .from(errorLog)
    .where(eq(errorLog.userId, actor.id))
    .orderBy(sql`${errorLog.createdAt} desc, ${errorLog.id} desc`)
    .offset(mostKept)
  await db().delete(errorLog).where(sql`${errorLog.id} in (${older})`)
  return {}
}
