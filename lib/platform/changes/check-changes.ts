import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { kindRules } from '../../domains/change-kinds.ts'
import { type Permission, rolesWith } from '../../domains/identity/rules/roles.ts'
import { provePayPassword } from '../../domains/identity/service/pay-password.ts'
import type { OrderTie } from '../../domains/orders/rules/order-ties.ts'
import { application } from '../../domains/orders/table.ts'
import { audit, auditAll, recordAudit } from '../audit.ts'
import { type Call, withCall } from '../context.ts'
import type { OutputOf } from '../contract/endpoint.ts'
import { changedBy } from '../db/changed-by.ts'
import { db, inTenant } from '../db/client.ts'
import { badInput, CallError, type FieldMessage, forbidden, refusedBy, textOf } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { subject } from '../subject.ts'
import type { Approved, Case } from './change-kind.ts'
import type { changes } from './contract.ts'
import { awayFor, stoodInFor } from './deputies.ts'
import { endChange } from './end-change.ts'
import { tiesOf } from './order-ties.ts'
import { hashOf } from './propose.ts'
import { type ChangeStep, changeCan, changeRules } from './rules/pending-change.ts'
import { pendingChange } from './table.ts'
import { showChange } from './tell-changes.ts'
import { whatBecame } from './what-became.ts'

/** 复核: the second person does what the first one made, sends it back, or the first one takes it back. */

type Change = typeof pendingChange.$inferSelect
/** With the record that it is about, locked. */
export type LockedChange = Change & { about: unknown }

export const changeSubject = subject({
  noun: 'pending_change',
  nameOf: ({ id }: LockedChange) => id,
  lock: async (id: number, call) => (await lockChanges([id], call))[0],
  lockAll: lockChanges,
})

async function lockChanges(ids: readonly number[], call: Call): Promise<LockedChange[]> {
  const { id, kind, aboutId, orderId } = pendingChange
  const found = await db()
    .select({ id, kind, aboutId, orderId })
    .from(pendingChange)
    .where(and(inArray(id, [...ids]), eq(pendingChange.tenantId, call.tenantId)))
    .orderBy(asc(id))
  // Of many the orders first, in their own order: two calls with orders in common never wait for each other crosswise.
  if (found.length > 1) await holdOrders(found.flatMap((one) => one.orderId ?? []))
  // The record before its change, as whoever makes a change has it.
  const abouts = new Map<number, unknown>()
  for (const [of, some] of Map.groupBy(found, (one) => one.kind)) {
    const { together, lock } = kindRules(of)
    const locked = await together?.lock(
      some.map((one) => one.aboutId),
      call,
    )
    for (const one of some)
      abouts.set(one.id, locked ? locked.get(one.aboutId) : await lock(one.aboutId, call))
  }
  const there = found.filter((one) => abouts.get(one.id) !== undefined)
  const rows = await db()
    .select()
    .from(pendingChange)
    .where(
      inArray(
        id,
        there.map((one) => one.id),
      ),
    )
    .orderBy(asc(id))
    .for('update')
  return rows.map((row) => ({ ...row, about: abouts.get(row.id) }))
}

const holdOrders = (ids: readonly number[]) =>
  db()
    .select({ id: application.id })
    .from(application)
    .where(inArray(application.id, [...ids]))
    .orderBy(asc(application.id))
    .for('update')

/** @throws 403 or 422 unless the caller may do it now */
async function requireStep(step: ChangeStep, change: Change, call: Call): Promise<void> {
  const { actor, today } = call
  const tied = step === 'withdraw' ? null : await tieOf(change, call)
  const reason = refusalOf(step, change, call, await awayFor(actor.id, today), tied)
  if (reason !== undefined) throw await refusalFor(reason, change, call)
}

async function refusalFor(reason: FieldMessage, change: Change, call: Call): Promise<CallError> {
  const holders = rolesWith(changeRules[change.kind].check)
  if (reason === 'changes.refusals.permission') return forbidden(holders)
  return refusedBy(await said(reason, change, call), isForOther(reason) ? holders : [])
}

/** Says why, so that whoever reads it knows what to do next. */
const said = async (reason: FieldMessage, change: Change, call: Call): Promise<FieldMessage> =>
  reason === 'changes.refusals.isOver' ? whatBecame(change, call) : reason

/** It can be checked, by somebody else. */
const isForOther = (reason: FieldMessage) =>
  typeof reason === 'string' &&
  (reason === 'changes.refusals.own' ||
    reason === 'changes.refusals.forMaker' ||
    reason.startsWith('changes.ties.'))

/** Of the caller, or of whom he stands in for. */
async function tieOf({ id, kind }: Change, call: Call): Promise<OrderTie | null> {
  const ties = await tiesOf([id], checkersOf(call, await stoodInFor(changeRules[kind].check, call)))
  return ties.get(id) ?? null
}

