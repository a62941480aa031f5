import { db } from '../db/client.ts'
import { publish } from '../live-events.ts'
import { notification } from './table.ts'

type NewMessage = Omit<typeof notification.$inferInsert, 'id' | 'tenantId' | 'readAt' | 'rowVersion'>

const rowsAnInsert = 500
/** A browser looks within so many ms for each recipient: 5,000 of them do not ask in the same second. */
const spreadAUser = 1
const longestSpread = 10_000

/** Writes messages and tells their recipients' browsers, both with the current transaction or not at all. */
export async function sendMessages(rows: readonly NewMessage[]): Promise<void> {
  if (rows.length === 0) return
  for (let at = 0; at < rows.length; at += rowsAnInsert)
    await db()
      .insert(notification)
      .values(rows.slice(at, at + rowsAnInsert))
  const userIds = rows.map(({ userId }) => userId)
  const spread = userIds.length === 1 ? 0 : Math.min(userIds.length * spreadAUser, longestSpread)
  await publish({ userIds, type: 'messages', data: { spread } })
}
