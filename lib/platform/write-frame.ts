import { sql } from 'drizzle-orm'
import { subjects } from '../domains/subjects.ts'
import { changedSince } from './changed-since.ts'
import { type Call, type Frame, withCall } from './context.ts'
import type { Writes } from './contract/endpoint.ts'
import { db } from './db/client.ts'
import type { Route } from './endpoint-index.ts'
import { CallError, notFound } from './errors.ts'
import { isRecord } from './mask-values.ts'
import { once } from './once.ts'
import { changedFields, requireVersion } from './row-version.ts'
import type { SubjectRules } from './subject.ts'

/**
 * The frame that every call of somebody signed in has around its handler, from what its contract declares and in the
 * transaction of the call. A write runs once for its event id, on rows that are found in the caller's tenant and scope,
 * locked, and as old as the caller saw them; it leaves the audit row it declares, or fails. A read writes nothing.
 */

/** A write by a read shows in tests and in development; production saves the statement. */
let readsWatched = true
export function watchReads(watched: boolean): void {
  readsWatched = watched
}

type Ruled = Extract<Writes, { action: unknown }>
type Run = (call: Call, row: unknown) => Promise<unknown>

/**
 * @param run the handler, with the row or rows of the call
 * @param fileHash of the file that came along: another file is another event
 * @throws 404, 409 and 422 as the rule of writes has them
 * @throws {Error} when the verb left no audit row
 */
export function inFrame(
  { name, endpoint }: Route,
  input: unknown,
  call: Call,
  run: Run,
  fileHash?: string,
): Promise<unknown> {
  const { writes } = endpoint
  const { eventId, ...sent } = isRecord(input) ? input : {}
  if (!writes) return asRead(name, endpoint, call, run)
  const event = { eventId: String(eventId), call: name, input: { ...sent, file: fileHash } }
  if ('action' in writes) return asWrite(name, writes, sent, call, run, event)
  return eventId === undefined ? run(call, undefined) : asEntry(name, event, call, run)
}

type Event = Parameters<typeof once>[0]

async function asWrite(
  name: string,
  writes: Ruled,
  input: Record<string, unknown>,
  call: Call,
  run: Run,
  event: Event,
): Promise<unknown> {
  const rules: SubjectRules = subjects[writes.on as keyof typeof subjects]
  const actions = typeof writes.action === 'string' ? [writes.action] : writes.action
  const frame: Frame = {
    verb: name,
    noun: rules.noun,
    actions,
    left: [],
    unchanged: false,
    proposes: writes.proposes,
  }
  return once({ ...event, secret: writes.secret }, frame, async () => {
    await rules.turn?.(call)
    const row = await lockedRow(name, rules, writes, input, call)
    if (row !== undefined && !writes.makes) frame.objects = [row].flat().map((one) => objectOf(rules, one))
    if (Array.isArray(row) && row.length === 0) frame.unchanged = true
    const answer = await refusedOf(writes.on, row, () => withFrame({ ...call, frame }, run, row))
    requireAudit(frame)
    return answer
  })
}

/** A rule's refusal says of which order it is, so that it can lead there. */
async function refusedOf<T>(subject: string, row: unknown, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 422 || subject !== 'order') throw error
    const id = isRecord(row) ? row.id : undefined
    throw typeof id === 'number' ? new CallError(422, { ...error.body, orderId: id }) : error
  }
}

const objectOf = (rules: SubjectRules, row: unknown) => `${rules.noun}:${rules.nameOf(row)}`

const withFrame = (call: Call, run: Run, row?: unknown) => withCall(call, () => run(call, row))

/** @throws 404 for one row that is not there for the caller; of many such ones are passed over */
async function lockedRow(
  name: string,
  rules: SubjectRules,
  { id: field, anyVersion }: Ruled,
  input: Record<string, unknown>,
  call: Call,
): Promise<unknown> {
  if (field === undefined) return undefined
  const id = field === 'own' ? call.tenantId : input[field]
  if (id === undefined) return undefined
  if (Array.isArray(id)) {
    // In one order whatever was sent: two calls never wait for each other crosswise.
    const ids = [...new Set(id)].sort((a, b) => a - b)
    if (rules.lockAll) return rules.lockAll(ids, call)
    const rows: unknown[] = []
    for (const one of ids) rows.push(await rules.lock(one, call))
    return rows.filter((row) => row !== undefined)
  }
  const row = await rules.lock(id, call)
  if (row === undefined) throw notFound()
  if (!anyVersion) {
    const version = rules.versionOf?.(row) ?? row
    await requireVersion(
      version as Parameters<typeof requireVersion>[0],
      input.rowVersion,
      () =>
        rules.differs ? rules.differs(row, input, name) : changedFields(input, rules.shown?.(row) ?? {}),
      (writes) => changedSince(objectOf(rules, row), writes, call),
    )
  }
  return row
}

/** A declared audit row for each row that was written, or one of the kind where the row is new; and a proposed change. */
function requireAudit(frame: Frame): void {
  const { verb, noun, actions, left, objects, unchanged, noted, proposes, proposed } = frame
  if (unchanged || noted) return
  if (proposes && !proposed) throw new Error(`${verb} left no ${proposes} for a second person to check.`)
  const declared = left.filter(({ action }) => actions.includes(action))
  const isLeft = objects
    ? objects.every((object) => declared.some((row) => row.object === object))
    : declared.some(({ object }) => noun === undefined || object.startsWith(`${noun}:`))
  if (!isLeft)
    throw new Error(`${verb} left no audit row ${actions.join(' or ')} of ${objects ?? noun ?? 'it'}.`)
}

async function asEntry(name: string, event: Event, call: Call, run: Run): Promise<unknown> {
  const frame: Frame = { verb: name, actions: [], left: [], unchanged: false }
  return once(event, frame, () => withFrame({ ...call, frame }, run))
}

async function asRead(name: string, { leaves, locks }: Route['endpoint'], call: Call, run: Run) {
  if (leaves === undefined) {
    // Rows cannot be locked in a transaction that only reads.
    if (readsWatched && !locks) await db().execute(sql`set transaction read only`)
    return run(call, undefined)
  }
  const frame: Frame = { verb: name, actions: [leaves], left: [], unchanged: false }
  const answer = await withFrame({ ...call, frame }, run)
  requireAudit(frame)
  return answer
}
