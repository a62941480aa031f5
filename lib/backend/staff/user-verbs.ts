import { and, eq, isNull, sql } from 'drizzle-orm'
import type { staff } from '../../contracts/staff.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { type UserVerb, userPermit } from '../../rules/staff.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { sysUser, userSession } from '../db/schema/identity.ts'
import { refused } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { endSessionsByAdmin } from '../identity/sessions.ts'
import { publishSessionsChanged } from '../live-events.ts'
import { requireVersion } from '../row-version.ts'
import { lockUser } from './lock-user.ts'
import { newOneTimePassword } from './one-time-password.ts'
import { oneAtATime } from './reach.ts'

type Which = { id: number; rowVersion: number }
type Changes = Partial<typeof sysUser.$inferInsert>

/** 停用 and 启用. A stopped user's sessions end at once. */
export async function setUserStatus({ enabled, ...which }: Which & { enabled: boolean }, call: Call) {
  const verb = enabled ? 'start' : 'stop'
  await change(verb, which, call, async () => ({ status: enabled ? '正常' : '停用' }))
  if (!enabled) await endSessions(which.id, zhCN('staff.stopped'), call)
  return {}
}

/** 重置密码. Nothing of the old one stays: not its sessions, and not the wrong tries. */
export const resetPassword: SlowHandler<typeof staff.resetPassword> = {
  async prepare(which, { now }) {
    const { password, passwordHash, until } = await newOneTimePassword(now)
    return {
      async run(call) {
        await change('reset', which, call, async () => ({
          passwordHash,
          oneTimeUntil: until,
          unlockedAt: now.toISOString(),
        }))
        await endSessions(which.id, zhCN('staff.reset'), call)
        return { password, until }
      },
    }
  },
}

/** 解锁 */
export async function unlockUser(which: Which, call: Call) {
  await change('unlock', which, call, async () => ({
    status: '正常',
    failedLogins: 0,
    unlockedAt: call.now.toISOString(),
  }))
  return {}
}

/** @throws 404, 409 when somebody saved meanwhile, 422 with the reason why not */
async function change(verb: UserVerb, { id, rowVersion }: Which, call: Call, to: () => Promise<Changes>) {
  await oneAtATime(call)
  const { user, facts } = await lockUser(id, call)
  await requireVersion(user, rowVersion)
  const permit = userPermit(verb, facts, call.actor.id)
  if (!permit.ok) throw refused(permit.reason, permit.params)
  const set = await to()
  await db()
    .update(sysUser)
    .set({
      ...set,
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
      rowVersion: sql`${sysUser.rowVersion} + 1`,
    })
    .where(eq(sysUser.id, id))
  await audit({
    action: `staff.${verb}`,
    object: `user:${id}`,
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
