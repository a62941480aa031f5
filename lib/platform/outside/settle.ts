import { eq, sql } from 'drizzle-orm'
import { answers } from '../../domains/answers.ts'
import { portOf } from '../../domains/ports.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { CallError } from '../errors.ts'
import { describeError, log } from '../log.ts'
import { maskRecord } from '../mask-values.ts'
import type { Answered, OutsideCall } from './answered.ts'
import { cut } from './http-port.ts'
import type { Outcome } from './outcome.ts'
import { type AttemptKind, callRest, callTries } from './rules/outside.ts'
import { unanswered } from './said.ts'
import { outsideAttempt, outsideCall } from './table.ts'

/** An answer takes effect here: once, whoever brings it and however often. */

type Row = typeof outsideCall.$inferSelect
export type Attempt = { kind: AttemptKind; ms: number }

const over = (row: Row) => row.status === 'done' || row.status === 'failed'

/** Takes what came of an attempt into the call, in the transaction of its tenant. @returns what the call became */
export async function settle(
  id: number,
  attempt: Attempt,
  outcome: Outcome,
): Promise<Row['status'] | undefined> {
  const [row] = await db().select().from(outsideCall).where(eq(outsideCall.id, id)).for('update')
  if (!row) return undefined
  const checked = check(row, outcome)
  if (over(row)) {
    if (checked.result === 'done' || checked.result === 'refused') {
      await note(id, attempt, 'repeat', noteOf(checked))
      await handlerOf(row)?.again?.(checked, callOf(row))
    }
    return row.status
  }
  await note(id, attempt, checked.result, noteOf(checked))
  if (checked.result === 'done') return finish(row, 'done', { answer: checked.answer })
  if (checked.result === 'refused') return finish(row, 'failed', { reason: cut(checked.reason) })
  // It goes out once more in this attempt.
  if (row.status === 'dead' || checked.result === 'unknown') return row.status
  if (checked.result === 'pending') await handlerOf(row)?.thinks?.(callOf(row))
  if (row.attempts >= callTries && !mayThink(row, checked))
    return giveUp(row, noteOf(checked) || checked.result)
  await db()
    .update(outsideCall)
    // Somebody may have asked for the next attempt while this one was under way: that is not put off again.
    .set({
      nextAt: sql`least(${outsideCall.nextAt}, now() + make_interval(secs => ${callRest(Math.max(row.attempts, 1)) / 1000}))`,
    })
    .where(eq(outsideCall.id, id))
  return row.status
}

/** Whoever handles an answer could not: the call says why, is asked for again, and not for ever. */
export function settleTrouble(id: number, attempt: Attempt, error: unknown): Promise<unknown> {
  log({ event: 'answer not handled', number: id, ...describeError(error) })
  const why = error instanceof CallError ? `: ${error.body.message}` : ''
  return settle(id, attempt, { result: 'error', note: cut(`the answer could not be handled${why}`) })
}

/** It has the request, and people look at it. */
const mayThink = ({ port, createdAt }: Row, { result }: Outcome): boolean =>
  result === 'pending' && Date.now() < Date.parse(createdAt) + (portOf(port).thinksMs ?? 0)

/** An answer that is none of the port's makes no sense, whoever said it. */
function check({ port }: Row, outcome: Outcome): Outcome {
  if (outcome.result !== 'done') return outcome
  const parsed = portOf(port).answer.safeParse(outcome.answer)
  if (parsed.success) return { result: 'done', answer: parsed.data }
  const where = parsed.error.issues.map(({ path }) => path.join('.') || 'answer').join(', ')
  return { result: 'error', note: cut(`no answer of the port: ${where}`) }
}

const noteOf = (outcome: Outcome): string =>
  outcome.result === 'error' ? outcome.note : outcome.result === 'refused' ? cut(outcome.reason) : ''

const note = (
  callId: number,
  { kind, ms }: Attempt,
  result: (typeof outsideAttempt.$inferInsert)['result'],
  text: string,
) => db().insert(outsideAttempt).values({ callId, kind, result, ms, note: text })

async function finish(
  row: Row,
  status: 'done' | 'failed',
  { answer, reason }: { answer?: Record<string, unknown>; reason?: string },
): Promise<Row['status']> {
  await db()
    .update(outsideCall)
    .set({
      status,
      nextAt: null,
      answeredAt: sql`now()`,
      request: null,
      reason: reason ?? null,
      answer: answer ? shortened(maskRecord(answer)) : null,
      rowVersion: nextVersion(outsideCall),
    })
    .where(eq(outsideCall.id, row.id))
  const handler = handlerOf(row)
  if (handler && answer) await handler.done(answer as never, callOf(row))
  else if (handler) await handler.failed(reason ?? '', callOf(row))
  return status
}

/** The reason why a call is not sent now: what it is about holds it back. */
export const heldBack = async (row: Row): Promise<string | undefined> => handlerOf(row)?.holds?.(callOf(row))

/** A dead letter: shown, and sent again by hand, for as long as its request is kept. */
export async function giveUp(row: Row, reason: string): Promise<Row['status']> {
  await db()
    .update(outsideCall)
    .set({
      status: 'dead',
      nextAt: null,
      answeredAt: sql`now()`,
      reason,
      rowVersion: nextVersion(outsideCall),
    })
    .where(eq(outsideCall.id, row.id))
  await handlerOf(row)?.dead?.(unanswered(reason), callOf(row))
  return 'dead'
}

const handlerOf = ({ aboutType }: Row): Answered<never> | undefined =>
  aboutType === null ? undefined : (answers as Record<string, Answered<never>>)[aboutType]

const callOf = ({ id, tenantId, port, onceKey, aboutId }: Row): OutsideCall => ({
  id,
  tenantId,
  port,
  key: onceKey,
  aboutId: aboutId ?? 0,
})

/** A seal is kept with what it seals. */
const shortened = (answer: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > 200 ? `${value.slice(0, 60)}…` : value,
    ]),
  )
