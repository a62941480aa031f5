import { and, arrayOverlaps, asc, eq } from 'drizzle-orm'
import type { RoleCode } from '../../rules/roles.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { sysUser } from '../db/schema/identity.ts'
import { notification } from '../db/schema/messages.ts'
import { publish } from '../live-events.ts'

type NewMessage = Omit<typeof notification.$inferInsert, 'id' | 'tenantId' | 'readAt' | 'rowVersion'>

const rowsAnInsert = 500
/** A browser looks within so many ms for each recipient: 5,000 of them do not ask in the same second. */
const spreadAUser = 1
const longestSpread = 10_000

/** Writes messages and tells their recipients' browsers, both with the current transaction or not at all. */
export async function sendMessages(rows: readonly NewMessage[]): Promise<void> {
  if (rows.length === 0) return
  for (let at = 0; at < rows.length; at += rowsAnInsert)
    await db()
      .insert(notification)
      .values(rows.slice(at, at + rowsAnInsert))
  const userIds = rows.map(({ userId }) => userId)
  const spread = userIds.length === 1 ? 0 : Math.min(userIds.length * spreadAUser, longestSpread)
  await publish({ userIds, type: 'messages', data: { spread } })
}

/**
 * A notice of the administrator to the staff of the tenant.
 *
 * @param roles to those who have any of them; to everybody without
 * @returns how many got it
 */
export async function sendNotice(
  { title, body, roles }: { title: string; body: string; roles?: readonly RoleCode[] | undefined },
  { actor, tenantId, now }: Call,
): Promise<number> {
  const recipients = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(
      and(
        eq(sysUser.tenantId, tenantId),
        eq(sysUser.status, '正常'),
        roles && arrayOverlaps(sysUser.roleCodes, [...roles]),
      ),
    )
    .orderBy(asc(sysUser.id))
  const written = { kind: 'notice' as const, title, body, createdAt: now.toISOString(), createdBy: actor.id }
  await sendMessages(recipients.map(({ id }) => ({ ...written, userId: id })))
  await audit({
    action: 'notice.send',
    object: `user:${actor.id}`,
    after: { title, roles: roles ?? 'all', recipients: recipients.length },
  })
  return recipients.length
}
