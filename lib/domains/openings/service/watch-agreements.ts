import { and, asc, eq, lte, ne, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { endsSoonDays } from '../rules/opening.ts'
import { opening } from '../table.ts'
import { setInForce } from './in-force.ts'
import { tellKeepers, tellPlace } from './tell-opening.ts'

/**
 * 协议到期: each morning what ends within 30 days is told once to whoever looks after it; what has ended is suspended
 * until it is renewed.
 */
export const watchAgreements = defineJob({
  name: 'openings.agreements',
  schedule: '20 7 * * *',
  async run(_data, { tenantId, step, signal }) {
    const today = businessDate(new Date())
    for (;;) {
      const ids = await inTenant(tenantId, () => dueOpenings(today))
      for (const id of ids) {
        signal.throwIfAborted()
        await step(() => watchOne(id, today, new Date()))
      }
      if (ids.length < atOnce) return
    }
  },
})

const atOnce = 200

const isDue = (today: string) =>
  and(
    eq(opening.inForce, '已开通'),
    lte(opening.endsOn, addDays(today, endsSoonDays)),
    or(sql`${opening.toldEndsOn} is distinct from ${opening.endsOn}`, sql`${opening.endsOn} < ${today}`),
  )

async function dueOpenings(today: string): Promise<number[]> {
  const rows = await db()
    .select({ id: opening.id })
    .from(opening)
    .where(and(isDue(today), ne(opening.kind, 'branch')))
    .orderBy(asc(opening.endsOn), asc(opening.id))
    .limit(atOnce)
  return rows.map(({ id }) => id)
}

/** Tells of one, and suspends it once its day is over. A change that waits is left to be reviewed: it may renew it. */
export async function watchOne(id: number, today: string, now: Date): Promise<void> {
  const [row] = await db()
    .select()
    .from(opening)
    .where(and(eq(opening.id, id), isDue(today)))
    .for('update')
  if (!row || row.endsOn === null) return
  const day = row.endsOn
  const isOver = day < today
  const reason = say('openings.expired', { day })
  const system = { actor: { id: 0 }, now }
  if (isOver) await setInForce(row, '暂停', reason, system)
  await db()
    .update(opening)
    .set({
      toldEndsOn: day,
      updatedAt: now.toISOString(),
      updatedBy: 0,
      rowVersion: row.rowVersion + 1,
      ...(isOver && {
        inForce: '暂停' as const,
        status: row.status === '变更待审' ? row.status : ('暂停' as const),
        reason,
      }),
    })
    .where(eq(opening.id, id))
  if (isOver)
    await recordAudit(
      {
        action: 'opening.expire',
        object: `opening:${id}`,
        before: { status: row.status },
        after: { status: '暂停', reason },
      },
      { actorId: 0, ip: '', now },
    )
  if (isOver) await tellPlace('expired', row, reason, system)
  else await tellKeepers(row, say('openings.toldEnd', { day }), system)
}
