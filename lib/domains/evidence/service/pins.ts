import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, gt, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { MessageKey } from '../../../i18n/translator.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import type { Contracts } from '../../endpoints.ts'
import { sysUser } from '../../identity/table.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { labelKey } from '../../orders/rules/entry/entry-labels.ts'
import { isRegion, missingEvidence, mostPins, type PinState } from '../../orders/rules/entry/evidence.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { type ReviewStage, stageOf } from '../../orders/rules/order-states.ts'
import { orderEvents } from '../../orders/rules/order-transitions.ts'
import { decidedStage } from '../../orders/rules/review-decisions.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import { type Order, statusOf } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { reviewLog } from '../../orders/table.ts'
import { attachment } from '../../system/table.ts'
import type { EvidencePin, evidence } from '../contract.ts'
import { evidencePin } from '../table.ts'

/** 证据: reviewers pin fields to regions of pictures; a pin says by itself when field or picture were changed. */

type Pin = typeof evidencePin.$inferSelect

/**
 * Everything that stands in a field of the order's entry, or of its intake while that is all there is; undefined for no
 * field.
 */
function valueAt(order: Order, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        (isRecord(value) || Array.isArray(value)) && Object.hasOwn(value, part)
          ? (value as never)[part]
          : undefined,
      entryOf(order),
    )
}

const isFilled = (value: unknown) => value !== undefined && value !== '' && value !== null

/** With the order's id in it, so that equal values of two orders do not look alike. */
const digest = (order: Order, field: string) =>
  createHash('sha256')
    .update(`${order.id}:${field}:${JSON.stringify(valueAt(order, field) ?? null)}`)
    .digest('hex')

async function readPins(order: Order): Promise<EvidencePin[]> {
  const rows = await db()
    .select({ pin: evidencePin, byName: sysUser.name })
    .from(evidencePin)
    .leftJoin(sysUser, eq(sysUser.id, evidencePin.createdBy))
    .where(eq(evidencePin.orderId, order.id))
    .orderBy(asc(evidencePin.id))
    .limit(mostPins)
  const there = await filesThere(
    order,
    rows.map(({ pin }) => pin.fileId),
  )
  return rows.map(({ pin, byName }) => ({
    id: pin.id,
    field: pin.field,
    fileId: pin.fileId,
    note: pin.note,
    stage: pin.stage,
    x: pin.x,
    y: pin.y,
    width: pin.width,
    height: pin.height,
    state: stateOf(order, pin, there),
    byName: byName ?? '',
    at: pin.createdAt,
  }))
}

function stateOf(order: Order, pin: Pin, there: ReadonlySet<number>): PinState {
  if (!there.has(pin.fileId)) return 'pictureGone'
  return pin.seen === digest(order, pin.field) ? 'holds' : 'fieldChanged'
}

async function filesThere(order: Order, ids: number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db()
    .select({ id: attachment.id })
    .from(attachment)
    .where(and(eq(attachment.orderId, order.id), inArray(attachment.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

const decisions = orderEvents.filter((event) => decidedStage(event) !== undefined)

/** The files of the order's papers that came after the last decision; none before the first one, when all are new. */
async function filesSinceDecision(order: Order): Promise<number[]> {
  const [last] = await db()
    .select({ at: reviewLog.at })
    .from(reviewLog)
    .where(and(eq(reviewLog.orderId, order.id), inArray(reviewLog.event, decisions)))
    .orderBy(desc(reviewLog.seq))
    .limit(1)
  if (!last) return []
  const rows = await db()
    .select({ id: attachment.id })
    .from(attachment)
    .where(and(eq(attachment.orderId, order.id), gt(attachment.createdAt, last.at)))
    .orderBy(asc(attachment.id))
  const items = await db()
    .select({ files: materialItem.files })
    .from(materialItem)
    .innerJoin(materialSet, eq(materialSet.id, materialItem.setId))
    .where(eq(materialSet.orderId, order.id))
  const shown = new Set(items.flatMap(({ files }) => files))
  return rows.flatMap(({ id }) => (shown.has(id) ? [id] : []))
}

async function list({ orderId }: { orderId: number }, call: Call): Promise<OutputOf<typeof evidence.list>> {
  const order = await findOrder(orderId, call)
  return {
    pins: await readPins(order),
    wanted: wantedOf(order).map(({ field, materials }) => ({ field, materials: [...materials] })),
    newFiles: await filesSinceDecision(order),
  }
}

/** Everything that the template wants proved of this order; a field that is empty needs no proof. */
const wantedOf = (order: Order) =>
  (templateOf(order).evidence ?? []).filter(({ field }) => isFilled(valueAt(order, field)))

/** T10 asks it before it passes. @throws 422 with the fields that the template wants proved and nobody did */
export async function requireEvidence(order: Order): Promise<void> {
  const wanted = wantedOf(order)
  if (wanted.length === 0) return
  const missing = missingEvidence(wanted, await readPins(order))
  if (missing.length === 0) return
  const fields = missing.map(({ field }) => say(labelKey(field) as MessageKey)).join('、')
  throw refused('evidence.required', { fields })
}

/** The stage whose reviewer holds the order. @throws 422 for anybody else */
function stageHeld(order: Order, call: Call): ReviewStage {
  const stage = stageOf(statusOf(order))
  if (!stage) throw refused('machine.refusal.status')
  if (order.claimedBy === null) throw refused('machine.refusal.notClaimed')
  if (order.claimedBy !== call.actor.id) throw refused('machine.refusal.notMine')
  return stage
}

/** @throws 422 for a region that shows nothing, a field that the form has not, a file that is no picture of the order */
async function pin(
  { fileId, field, note, x, y, width, height }: ParsedInputOf<typeof evidence.pin>,
  call: Call,
  order: Order,
): Promise<{ id: number }> {
  const stage = stageHeld(order, call)
  const region = { x, y, width, height }
  if (!isRegion(region)) throw refused('evidence.noRegion')
  if (!isFilled(valueAt(order, field))) throw refused('evidence.noField')
  const [file] = await db()
    .select({ width: attachment.width })
    .from(attachment)
    .where(and(eq(attachment.id, fileId), eq(attachment.orderId, order.id)))
  if (!file || file.width === null) throw refused('evidence.noPicture')
  const [so] = await db().select({ far: count() }).from(evidencePin).where(eq(evidencePin.orderId, order.id))
  if (so && so.far >= mostPins) throw refused('evidence.tooMany', { max: mostPins })
  const seen = digest(order, field)
  const [made] = await db()
    .insert(evidencePin)
    .values({ ...region, orderId: order.id, field, fileId, stage, seen, note, createdBy: call.actor.id })
    .returning({ id: evidencePin.id })
  if (!made) throw new Error('the pin was not written')
  await audit({ after: { field, fileId, ...region, note } })
  return made
}

async function unpin({ pinId }: { pinId: number }, call: Call, order: Order) {
  stageHeld(order, call)
  const [gone] = await db()
    .delete(evidencePin)
    .where(and(eq(evidencePin.id, pinId), eq(evidencePin.orderId, order.id)))
    .returning()
  if (!gone) throw notFound()
  await audit({ before: { field: gone.field, fileId: gone.fileId, note: gone.note } })
  return {}
}

export const evidenceHandlers: HandlersOf<Contracts['evidence']> = { list, pin, unpin }
