import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, notExists, sql } from 'drizzle-orm'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import { describeError, log } from '../../../platform/log.ts'
import { application } from '../../orders/table.ts'
import { relationKey } from '../table.ts'
import { addKeys } from './order-keys.ts'

/** Orders of one transaction: some tens of milliseconds. */
const batch = 200

/**
 * Gives orders from before there were keys theirs, in the background after a start: every order has the key of its
 * mobile, so one without any was not looked at. What ends half-way goes on at the next start; several processes may.
 * @returns ends it, after the batch under way
 */
export function fillKeysOnce(): () => Promise<void> {
  const end = new AbortController()
  const filling = fillKeys(end.signal)
    .then((filled) => {
      if (filled > 0) log({ event: 'relation keys written', orders: filled })
    })
    .catch((error: unknown) => log({ event: 'relation keys not written', ...describeError(error) }))
  return async () => {
    end.abort()
    await filling
  }
}

/** @returns how many orders got keys */
export async function fillKeys(signal?: AbortSignal): Promise<number> {
  const { rows } = await asOwner((connection) => connection.exec('SELECT nlos_tenants() AS id'))
  let filled = 0
  for (const row of rows) {
    const { id: tenantId } = row as { id: number }
    for (let after = 0; !signal?.aborted; ) {
      const ids = await inTenant(tenantId, () => fillBatch(after))
      const last = ids.at(-1)
      if (last === undefined) break
      filled += ids.length
      after = last
      await setImmediate()
    }
  }
  return filled
}

async function fillBatch(after: number): Promise<number[]> {
  const orders = await db()
    .select({ id: application.id })
    .from(application)
    .where(
      and(
        gt(application.id, after),
        notExists(
          db().select({ one: sql`1` }).from(relationKey).where(eq(relationKey.orderId, application.id)),
        ),
      ),
    )
    .orderBy(asc(application.id))
    .limit(batch)
  const ids = orders.map(({ id }) => id)
  if (ids.length > 0) await addKeys(ids)
  return ids
}
