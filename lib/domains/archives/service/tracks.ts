import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { answered } from '../../../platform/outside/answered.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { archiveMail } from '../table.ts'

/** 快递轨迹 of parcels that are underway: asked for when one is sent, and every other hour as long as it is. */

const batch = 100
const restHours = 2
/** Nobody asks about a parcel that was sent so long ago. */
const mostDays = 30

type Parcel = { id: number; expressCompany: string | null; expressNo: string | null }

/** Asks where these parcels are, where somebody answers. */
export async function askTracks(parcels: readonly Parcel[], now: Date): Promise<void> {
  const last = parcels.at(-1)
  if (!last || !isWired('express')) return
  const asked = parcels.flatMap(({ expressCompany, expressNo }) =>
    expressCompany !== null && expressNo !== null ? [{ courier: expressCompany, expressNo }] : [],
  )
  await callOutside(
    'express',
    { parcels: asked },
    {
      key: randomUUID(),
      about: { type: 'express', id: last.id },
      until: new Date(now.getTime() + restHours * 3_600_000),
    },
  )
}

/** The words of couriers are shown: who signs for papers here is a person. */
export const trackHeard = answered<'express'>({
  purpose: 'archives.trackPurpose',
  done: async ({ parcels }) => {
    for (const { courier, expressNo, events } of parcels)
      await db()
        .update(archiveMail)
        .set({ track: [...events].sort((a, b) => (a.at < b.at ? 1 : -1)), trackedAt: sql`now()` })
        .where(and(eq(archiveMail.expressCompany, courier), eq(archiveMail.expressNo, expressNo)))
  },
  // The next run asks again.
  failed: async () => undefined,
})

export const trackParcels = defineJob({
  name: 'archives.track',
  schedule: '40 * * * *',
  async run(_data, { step }) {
    if (!isWired('express')) return
    const now = new Date()
    for (let after = 0; ; ) {
      const last = await step(() => askBatch(after, now))
      if (last === undefined) return
      after = last
    }
  },
})

async function askBatch(after: number, now: Date): Promise<number | undefined> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const rows = await db()
    .select({
      id: archiveMail.id,
      expressCompany: archiveMail.expressCompany,
      expressNo: archiveMail.expressNo,
    })
    .from(archiveMail)
    .where(
      and(
        inArray(archiveMail.status, ['已寄出']),
        gt(archiveMail.id, after),
        gt(archiveMail.sentAt, ago(mostDays * 24)),
        or(isNull(archiveMail.trackedAt), lt(archiveMail.trackedAt, ago(restHours))),
      ),
    )
    .orderBy(asc(archiveMail.id))
    .limit(batch)
  await askTracks(rows, now)
  return rows.at(-1)?.id
}
