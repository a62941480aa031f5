import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { recordAudit } from '../audit.ts'
import type { By, Call } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { pendingChange } from '../db/schema/changes.ts'
import { defineJob } from '../jobs/jobs.ts'
import { allTenants } from '../jobs/plan.ts'
import { kindRules } from './kinds.ts'

/** A change that waited too long is over: what is checked days later was made for another day. */

type Change = typeof pendingChange.$inferSelect

/** Ends one that nobody decided. @param about its record, locked */
export async function endChange(
  change: Change,
  about: unknown,
  state: 'refused' | 'withdrawn' | 'expired',
  { actor, now, reason, decidedFor = null }: By & { reason: string; decidedFor?: number | null },
): Promise<boolean> {
  const at = now.toISOString()
  const [ended] = await db()
    .update(pendingChange)
    .set({
      ...{ state, decidedAt: at, decideReason: reason, decidedFor },
      ...{ decidedBy: state === 'expired' ? null : actor.id, updatedAt: at, updatedBy: actor.id },
      rowVersion: sql`${pendingChange.rowVersion} + 1`,
    })
    .where(and(eq(pendingChange.id, change.id), eq(pendingChange.state, 'waiting')))
    .returning({ id: pendingChange.id })
  if (!ended) return false
  const rules = kindRules(change.kind)
  await rules.leave(rules.content.parse(change.content), about, state, { actor, now, reason })
  return true
}

type Ending = { now: Date; reason: string }

/** Ends one in nobody's name, if it still waits and has no chance any more. */
async function endAlone(
  id: number,
  isOver: (change: Change, about: unknown) => boolean | Promise<boolean>,
  { now, reason }: Ending,
): Promise<void> {
  const [found] = await db().select().from(pendingChange).where(eq(pendingChange.id, id))
  if (!found) return
  const about = await kindRules(found.kind).lock(found.aboutId, undefined)
  const [change] = await db().select().from(pendingChange).where(eq(pendingChange.id, id)).for('update')
  if (!about || change?.state !== 'waiting' || !(await isOver(change, about))) return
  await endChange(change, about, 'expired', { actor: { id: 0 }, now, reason })
  await recordAudit(
    {
      action: 'change.expire',
      object: `pending_change:${id}`,
      before: { state: 'waiting' },
      after: { state: 'expired', reason },
    },
    { actorId: 0, ip: '', now },
  )
}

/** Ends one whose time is over; nothing where somebody was first. */
export const expireChange = (id: number, now: Date): Promise<void> =>
  endAlone(id, ({ expiresAt }) => new Date(expiresAt) <= now, { now, reason: zhCN('changes.expiredReason') })

/** T34: what cannot be done any more of an order that is void waits for nobody; what still can, as money to go back, does. */
export async function endChangesOf(orderId: number, call: Call): Promise<void> {
  const open = await db()
    .select({ id: pendingChange.id })
    .from(pendingChange)
    .where(and(eq(pendingChange.orderId, orderId), eq(pendingChange.state, 'waiting')))
    .orderBy(asc(pendingChange.id))
  for (const { id } of open)
    await endAlone(
      id,
      async ({ kind, content }, about) => {
        const rules = kindRules(kind)
        return (await rules.judge(rules.content.parse(content), about, call)) !== undefined
      },
      { now: call.now, reason: zhCN('changes.voidReason') },
    )
}

const late = (now: Date) =>
  and(eq(pendingChange.state, 'waiting'), lte(pendingChange.expiresAt, now.toISOString()))
const lateIds = (now: Date) =>
  db().select({ id: pendingChange.id }).from(pendingChange).where(late(now)).limit(500)

export const changesEnd = defineJob({
  name: 'changes.end',
  schedule: '*/5 * * * *',
  async wanted() {
    const ids: number[] = []
    for (const id of await allTenants())
      if ((await inTenant(id, () => lateIds(new Date()))).length > 0) ids.push(id)
    return ids
  },
  async run(_data, { tenantId, step }) {
    for (const { id } of await inTenant(tenantId, () => lateIds(new Date())))
      await step(() => expireChange(id, new Date()))
  },
})
