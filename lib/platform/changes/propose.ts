import { createHash } from 'node:crypto'
import { and, eq, lte } from 'drizzle-orm'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { forbidden, taken } from '../errors.ts'
import { endLate } from './end-change.ts'
import { type ChangeKind, type ChangeLine, changeRules } from './rules/pending-change.ts'
import { pendingChange } from './table.ts'
import { showChange } from './tell-changes.ts'

export type Proposal = {
  aboutId: number
  orderId?: number | null
  /** The record it is about, in a word. */
  title: string
  /** The content that is done when it is approved; JSON. */
  content: Record<string, unknown>
  /** The lines that the checker is shown, and answers for. */
  lines: ChangeLine[]
  amount?: string | null
  reason?: string
}

/**
 * Leaves a change to a second person, in the transaction of the call that wants it and whose contract says so by
 * `proposes`.
 *
 * @throws 409 while one of the kind waits already for the same record
 */
export async function propose(kind: ChangeKind, proposal: Proposal, call: Call): Promise<number> {
  const { frame, actor, now } = call
  if (frame?.proposes !== kind)
    throw new Error(`${frame?.verb ?? 'A call'} does not declare that it proposes ${kind}.`)
  const { make, hours } = changeRules[kind]
  if (!actor.permissions.has(make)) throw forbidden()
  const { aboutId, content, lines } = proposal
  const own = and(
    eq(pendingChange.kind, kind),
    eq(pendingChange.aboutId, aboutId),
    eq(pendingChange.state, 'waiting'),
  )
  const late = await db()
    .select()
    .from(pendingChange)
    .where(and(own, lte(pendingChange.expiresAt, now.toISOString())))
  for (const { id } of late) await endLate(id, now)
  const [row] = await db()
    .insert(pendingChange)
    .values({
      kind,
      aboutId,
      content,
      lines,
      contentHash: hashOf(content, lines),
      orderId: proposal.orderId ?? null,
      title: proposal.title,
      amount: proposal.amount ?? null,
      reason: proposal.reason ?? '',
      madeBy: actor.id,
      madeAt: now.toISOString(),
      createdBy: actor.id,
      expiresAt: new Date(now.getTime() + hours * 3_600_000).toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: pendingChange.id })
  if (!row) throw taken('changes.refusals.waits')
  frame.proposed = true
  await showChange(kind, { orderId: proposal.orderId }, actor.id)
  return row.id
}

/** Says that there is nothing in the call for a second person: it changed nothing that is checked, or nobody could check. */
export function nothingToCheck({ frame }: Call): void {
  if (frame) frame.proposed = true
}

/** The same content has the same hash, however the database orders its fields. */
export const hashOf = (content: unknown, lines: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted([content, lines])))
    .digest('hex')

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, inner]) => inner !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value
