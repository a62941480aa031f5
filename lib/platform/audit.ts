import type { AuditAction } from '../domains/endpoints.ts'
import { auditLog } from '../domains/system/table.ts'
import { call } from './context.ts'
import { db } from './db/client.ts'
import { isRecord, maskValues } from './mask-values.ts'

type AuditEntry = {
  /** The event: `order.submit_pre`. */
  action: AuditAction
  /** Of what: `application:8812`. */
  object: string
  before?: unknown
  after?: unknown
}

/**
 * Writes an audit row of the current call into its transaction: both are kept or neither. Action and object are those
 * that the call's contract declares and of the row it works on; a verb says them where it declares several actions, or
 * its row is new. Personal data in `before` and `after` is masked by the names of its fields; secrets are left out.
 */
export const audit = (entry: Partial<AuditEntry>): Promise<void> => auditAll([entry])

/** The same of many rows, in one statement. */
export async function auditAll(entries: readonly Partial<AuditEntry>[]): Promise<void> {
  const { actor, ip, now, frame } = call()
  const whole = entries.map((entry) => {
    // The actions of a frame come from a contract.
    const action = entry.action ?? (only(frame?.actions) as AuditAction | undefined)
    const object = entry.object ?? only(frame?.objects)
    if (action === undefined || object === undefined)
      throw new Error('An audit row says what was done to what.')
    return { ...entry, action, object }
  })
  frame?.left.push(...whole.map(({ action, object }) => ({ action, object })))
  await recordAudits(whole, { actorId: actor.id, ip, now })
}

const only = <T>(list: readonly T[] = []): T | undefined => (list.length === 1 ? list[0] : undefined)

/**
 * Says that the call changed nothing, as when there was nothing to do: it leaves no audit row, and its event id is as if
 * it had never been used.
 */
export function nothingChanged(): void {
  const { frame } = call()
  if (frame) frame.unchanged = true
}

/**
 * Says that what the call did is part of what has its audit row already, as each further piece of a recording is: a row
 * for each would bury what somebody looks for.
 */
export function notedBefore(): void {
  const { frame } = call()
  if (frame) frame.noted = true
}

/** The same for what happens outside a signed-in call, such as signing in. Actor 0 is the system. */
export const recordAudit = (entry: AuditEntry, by: Auditor): Promise<void> => recordAudits([entry], by)

type Auditor = { actorId: number; ip: string; now: Date }

/** The same of many rows, in one statement. */
export async function recordAudits(
  entries: readonly AuditEntry[],
  { actorId, ip, now }: Auditor,
): Promise<void> {
  if (entries.length === 0) return
  await db()
    .insert(auditLog)
    .values(
      entries.map(({ action, object, before, after }) => ({
        action,
        object,
        before: masked(before),
        after: masked(after),
        actorId,
        createdBy: actorId,
        ip,
        at: now.toISOString(),
      })),
    )
}

const secrets = new Set(['password', 'passwordHash', 'payPasswordHash', 'token', 'tokenHash'])

const masked = (value: unknown): unknown => maskValues(withoutSecrets(value))

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      secrets.has(name) ? [] : [[name, withoutSecrets(inner)] as const],
    ),
  )
}
