import { sql } from 'drizzle-orm'
import type { LiveEvent } from '../contracts/live.ts'
import { db, listenTo } from './db/client.ts'
import { log } from './log.ts'

/**
 * Events for the streams of users who are signed in, in any process on this database. They travel by NOTIFY: told
 * inside a transaction, heard once it has committed, and never when it was rolled back. They carry no contents; who
 * hears one reads what it is about by a call, with its own rights.
 */

const channel = 'nlos_live'
/** A payload of NOTIFY is shorter than 8,000 bytes; ids have at most 16 digits. */
const usersAPayload = 400

/** Tells the streams of some users something, when the current transaction commits. */
export async function publish(event: LiveEvent): Promise<void> {
  const userIds = [...new Set(event.userIds)]
  for (let at = 0; at < userIds.length; at += usersAPayload) {
    const payload = JSON.stringify({ ...event, userIds: userIds.slice(at, at + usersAPayload) })
    await db().execute(sql`SELECT pg_notify(${channel}, ${payload})`)
  }
}

/**
 * Lets every stream of the users ask again whether its session still counts. Whatever ends tokens calls it in the same
 * transaction: logout, a changed password, an administrator's 结束会话.
 */
export const publishSessionsChanged = (userIds: readonly number[]): Promise<void> =>
  publish({ userIds, type: 'session', data: {} })

/**
 * Hears the events of this database from now on.
 * @param hear null after a break in which events may have been missed
 */
export function listenToEvents(hear: (event: LiveEvent | null) => void): Promise<void> {
  return listenTo(channel, (payload) => {
    try {
      hear(payload === null ? null : JSON.parse(payload))
    } catch (error) {
      log({ event: 'live event lost', reason: String(error) })
    }
  })
}
