import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isNull, sql } from 'drizzle-orm'
import { userSession } from '../domains/identity/table.ts'
import type { LiveEvent, LiveEvents } from './contract/live.ts'
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
/** A longer one, as the offer of a video call is, travels deflated: a few kilobytes of text, which is no work. */
const plainBytes = 6_000
const mostBytes = 7_900

/** Tells the streams of some users something, when the current transaction commits. */
export async function publish(event: LiveEvent): Promise<void> {
  const userIds = [...new Set(event.userIds)]
  for (let at = 0; at < userIds.length; at += usersAPayload) {
    const payload = packed(JSON.stringify({ ...event, userIds: userIds.slice(at, at + usersAPayload) }))
    await db().execute(sql`SELECT pg_notify(${channel}, ${payload})`)
  }
}

/** @throws {RangeError} for what is too long even so */
function packed(text: string): string {
  if (Buffer.byteLength(text) <= plainBytes) return text
  const deflated = deflateRawSync(text).toString('base64')
  if (deflated.length > mostBytes) throw new RangeError(`an event of ${text.length} characters is too long`)
  return deflated
}

/** An event is an object, so a payload that does not begin as one is deflated. */
const unpacked = (payload: string): string =>
  payload.startsWith('{') ? payload : inflateRawSync(Buffer.from(payload, 'base64')).toString()

/**
 * Lets every stream of the users ask again whether its session still counts. Whatever ends tokens calls it in the same
 * transaction: logout, a changed password, an administrator's 结束会话.
 */
export const publishSessionsChanged = (userIds: readonly number[]): Promise<void> =>
  publish({ userIds, type: 'session', data: {} })

/** So many people a second read what an administrator changed for all of them. */
const readersASecond = 50

/**
 * Tells whoever is signed in at the tenant that the menu or a dictionary changed, in the transaction that changes it:
 * pages that stand open show it without a reload. Whatever writes `sys_menu`, `sys_role` or `dict_item` calls it.
 */
export async function publishConfiguration(of: LiveEvents['configuration']['of']): Promise<void> {
  const rows = await db()
    .selectDistinct({ userId: userSession.userId })
    .from(userSession)
    .where(isNull(userSession.endedAt))
  const spread = Math.min((rows.length / readersASecond) * 1000, 30_000)
  await publish({
    userIds: rows.map(({ userId }) => userId),
    type: 'configuration',
    data: { of, spread: Math.round(spread) },
  })
}

/**
 * Lets the open pages of the users read roles, permissions and menu again. The service judges by the new ones from the
 * commit on, whatever a page shows.
 */
export const publishAccessChanged = (userIds: readonly number[]): Promise<void> =>
  publish({ userIds, type: 'access', data: {} })

/**
 * Hears the events of this database from now on.
 * @param hear null after a break in which events may have been missed
 */
export function listenToEvents(hear: (event: LiveEvent | null) => void): Promise<void> {
  return listenTo(channel, (payload) => {
    try {
      hear(payload === null ? null : JSON.parse(unpacked(payload)))
    } catch (error) {
      log({ event: 'live event lost', reason: String(error) })
    }
  })
}
