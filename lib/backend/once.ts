import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { call } from './context.ts'
import { db } from './db/client.ts'
import { eventAnswer } from './db/schema/system.ts'
import { refused } from './errors.ts'

/**
 * Runs a write once for the event id that the client chose for one user action; a repeat gets the first answer. The
 * id is kept in the transaction of the write, so a write that is rolled back may be tried again. Repeats that come
 * while the first is under way wait for it at the unique index.
 *
 * @param answer has to survive JSON
 * @throws 422 when the id was used for another call or another input
 */
export async function once<T>(
  eventId: string,
  callName: string,
  input: unknown,
  run: () => Promise<T>,
): Promise<T> {
  const userId = call().actor.id
  const inputHash = createHash('sha256').update(canonical(input)).digest('hex')
  const [mine] = await db()
    .insert(eventAnswer)
    .values({ eventId, userId, call: callName, inputHash, answer: {}, createdBy: userId })
    .onConflictDoNothing()
    .returning({ id: eventAnswer.id })
  if (mine) {
    const answer = await run()
    await db()
      .update(eventAnswer)
      .set({ answer: { value: answer } })
      .where(eq(eventAnswer.id, mine.id))
    return answer
  }
  const [first] = await db()
    .select()
    .from(eventAnswer)
    .where(and(eq(eventAnswer.userId, userId), eq(eventAnswer.eventId, eventId)))
  if (first?.call !== callName || first.inputHash !== inputHash) throw refused('refusals.eventReused')
  return (first.answer as { value: T }).value
}

/** JSON with the keys in order: equal values give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
