import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { changes } from '../../contracts/changes.ts'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import { type ChangeStep, changeCan, changeRules } from '../../rules/pending-change.ts'
import { type Permission, rolesWith } from '../../rules/roles.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { pendingChange } from '../db/schema/changes.ts'
import { badInput, forbidden, refused } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { provePayPassword } from '../identity/pay-password.ts'
import { say } from '../language.ts'
import { subject } from '../subject.ts'
import { awayFor, stoodInFor } from './deputies.ts'
import { endChange } from './end-change.ts'
import { kindRules } from './kinds.ts'
import { hashOf } from './propose.ts'

/** 复核: the second person does what the first one made, sends it back, or the first one takes it back. */

type Change = typeof pendingChange.$inferSelect
/** With the record that it is about, locked. */
export type LockedChange = Change & { about: unknown }

export const changeSubject = subject({
  noun: 'pending_change',
  nameOf: ({ id }: LockedChange) => id,
  async lock(id: number, call) {
    const own = and(eq(pendingChange.id, id), eq(pendingChange.tenantId, call.tenantId))
    const [found] = await db().select().from(pendingChange).where(own)
    // The record first, as whoever makes a change has it.
    const about = found && (await kindRules(found.kind).lock(found.aboutId, call))
    if (about === undefined) return undefined
    const [row] = await db().select().from(pendingChange).where(own).for('update')
    return row && { ...row, about }
  },
})

/** @throws 403 or 422 unless the caller may do it now */
async function requireStep(step: ChangeStep, change: Change, call: Call): Promise<void> {
  const reason = await refusalOf(step, change, call)
  if (reason === undefined) return
  const holders = rolesWith(changeRules[change.kind].check)
  if (reason === 'changes.refusals.permission') throw forbidden(holders)
  throw refused(reason, undefined, reason === 'changes.refusals.own' ? holders : [])
}

async function refusalOf(
  step: ChangeStep,
  change: Change,
  { actor, now, today }: Call,
  known?: readonly number[],
) {
  const deputyOf = known ?? (await awayFor(actor.id, today))
  const { id, permissions } = actor
  const answer = changeCan(step, change, { id, permissions, deputyOf }, now)
  return answer.ok ? undefined : answer.reason
}

type Asked = { ids: number[]; hashes: string[]; payPassword?: string | undefined }

export const approve: SlowHandler<typeof changes.approve> = {
  async prepare(input, call) {
    const { ids, hashes } = input
    if (ids.length !== hashes.length || new Set(ids).size !== ids.length)
      throw badInput({ hashes: 'refusals.badField' })
    const kinds = await inTenant(call.tenantId, () =>
      db()
        .selectDistinct({ kind: pendingChange.kind })
        .from(pendingChange)
        .where(inArray(pendingChange.id, ids)),
    )
    if (kinds.some(({ kind }) => changeRules[kind].payPassword))
      await provePayPassword(input.payPassword, call)
    return { run: (inside, rows) => approveAll(input, inside, rows) }
  },
}

async function approveAll(
  { ids, hashes }: Asked,
  call: Call,
  rows: readonly LockedChange[],
): Promise<OutputOf<typeof changes.approve>> {
  const done: number[] = []
  const left: OutputOf<typeof changes.approve>['left'] = []
  const deputyOf = await awayFor(call.actor.id, call.today)
  const away = new Map<Permission, number | null>()
  for (const row of rows) {
    const { check } = changeRules[row.kind]
    if (!away.has(check)) away.set(check, await stoodInFor(check, call))
    const decidedFor = away.get(check) ?? null
    const shown = hashes[ids.indexOf(row.id)] ?? ''
    const reason = await approveOne(row, shown, { deputyOf, decidedFor }, call)
    if (reason === undefined) {
      done.push(row.id)
      continue
    }
    // Of one it is a refusal like any other.
    if (ids.length === 1) {
      await requireStep('approve', row, call)
      throw refused(reason)
    }
    left.push({ id: row.id, title: row.title, reason: say(reason) })
    await audit({
      action: 'change.leave',
      object: `pending_change:${row.id}`,
      after: { reason: say(reason) },
    })
  }
  return { done, left }
}

/** @returns why it was not done */
async function approveOne(
  row: LockedChange,
  shown: string,
  { deputyOf, decidedFor }: { deputyOf: readonly number[]; decidedFor: number | null },
  call: Call,
): Promise<MessageKey | undefined> {
  const refusal = await refusalOf('approve', row, call, deputyOf)
  if (refusal) return refusal
  const { actor, now } = call
  // What was shown is what is stored, and what is stored is what was made.
  if (row.contentHash !== shown || hashOf(row.content, row.lines) !== shown)
    return 'changes.refusals.otherContent'
  const rules = kindRules(row.kind)
  const content = rules.content.parse(row.content)
  const changed = await rules.judge(content, row.about, call)
  if (changed) return changed
  const at = now.toISOString()
  const [won] = await db()
    .update(pendingChange)
    .set({
      ...{
        state: 'approved',
        decidedBy: actor.id,
        decidedFor,
        decidedAt: at,
        updatedAt: at,
        updatedBy: actor.id,
      },
      rowVersion: sql`${pendingChange.rowVersion} + 1`,
    })
    .where(
      and(
        eq(pendingChange.id, row.id),
        eq(pendingChange.state, 'waiting'),
        eq(pendingChange.contentHash, shown),
        ne(pendingChange.madeBy, actor.id),
        gt(pendingChange.expiresAt, at),
      ),
    )
    .returning({ id: pendingChange.id })
  if (!won) return 'changes.refusals.isOver'
  await rules.apply(content, row.about, { changeId: row.id, madeBy: row.madeBy }, call)
  await audit({
    action: 'change.approve',
    object: `pending_change:${row.id}`,
    before: { state: 'waiting' },
    after: { state: 'approved', kind: row.kind, aboutId: row.aboutId, contentHash: shown, decidedFor },
  })
  return undefined
}

export async function refuse({ reason }: { reason: string }, call: Call, row: LockedChange) {
  await requireStep('refuse', row, call)
  const decidedFor = await stoodInFor(changeRules[row.kind].check, call)
  await endChange(row, row.about, 'refused', { ...call, reason, decidedFor })
  await audit({
    before: { state: 'waiting' },
    after: { state: 'refused', kind: row.kind, aboutId: row.aboutId, reason },
  })
  return {}
}

export async function withdraw({ reason }: { reason: string }, call: Call, row: LockedChange) {
  await requireStep('withdraw', row, call)
  await endChange(row, row.about, 'withdrawn', { ...call, reason })
  await audit({
    before: { state: 'waiting' },
    after: { state: 'withdrawn', kind: row.kind, aboutId: row.aboutId, reason },
  })
  return {}
}