const checkersOf = ({ actor }: Call, decidedFor: number | null) =>
  decidedFor === null ? [actor.id] : [actor.id, decidedFor]

function refusalOf(
  step: ChangeStep,
  change: Change,
  { actor, now }: Call,
  deputyOf: readonly number[],
  tie: OrderTie | null,
) {
  const { id, permissions } = actor
  const answer = changeCan(step, { ...change, tie }, { id, permissions, deputyOf }, now)
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
    const checks = kinds.map(({ kind }) => changeRules[kind].check)
    // A person who checks other kinds alone is not asked for his pay password first.
    if (checks.length > 0 && !checks.some((one) => call.actor.permissions.has(one)))
      throw forbidden(checks.flatMap((one) => rolesWith(one)))
    if (kinds.some(({ kind }) => changeRules[kind].payPassword))
      await provePayPassword(input.payPassword, call)
    let tried: { row: LockedChange; why: CallError } | undefined
    return {
      async run(inside, rows) {
        tried = undefined
        try {
          return await approveAll(input, inside, rows)
        } catch (error) {
          const [row] = rows
          if (row && error instanceof CallError && error.status === 422) tried = { row, why: error }
          throw error
        }
      },
      async settle(kept) {
        if (!kept && tried) await keepTry(tried, call)
      },
    }
  },
}

/** The try (who, what, and why it was not done) is kept though the call wrote nothing: here money goes. */
const keepTry = ({ row, why }: { row: LockedChange; why: CallError }, { actor, tenantId, ip, now }: Call) =>
  inTenant(tenantId, () =>
    recordAudit(
      {
        action: 'change.leave',
        object: `pending_change:${row.id}`,
        after: { kind: row.kind, aboutId: row.aboutId, reason: why.body.message },
      },
      { actorId: actor.id, ip, now },
    ),
  )

async function approveAll(
  { ids, hashes }: Asked,
  call: Call,
  rows: readonly LockedChange[],
): Promise<OutputOf<typeof changes.approve>> {
  const done: number[] = []
  const left: OutputOf<typeof changes.approve>['left'] = []
  const deputyOf = await awayFor(call.actor.id, call.today)
  const away = new Map<Permission, number | null>()
  const shownOf = new Map(ids.map((id, at) => [id, hashes[at] ?? '']))
  for (const [at, first] of groupsOf(rows).entries()) {
    // The changes done before may have changed its record: an order has several receipts.
    const group = at === 0 ? first : await lockedAgain(first, call)
    const { check } = changeRules[group[0].kind]
    if (!away.has(check)) away.set(check, await stoodInFor(check, call))
    const decidedFor = away.get(check) ?? null
    const reasons = await approveGroup(group, { shownOf, deputyOf, decidedFor }, call)
    for (const row of group) {
      const reason = reasons.get(row.id)
      if (reason === undefined) {
        done.push(row.id)
        continue
      }
      // Of one it is a refusal like any other.
      if (ids.length === 1) throw await refusalFor(reason, row, call)
      const why = textOf(await said(reason, row, call))
      left.push({ id: row.id, title: row.title, reason: why })
      await audit({ action: 'change.leave', object: `pending_change:${row.id}`, after: { reason: why } })
    }
  }
  return { done, left }
}

/**
 * 复核前: what of these would go now, so that nobody says his pay password for a sum that is another one. It is judged on
 * the rows that the check would lock, in a transaction of its own: a read's own takes no locks.
 */
export const judge: SlowHandler<typeof changes.judge> = {
  async prepare(input, call) {
    if (input.ids.length !== input.hashes.length) throw badInput({ hashes: 'refusals.badField' })
    const judged = await inTenant(call.tenantId, () => withCall(call, () => judgeAll(input, call)))
    return { run: async () => judged }
  },
}

async function judgeAll(
  { ids, hashes }: Pick<Asked, 'ids' | 'hashes'>,
  call: Call,
): Promise<OutputOf<typeof changes.judge>> {
  const rows = await lockChanges(ids, call)
  const shownOf = new Map(ids.map((id, at) => [id, hashes[at] ?? '']))
  const deputyOf = await awayFor(call.actor.id, call.today)
  const goes: number[] = []
  const left: OutputOf<typeof changes.judge>['left'] = []
  for (const group of groupsOf(rows)) {
    const decidedFor = await stoodInFor(changeRules[group[0].kind].check, call)
    const { reasons, good } = await judgeGroup(group, { shownOf, deputyOf, decidedFor }, call)
    goes.push(...good.map(({ row }) => row.id))
    for (const row of group) {
      const reason = reasons.get(row.id)
      if (reason) left.push({ id: row.id, reason: textOf(await said(reason, row, call)) })
    }
  }
  return { goes, left }
}

