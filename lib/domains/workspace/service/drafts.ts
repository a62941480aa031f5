import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { CallError, refused, stale } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import { maskMobile } from '../../../rules/mask.ts'
import type { Contracts } from '../../endpoints.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { changesBetween } from '../../orders/service/form-values.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application } from '../../orders/table.ts'
import type { DraftSummary, system } from '../../system/contract.ts'
import { draftLimits, draftPlace, newIntakeKey } from '../../system/rules/draft-keys.ts'
import { formDraft } from '../../system/table.ts'

/**
 * Drafts of forms: what a user typed and did not save. Each belongs to one record or, by its number, to one new case;
 * a window never overwrites what another one saved, and nothing is deleted but by its user.
 */

type Draft = typeof formDraft.$inferSelect

const ofUser = (key: string, { actor }: Call) => and(eq(formDraft.userId, actor.id), eq(formDraft.key, key))

async function getDraft(
  { key }: ParsedInputOf<typeof system.getDraft>,
  call: Call,
): Promise<OutputOf<typeof system.getDraft>> {
  const [row] = await db().select().from(formDraft).where(ofUser(key, call))
  if (!row) return { draft: null, order: null }
  if (row.orderId !== null) return { draft: null, order: await orderOf(row.orderId) }
  const { values, baseVersion, files } = row
  return { draft: { ...summaryOf(row), values, baseVersion, files }, order: null }
}

async function listDrafts(call: Call): Promise<OutputOf<typeof system.drafts>> {
  const rows = await db()
    .select()
    .from(formDraft)
    .where(and(eq(formDraft.userId, call.actor.id), isNull(formDraft.orderId)))
    .orderBy(desc(formDraft.updatedAt), desc(formDraft.id))
    .limit(draftLimits.count)
  const ids = rows.flatMap(({ key }) => draftPlace(key)?.orderId ?? [])
  const visible = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(eq(application.tenantId, call.tenantId), inArray(application.id, ids), orderScope(call.actor)))
  const orders = await readOrderRows(visible.map(({ id }) => id))
  const drafts = rows.map((row) => {
    const orderId = draftPlace(row.key)?.orderId
    const order = orders.find(({ id }) => id === orderId)
    const summary = summaryOf(row)
    return {
      ...summary,
      key: row.key,
      customerName: summary.customerName || (order?.customerName ?? ''),
      mobile: summary.mobile || (order?.mobile ?? ''),
      orderNo: order?.orderNo ?? null,
      fileCount: row.files.length,
    }
  })
  return { drafts, most: draftLimits.count }
}

/** @throws 409 for what another window did to it, 422 for one too large or one too many */
async function saveDraft(
  input: ParsedInputOf<typeof system.saveDraft>,
  call: Call,
): Promise<OutputOf<typeof system.saveDraft>> {
  const { key, values, baseVersion, version, writer, turn, files } = input
  if (JSON.stringify(values).length > draftLimits.size) throw refused('refusals.draftTooLarge')
  // The drafts of one user are counted, and those of two windows compared, one after the other.
  await takeTurn('draft', call.actor.id)
  const [known] = await db().select().from(formDraft).where(ofUser(key, call))
  const saved = { values, baseVersion, files, writer, turn, updatedAt: call.now.toISOString() }
  if (known) {
    if (known.writer === writer && writer !== '' && turn <= known.turn) return answerOf(known)
    await requireOwn(known, { version, writer, values }, call)
    const [row] = await db()
      .update(formDraft)
      .set({ ...saved, updatedBy: call.actor.id, rowVersion: nextVersion(formDraft) })
      .where(eq(formDraft.id, known.id))
      .returning()
    return answerOf(row ?? known)
  }
  if (version > 0) throw new CallError(409, { message: say('refusals.draftGone'), code: 'gone' })
  await requireRoom(call)
  const [row] = await db()
    .insert(formDraft)
    .values({ userId: call.actor.id, key, createdBy: call.actor.id, ...saved })
    .returning()
  if (!row) throw new Error('the draft was not written')
  return answerOf(row)
}

