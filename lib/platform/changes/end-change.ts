import { and, asc, eq, lte } from 'drizzle-orm'
import { kindRules } from '../../domains/change-kinds.ts'
import { lockAnyOrder, updateOrder } from '../../domains/orders/service/move-order.ts'
import { say } from '../../i18n/say.ts'
import { recordAudit } from '../audit.ts'
import type { By, Call } from '../context.ts'
import { changedBy } from '../db/changed-by.ts'
import { db, inTenant } from '../db/client.ts'
import { defineJob } from '../jobs/jobs.ts'
import { allTenants } from '../jobs/plan.ts'
import type { ChangeKind } from './rules/pending-change.ts'
import { pendingChange } from './table.ts'
import { showChange, tellMaker } from './tell-changes.ts'

/** A change that waited too long is over: what is checked days later was made for another day. */

type Change = typeof pendingChange.$inferSelect

type How = By & { reason: string; decidedFor?: number | null }
type End = 'refused' | 'withdrawn' | 'expired'

/** Ends one that nobody decided; its order is as it was. @param about its record, locked */
async function leave(
  change: Change,
  about: unknown,
  state: End,
  { actor, now, reason, decidedFor = null }: How,
): Promise<boolean> {
  const at = now.toISOString()
  const [ended] = await db()
    .update(pendingChange)
    .set({
      state,
      decidedAt: at,
      decideReason: reason,
      decidedFor,
      decidedBy: state === 'expired' ? null : actor.id,
      ...changedBy(pendingChange, { actor, now }),
    })
    .where(and(eq(pendingChange.id, change.id), eq(pendingChange.state, 'waiting')))
    .returning({ id: pendingChange.id })
  if (!ended) return false
  const rules = kindRules(change.kind)
  await rules.leave(rules.content.parse(change.content), about, state, { actor, now, reason })
  const { kind, orderId, madeBy } = change
  await showChange(kind, { makers: [madeBy], orderId }, actor.id)
  if (state !== 'withdrawn') await tellMaker(change, { state, reason, by: actor.id, at })
  return true
}

/** The same, and its order is another version: whoever has it open sees that something became of it. */
export async function endChange(change: Change, about: unknown, state: End, how: How): Promise<void> {
  if (await leave(change, about, state, how)) await touchOrder(change, how)
}

async function touchOrder({ orderId }: Change, by: By): Promise<void> {
  const order = orderId === null ? undefined : await lockAnyOrder(orderId, undefined)
  if (order) await updateOrder(order, by, {})
}

/** Ends one in nobody's name, if it still waits and has no chance any more. @returns what ended */
async function endAlone(
  id: number,
  isOver: (change: Change, about: unknown) => boolean | Promise<boolean>,
  { now, reason }: { now: Date; reason: string },
): Promise<Change | undefined> {
  const [found] = await db().select().from(pendingChange).where(eq(pendingChange.id, id))
  if (!found) return undefined
  const about = await kindRules(found.kind).lock(found.aboutId, undefined)
  const [change] = await db().select().from(pendingChange).where(eq(pendingChange.id, id)).for('update')
  if (!about || change?.state !== 'waiting' || !(await isOver(change, about))) return undefined
  await leave(change, about, 'expired', { ...nobody(now), reason })
  await recordAudit(
    {
      action: 'change.expire',
      object: `pending_change:${id}`,
      before: { state: 'waiting' },
      after: { state: 'expired', reason },
    },
    { actorId: 0, ip: '', now },
  )
  return change
}

const nobody = (now: Date): By => ({ actor: { id: 0 }, now })

/** Ends one whose time is over, for whoever moves its order anyway; nothing where somebody was first. */
export const endLate = (id: number, now: Date): Promise<Change | undefined> =>
  endAlone(id, ({ expiresAt }) => new Date(expiresAt) <= now, { now, reason: say('changes.expiredReason') })

export async function expireChange(id: number, now: Date): Promise<void> {
  const ended = await endLate(id, now)
  if (ended) await touchOrder(ended, nobody(now))
}

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
      { now: call.now, reason: say('changes.voidReason') },
    )
}

/** Ends the changes of a kind that wait about a record of which something else has decided meanwhile. */
export async function endWaiting(
  kind: ChangeKind,
  aboutId: number,
  why: { now: Date; reason: string },
): Promise<void> {
  const open = await db()
    .select({ id: pendingChange.id })
    .from(pendingChange)
    .where(
      and(
        ...[eq(pendingChange.kind, kind), eq(pendingChange.aboutId, aboutId)],
        eq(pendingChange.state, 'waiting'),
      ),
    )
  for (const { id } of open) await endAlone(id, () => true, why)
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