type Group = [LockedChange, ...LockedChange[]]

async function lockedAgain(group: Group, call: Call): Promise<Group> {
  const locked = await lockChanges(
    group.map(({ id }) => id),
    call,
  )
  const now = new Map(locked.map((row) => [row.id, row]))
  return group.map((row) => now.get(row.id) ?? row) as Group
}

/** In their order, one by one but for neighbours of a kind that is done together. */
function groupsOf(rows: readonly LockedChange[]): Group[] {
  const groups: Group[] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0].kind === row.kind && kindRules(row.kind).together) last.push(row)
    else groups.push([row])
  }
  return groups
}

type Checked = {
  shownOf: ReadonlyMap<number, string>
  deputyOf: readonly number[]
  decidedFor: number | null
}

type Judged = Case<Record<string, unknown>, unknown> & { row: LockedChange; approved: Approved }

/** @returns what can be done, and by change why the rest cannot */
async function judgeGroup(
  group: Group,
  { shownOf, deputyOf, decidedFor }: Checked,
  call: Call,
): Promise<{ reasons: Map<number, FieldMessage>; good: Judged[] }> {
  const reasons = new Map<number, FieldMessage>()
  const rules = kindRules(group[0].kind)
  const ties = await tiesOf(
    group.map(({ id }) => id),
    checkersOf(call, decidedFor),
  )
  const cases: Judged[] = []
  for (const row of group) {
    const refusal =
      refusalOf('approve', row, call, deputyOf, ties.get(row.id) ?? null) ??
      otherContent(row, shownOf.get(row.id) ?? '')
    if (refusal) reasons.set(row.id, refusal)
    else
      cases.push({
        row,
        about: row.about,
        content: rules.content.parse(row.content),
        approved: { changeId: row.id, madeBy: row.madeBy },
      })
  }
  const judged = (await rules.together?.judge(cases, call)) ?? []
  if (!rules.together)
    for (const { content, about } of cases) judged.push(await rules.judge(content, about, call))
  const good = cases.filter(({ row }, at) => {
    const changed = judged[at]
    if (changed) reasons.set(row.id, changed)
    return !changed
  })
  return { reasons, good }
}

/** @returns by change why it was not done */
async function approveGroup(group: Group, checked: Checked, call: Call): Promise<Map<number, FieldMessage>> {
  const rules = kindRules(group[0].kind)
  const { decidedFor } = checked
  const { reasons, good } = await judgeGroup(group, checked, call)
  const won = await markApproved(
    good.map(({ row }) => row),
    decidedFor,
    call,
  )
  for (const { row } of good) if (!won.has(row.id)) reasons.set(row.id, 'changes.refusals.isOver')
  const approved = good.filter(({ row }) => won.has(row.id))
  if (approved.length === 0) return reasons
  const makers = approved.map(({ row }) => row.madeBy)
  await showChange(group[0].kind, { makers }, call.actor.id)
  if (rules.together) await rules.together.apply(approved, call)
  else for (const one of approved) await rules.apply(one.content, one.about, one.approved, call)
  await auditAll(
    approved.map(({ row: { id, kind, aboutId, contentHash } }) => ({
      action: 'change.approve',
      object: `pending_change:${id}`,
      before: { state: 'waiting' },
      after: { state: 'approved', kind, aboutId, contentHash, decidedFor },
    })),
  )
  return reasons
}

/** The content shown is the one stored, and the one stored is the one made. */
function otherContent({ content, lines, contentHash }: Change, shown: string): FieldMessage | undefined {
  if (contentHash !== shown) return 'changes.refusals.otherContent'
  return hashOf(content, lines) === shown ? undefined : 'changes.refusals.tampered'
}

/** Of changes as they were judged, those that waited until now. */
async function markApproved(
  changes: readonly Change[],
  decidedFor: number | null,
  { actor, now }: Call,
): Promise<ReadonlySet<number>> {
  if (changes.length === 0) return new Set()
  const at = now.toISOString()
  const ids = sql.param(changes.map(({ id }) => id))
  const hashes = sql.param(changes.map(({ contentHash }) => contentHash))
  const won = await db()
    .update(pendingChange)
    .set({
      state: 'approved',
      decidedBy: actor.id,
      decidedFor,
      decidedAt: at,
      ...changedBy(pendingChange, { actor, now }),
    })
    .where(
      and(
        sql`(${pendingChange.id}, ${pendingChange.contentHash}) in (select * from unnest(${ids}::bigint[], ${hashes}::text[]))`,
        eq(pendingChange.state, 'waiting'),
        ne(pendingChange.madeBy, actor.id),
        gt(pendingChange.expiresAt, at),
      ),
    )
    .returning({ id: pendingChange.id })
  return new Set(won.map(({ id }) => id))
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
