import { createHash, randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { AnswerKind } from '../../domains/answers.ts'
import { portOf, type RequestOf, shownOf } from '../../domains/ports.ts'
import { say } from '../../i18n/say.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { refused } from '../errors.ts'
import type { Poll } from '../jobs/poll.ts'
import type { PortName } from './rules/outside.ts'
import { outsideCall } from './table.ts'
import { isSimulated, isWired } from './wiring.ts'

export type CallOptions = {
  /** The same key of a port is the same call: nothing goes out twice. */
  key: string
  /** The owner of the answer: a row of `answers`, and the record that it is about. */
  about?: { type: AnswerKind; id: number }
  /** After this nobody needs the answer, and it is not sent any more. */
  until?: Date
}

/**
 * Asks somebody outside, when the caller's transaction commits: the question is a row of it. The worker sends it, and
 * the answer comes to `answers`.
 *
 * @returns the number of the call, of the first one where the key is known
 * @throws 422 where the port leads nowhere
 */
export async function callOutside<P extends PortName>(
  port: P,
  request: RequestOf<P>,
  options: CallOptions,
): Promise<number> {
  const [id = 0] = await callOutsideForAll(port, [{ request, ...options }])
  return id
}

/** The same for many, in one statement. @returns the numbers of the calls in the order in which they were asked for */
export async function callOutsideForAll<P extends PortName>(
  port: P,
  asked: readonly (CallOptions & { request: RequestOf<P> })[],
): Promise<number[]> {
  mustBeWired(port)
  if (asked.length === 0) return []
  const rows = asked.map(({ request, key, about, until }) => {
    const parsed = portOf(port).request.parse(request)
    return {
      port,
      onceKey: key,
      reference: randomUUID(),
      request: parsed,
      requestHash: hashOf(parsed),
      shown: { ...shownOf(port, parsed), ...simulatedText(port, parsed) },
      aboutType: about?.type ?? null,
      aboutId: about?.id ?? null,
      giveUpAt: until?.toISOString() ?? null,
    }
  })
  const mine = await db()
    .insert(outsideCall)
    .values(rows)
    .onConflictDoNothing({ target: [outsideCall.tenantId, outsideCall.port, outsideCall.onceKey] })
    .returning({ id: outsideCall.id, onceKey: outsideCall.onceKey })
  if (mine.length > 0) wakeOutside()
  const ids = new Map(mine.map(({ id, onceKey }) => [onceKey, id]))
  for (const row of rows) if (!ids.has(row.onceKey)) ids.set(row.onceKey, await firstOf(row))
  return rows.map(({ onceKey }) => ids.get(onceKey) ?? 0)
}

/**
 * Nobody needs the answers of what was asked about these records: what has not gone out stays here, and dead letters are
 * not sent by hand either. An answer that is just taken holds its call before its record, so none is waited for.
 */
export async function endCalls(type: AnswerKind, ids: readonly number[]): Promise<void> {
  const open = db()
    .select({ id: outsideCall.id })
    .from(outsideCall)
    .where(
      and(
        ...[eq(outsideCall.aboutType, type), inArray(outsideCall.aboutId, [...ids])],
        or(isNotNull(outsideCall.nextAt), eq(outsideCall.status, 'dead')),
      ),
    )
    .for('update', { skipLocked: true })
  await db()
    .update(outsideCall)
    .set({
      status: 'dead',
      nextAt: null,
      giveUpAt: sql`now()`,
      answeredAt: sql`now()`,
      reason: 'too late',
      rowVersion: nextVersion(outsideCall),
    })
    .where(inArray(outsideCall.id, open))
}

/** The call that had the key before. @throws {Error} where it asked something else */
async function firstOf({
  port,
  onceKey,
  requestHash,
}: {
  port: PortName
  onceKey: string
  requestHash: string
}): Promise<number> {
  const [first] = await db()
    .select({ id: outsideCall.id, requestHash: outsideCall.requestHash })
    .from(outsideCall)
    .where(and(eq(outsideCall.port, port), eq(outsideCall.onceKey, onceKey)))
  if (first?.requestHash !== requestHash)
    throw new Error(`The key ${onceKey} of ${port} asked something else before.`)
  return first.id
}

/** True where a call asked this; its request is forgotten when it is answered. */
export async function isRequestOf(id: number, request: Record<string, unknown>): Promise<boolean> {
  const asked = and(eq(outsideCall.id, id), eq(outsideCall.requestHash, hashOf(request)))
  return (await db().$count(outsideCall, asked)) > 0
}

/** @throws 422 with who can set it up, where the port leads nowhere */
export function mustBeWired(port: PortName): void {
  if (!isWired(port)) throw refused('outside.notWired', { port: say(`outside.ports.${port}`) }, ['admin'])
}

/** No SMS of a demo arrives anywhere: it is read here. */
const simulatedText = (port: PortName, request: Record<string, unknown>) =>
  port === 'sms' && isSimulated(port) ? { text: request.text } : {}

const hashOf = (request: Record<string, unknown>) =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

let poll: Poll | undefined

/** Says who sends what is in the outbox of this process. */
export const outboxIsSentBy = (sender: Poll | undefined): void => {
  poll = sender
}
export const wakeOutside = (): void => poll?.wake()