/** @throws 409 when another window has saved a newer one */
async function removeDraft(
  { key, version, writer }: ParsedInputOf<typeof system.removeDraft>,
  call: Call,
): Promise<OutputOf<typeof system.removeDraft>> {
  await takeTurn('draft', call.actor.id)
  const [known] = await db().select().from(formDraft).where(ofUser(key, call))
  if (!known || known.orderId !== null) return {}
  await requireOwn(known, { version, writer }, call)
  await db().delete(formDraft).where(eq(formDraft.id, known.id))
  return {}
}

/** The time that it is known which order a draft has become, in days: another window may still have it open. */
const knownDays = 30

/**
 * A new intake has become an order: its draft is over, in the transaction that makes the order.
 *
 * @throws 409 `made` when another window has made an order of it already
 */
export async function draftBecame(no: string, orderId: number, call: Call): Promise<void> {
  const key = newIntakeKey(no)
  await takeTurn('draft', call.actor.id)
  const [known] = await db().select().from(formDraft).where(ofUser(key, call))
  if (known && known.orderId !== null) throw await made(known.orderId)
  const over = { values: {}, files: [], orderId, updatedAt: call.now.toISOString() }
  await db()
    .insert(formDraft)
    .values({ userId: call.actor.id, key, createdBy: call.actor.id, ...over })
    .onConflictDoUpdate({
      target: [formDraft.tenantId, formDraft.userId, formDraft.key],
      set: { ...over, rowVersion: nextVersion(formDraft) },
    })
  const before = new Date(call.now.getTime() - knownDays * 86_400_000).toISOString()
  await db()
    .delete(formDraft)
    .where(
      and(
        eq(formDraft.userId, call.actor.id),
        sql`${formDraft.orderId} is not null`,
        lt(formDraft.updatedAt, before),
      ),
    )
}

const answerOf = ({ updatedAt, rowVersion }: Draft) => ({
  savedAt: new Date(updatedAt).toISOString(),
  version: rowVersion,
})

async function orderOf(id: number): Promise<{ id: number; orderNo: string } | null> {
  const [order] = await db()
    .select({ id: application.id, orderNo: application.orderNo })
    .from(application)
    .where(eq(application.id, id))
  return order ?? null
}

async function made(orderId: number): Promise<CallError> {
  const orderNo = (await orderOf(orderId))?.orderNo ?? ''
  return new CallError(409, { message: say('refusals.draftMade', { orderNo }), code: 'made' })
}

/** The page has the draft as it stands, or has written it itself. */
async function requireOwn(
  row: Draft,
  page: { version: number; writer: string; values?: unknown },
  { actor }: Call,
): Promise<void> {
  if (row.orderId !== null) throw await made(row.orderId)
  if (page.version === row.rowVersion || (page.writer !== '' && page.writer === row.writer)) return
  throw stale({
    rowVersion: row.rowVersion,
    updatedAt: row.updatedAt,
    updatedBy: actor.name,
    changes: page.values === undefined ? [] : changesBetween(page.values, row.values),
  })
}

async function requireRoom({ actor }: Call): Promise<void> {
  const { count } = draftLimits
  const own = await db().$count(formDraft, and(eq(formDraft.userId, actor.id), isNull(formDraft.orderId)))
  if (own >= count) throw refused('refusals.draftsFull', { max: String(count) })
}

/** The person whose it is, and its progress: the customer as typed, where the form asks for one. */
function summaryOf({ values, rowVersion, updatedAt }: Draft): DraftSummary {
  const customer = isRecord(values) && isRecord(values.customer) ? values.customer : {}
  const leaves = leavesOf(values)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    version: rowVersion,
    savedAt: new Date(updatedAt).toISOString(),
    customerName: text(customer.name).slice(0, 60),
    mobile: maskMobile(text(customer.mobile).slice(0, 20)),
    filled: leaves.filter((leaf) => leaf !== '' && leaf !== false && leaf !== null).length,
    asked: leaves.length,
  }
}

function leavesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  return isRecord(value) ? Object.values(value).flatMap(leavesOf) : [value]
}

/** The calls of drafts. */
export const draftHandlers = {
  getDraft,
  drafts: (_, call) => listDrafts(call),
  saveDraft,
  removeDraft,
} satisfies Pick<HandlersOf<Contracts['system']>, 'getDraft' | 'drafts' | 'saveDraft' | 'removeDraft'>
