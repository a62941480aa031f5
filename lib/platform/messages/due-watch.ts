import { sql } from 'drizzle-orm'
import { db, inTenant } from '../db/client.ts'
import { defineJob } from '../jobs/jobs.ts'
import { sendDueNotices } from './announcements.ts'
import { tellDueReminders } from './reminders.ts'

/**
 * Sends the tenant's notices and reminders when their time has come, at most a quarter of a minute late. Each goes once,
 * under the lock of its row; what was due while nobody ran is sent at the next start.
 */
export const sendDue = defineJob({
  name: 'messages.due',
  schedule: '*/15 * * * * *',
  wanted: dueTenants,
  run: (_data, job) => job.step(() => sendWhatIsDue(new Date())),
})

async function dueTenants(): Promise<number[]> {
  const { rows } = await inTenant(0, () => db().execute<{ id: number }>(sql`select nlos_due_tenants() as id`))
  return rows.map(({ id }) => id)
}

/** In the transaction of the tenant. */
export async function sendWhatIsDue(now: Date): Promise<void> {
  await sendDueNotices(now)
  await tellDueReminders(now)
}
