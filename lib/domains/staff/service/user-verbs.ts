import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit, auditAll } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { publishSessionsChanged } from '../../../platform/live-events.ts'
import { endSessionsByAdmin } from '../../identity/service/sessions.ts'
import { sysUser, userSession } from '../../identity/table.ts'
import type { staff } from '../contract.ts'
import { type UserVerb, userPermit } from '../rules/staff.ts'
import type { LockedUser } from './lock-user.ts'
import { newOneTimePassword } from './one-time-password.ts'

/** 停用 and 启用. A stopped user's sessions end at once. */
export async function setUserStatus(
  { id, enabled }: { id: number; enabled: boolean },
  call: Call,
  row: LockedUser,
) {
  await change(enabled ? 'start' : 'stop', row, call, { status: enabled ? '正常' : '停用' })
  if (!enabled) await endSessions(id, say('staff.stopped'), call)
  return {}
}

/** 重置密码. Nothing of the old one stays: not its sessions, and not the wrong tries. */
export const resetPassword: SlowHandler<typeof staff.resetPassword> = {
  async prepare({ id }, { now }) {
    const { password, passwordHash, until } = await newOneTimePassword(now)
    return {
      async run(call, row) {
        const unlockedAt = now.toISOString()
        await change('reset', row, call, { passwordHash, oneTimeUntil: until, unlockedAt })
        await endSessions(id, say('staff.reset'), call)
        return { password, until }
      },
    }
  },
}

/** 解锁 */
export async function unlockUser(_input: object, call: Call, row: LockedUser) {
  const unlockedAt = call.now.toISOString()
  await change('unlock', row, call, { status: '正常', failedLogins: 0, unlockedAt })
  return {}
}

/** @throws 422 with the reason why not */
async function change(
  verb: Exclude<UserVerb, 'edit'>,
  { user, facts }: LockedUser,
  call: Call,
  set: Partial<typeof sysUser.$inferInsert>,
) {
  const permit = userPermit(verb, facts, call.actor.id)
  if (!permit.ok) throw refused(permit.reason, permit.params)
  await db()
    .update(sysUser)
    .set({
      ...set,
      ...changedBy(sysUser, call),
    })
    .where(eq(sysUser.id, user.id))
  await audit({
    action: `staff.${verb}`,
    before: { status: user.status, locked: facts.locked },
    after: { status: set.status ?? user.status },
  })
}

async function endSessions(userId: number, reason: string, { actor }: Call): Promise<void> {
  const rows = await db()
    .select({ id: userSession.id })
    .from(userSession)
    .where(and(eq(userSession.userId, userId), isNull(userSession.endedAt)))
  if (rows.length === 0) return
  await endSessionsByAdmin(
    rows.map(({ id }) => id),
    reason,
    actor.id,
  )
  await publishSessionsChanged([userId])
}

/** Nobody of a unit that is closed works on: each of its users is stopped, and their sessions end. */
export async function stopUsersOf(unitId: number, reason: string, call: Call): Promise<void> {
  const working = await db()
    .select({ id: sysUser.id, status: sysUser.status })
    .from(sysUser)
    .where(and(eq(sysUser.orgUnitId, unitId), ne(sysUser.status, '停用')))
    .orderBy(asc(sysUser.id))
    .for('update')
  if (working.length === 0) return
  const ids = working.map(({ id }) => id)
  await db()
    .update(sysUser)
    .set({
      status: '停用',
      ...changedBy(sysUser, call),
    })
    .where(inArray(sysUser.id, ids))
  await auditAll(
    working.map(({ id, status }) => ({
      action: 'staff.stop',
      object: `user:${id}`,
      before: { status },
      after: { status: '停用', reason },
    })),
  )
  for (const id of ids) await endSessions(id, reason, call)
}
