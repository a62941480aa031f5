import { sql } from 'drizzle-orm'
import { db, inTenant } from '../db/client.ts'
import { describeError, log } from '../log.ts'
import { sendDueNotices } from './announcements.ts'
import { tellDueReminders } from './reminders.ts'

/** How late a notice or a reminder may be, in ms. */
const everyMs = 15_000

/**
 * Sends notices and reminders when their time has come. Every process looks; each of them goes once, under the lock of
 * its row. What was due while nobody ran is sent at the next start.
 * @returns ends it, after what is under way
 */
export function watchDue(): () => Promise<void> {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= sendDue(new Date())
      .catch((error: unknown) => log({ event: 'due messages not sent', ...describeError(error) }))
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

/** Sends what is due, tenant by tenant: one that fails keeps no other from its own. */
export async function sendDue(now: Date): Promise<void> {
  const { rows } = await inTenant(0, () => db().execute<{ id: number }>(sql`select nlos_due_tenants() as id`))
  const tried = await Promise.allSettled(
    rows.map(({ id }) =>
      inTenant(id, async () => {
        await sendDueNotices(now)
        await tellDueReminders(now)
      }),
    ),
  )
  for (const one of tried) {
    if (one.status === 'rejected') log({ event: 'due messages not sent', ...describeError(one.reason) })
  }
}
