import { and, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { By, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused, taken } from '../../../platform/errors.ts'
import type { MessagePage } from '../../../platform/messages/rules/messages.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { readyToPushAgain } from '../../capital/service/capital-record.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { markTask } from '../../releases/service/release-tasks.ts'
import type { papers } from '../contract/papers.ts'
import { isExtra, kindFacts, type PaperKind, paperLimits, type SetStatus } from '../rules/material-sets.ts'
import { materialItem } from '../table/materials.ts'
import { recountSet, type SetRow } from './material-sets.ts'
import { moveMortgage } from './mortgages.ts'
import { moveSet, paperSetOf, requirePaperStep } from './paper-sets.ts'
import { setPolicies } from './policies.ts'

/** The way of a set of papers: submitted, judged paper by paper, passed or given back, and no good any more. */

type OnSet = { kind: PaperKind }
const answerOf = ({ id, rowVersion }: Order) => ({ orderId: id, rowVersion })

/** @throws 403 or 422 unless it can be done now; the set that it is done to */
async function begin(
  step: Parameters<typeof requirePaperStep>[0],
  order: Order,
  kind: PaperKind,
  call: Call,
) {
  const set = await paperSetOf(order, kind)
  await requirePaperStep(step, set, call)
  if (!set.row) throw refused('papers.refusals.nothing')
  return { ...set, row: set.row }
}

export async function submitPapers({ kind }: OnSet, call: Call, order: Order) {
  const { row } = await begin('submit', order, kind, call)
  const now = call.now.toISOString()
  await moveSet(row, { status: '待审核', submitAt: now, submitBy: call.actor.id, reason: null }, call)
  if (kind === 'insurance') await setPolicies(order.id, '待审核', call)
  if (kind === 'mortgage') await moveMortgage(order, '待审核', call)
  await audit({ before: { kind, status: row.status }, after: { kind, status: '待审核' } })
  return answerOf(await updateOrder(order, call, {}))
}

export async function judgePaper(
  { kind, itemId, files, good, note }: ParsedInputOf<typeof papers.judge>,
  call: Call,
  order: Order,
): Promise<Record<string, never>> {
  const { row, items } = await begin('judge', order, kind, call)
  const item = items.find((one) => one.row?.id === itemId)?.row
  if (!item || item.files.length === 0) throw notFound()
  // It came back and was replaced while he looked at it: what he says is of the former version.
  if ([...files].sort().join() !== [...item.files].sort().join()) throw taken('papers.refusals.otherFiles')
  if (!good && note === '') throw badInput({ note: 'rules.required' })
  const itemStatus = good ? '通过' : '不合格'
  await setItems(row, [item.id], itemStatus, good ? null : note, call)
  await audit({
    before: { kind, materialType: item.materialType, itemStatus: item.itemStatus },
    after: { kind, materialType: item.materialType, itemStatus, ...(!good && { note }) },
  })
  return {}
}

export async function passPapers({ kind }: OnSet, call: Call, order: Order) {
  const { row, items } = await begin('pass', order, kind, call)
  const held = items.flatMap((item) => (item.files.length > 0 && item.row ? [item.row.id] : []))
  await setItems(row, held, '通过', null, call)
  const now = call.now.toISOString()
  await moveSet(row, { status: '通过', reviewerId: call.actor.id, reviewAt: now, reason: null }, call)
  if (kind === 'insurance') await setPolicies(order.id, '通过', call)
  if (kind === 'mortgage') await moveMortgage(order, '已抵押', call)
  if (kind === 'mortgage' || isExtra(kind)) await markTask(order.id, kind, now, call)
  if (kind === 'capital') await readyToPushAgain(order.id, call)
  await audit({ before: { kind, status: row.status }, after: { kind, status: '通过' } })
  const { milestone } = kindFacts[kind]
  return answerOf(
    milestone ? await stampMilestone(order, milestone, now, call) : await updateOrder(order, call, {}),
  )
}

export async function giveBackPapers({ kind, reason }: OnSet & { reason: string }, call: Call, order: Order) {
  const { row } = await begin('giveBack', order, kind, call)
  const now = call.now.toISOString()
  await moveSet(row, { status: '退回', reviewerId: call.actor.id, reviewAt: now, reason }, call)
  if (kind === 'insurance') await setPolicies(order.id, '退回', call)
  if (kind === 'mortgage') await moveMortgage(order, '退回', call)
  await audit({ before: { kind, status: row.status }, after: { kind, status: '退回', reason } })
  await tellSubmitter(order, kind, row, reason, call)
  return answerOf(await updateOrder(order, call, {}))
}

export async function expirePapers({ kind, reason }: OnSet & { reason: string }, call: Call, order: Order) {
  const { row, items } = await begin('expire', order, kind, call)
  const bad = items.flatMap((item) => (item.files.length > 0 ? [item.materialType] : []))
  const ended = await endPapers(order, row, { kind, reason, bad }, call)
  await audit({ before: { kind, status: row.status }, after: { kind, status: '已失效', reason } })
  return answerOf(ended === order ? await updateOrder(order, call, {}) : ended)
}

type Ended = OnSet & { reason: string; bad: readonly string[] }

/**
 * 已失效: these papers are no good any more, and what the set had reached is taken back.
 *
 * @returns the order, as it was where the set had reached nothing
 */
export async function endPapers(
  order: Order,
  set: SetRow,
  { kind, reason, bad }: Ended,
  by: By,
): Promise<Order> {
  const items = await db()
    .select({ id: materialItem.id })
    .from(materialItem)
    .where(and(eq(materialItem.setId, set.id), inArray(materialItem.materialType, [...bad])))
  await setItems(
    set,
    items.map(({ id }) => id),
    '不合格',
    reason,
    by,
  )
  await moveSet(set, { status: '已失效', reason }, by)
  if (isExtra(kind)) await markTask(order.id, kind, null, by)
  await tellSubmitter(order, kind, set, reason, by)
  const { milestone } = kindFacts[kind]
  return milestone ? stampMilestone(order, milestone, null, by) : order
}

/** 退回 by whoever the papers were for: what was good for us is not enough for them, and the reason stands there. */
export async function sendBackPapers(order: Order, kind: PaperKind, reason: string, by: By): Promise<void> {
  const { row } = await paperSetOf(order, kind)
  if (!row) return
  await moveSet(row, { status: '退回', reason: reason.slice(0, paperLimits.reason) }, by)
  await tellSubmitter(order, kind, row, reason, by)
}

async function setItems(
  set: SetRow,
  ids: readonly number[],
  itemStatus: string,
  rejectNote: string | null,
  by: By,
): Promise<void> {
  if (ids.length === 0) return
  await db()
    .update(materialItem)
    .set({
      itemStatus,
      rejectNote,
      ...changedBy(materialItem, by),
    })
    .where(inArray(materialItem.id, [...ids]))
  await recountSet(set.id, by, set.status as SetStatus)
}

/** The page of a set. */
export const paperPages = {
  insurance: 'insuranceMaterialsDetails',
  insurer: 'insurerSubmission',
  mortgage: 'mortgageMaterialsDetails',
  capital: 'capitalMaterialsDetails',
  used_extra: 'usedCarSupplementDetails',
  new_extra: 'newCarSupplementDetails',
} as const satisfies Record<PaperKind, MessagePage>

/** Whoever sent the papers in hears that there is something to do about them. */
async function tellSubmitter(
  order: Order,
  kind: PaperKind,
  { submitBy }: SetRow,
  reason: string,
  { now, actor }: By,
): Promise<void> {
  if (submitBy === null || submitBy === actor.id) return
  const { id: orderId, orderNo, customerName: name } = order
  const set = say(`papers.kinds.${kind}`)
  await sendMessages([
    {
      kind: 'notice',
      userId: submitBy,
      orderId,
      opens: paperPages[kind],
      createdAt: now.toISOString(),
      createdBy: actor.id,
      title: say('papers.told', { orderNo, set }),
      body: say('papers.toldBody', { name, set, reason }).slice(0, 500),
    },
  ])
}
