import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { eventAnswer } from '../domains/system/table.ts'
import { call } from './context.ts'
import { db } from './db/client.ts'
import { refused } from './errors.ts'

type Event = {
  /** Chosen by the client for one action of the user. */
  eventId: string
  /** `applications.submitPre` */
  call: string
  input: unknown
  /** The answer is told once and not kept. */
  secret?: boolean | undefined
}

/**
 * Runs a write once for its event id; a repeat gets the first answer. The id is kept in the transaction of the write, so
 * a write that is rolled back may be tried again. Repeats that come while the first is under way wait for it at the
 * unique index.
 *
 * @param outcome what `run` says of itself: an id under which nothing was changed is forgotten
 * @param run its answer has to survive JSON
 * @throws 422 when the id was used for another call or another input, or the answer is told once
 */
export async function once<T>(
  event: Event,
  outcome: { unchanged: boolean },
  run: () => Promise<T>,
): Promise<T> {
  const { eventId, secret } = event
  const userId = call().actor.id
  const inputHash = createHash('sha256').update(canonical(event.input)).digest('hex')
  const [mine] = await db()
    .insert(eventAnswer)
    .values({ eventId, userId, call: event.call, inputHash, answer: {}, createdBy: userId })
    .onConflictDoNothing()
    .returning({ id: eventAnswer.id })
  if (mine) {
    const answer = await run()
    const own = eq(eventAnswer.id, mine.id)
    if (outcome.unchanged) await db().delete(eventAnswer).where(own)
    else if (!secret)
      await db()
        .update(eventAnswer)
        .set({ answer: { value: answer } })
        .where(own)
    return answer
  }
  const [first] = await db()
    .select()
    .from(eventAnswer)
    .where(and(eq(eventAnswer.userId, userId), eq(eventAnswer.eventId, eventId)))
  if (first?.call !== event.call || first.inputHash !== inputHash) throw refused('refusals.eventReused')
  if (secret) throw refused('refusals.toldOnce')
  return (first.answer as { value: T }).value
}

/** True where the caller has used this event id already: a repeat is answered without the work before the write. */
export async function isRepeat(eventId: string): Promise<boolean> {
  const mine = and(eq(eventAnswer.userId, call().actor.id), eq(eventAnswer.eventId, eventId))
  const rows = await db().select({ id: eventAnswer.id }).from(eventAnswer).where(mine)
  return rows.length > 0
}

/** JSON with the keys in order: equal values give equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
