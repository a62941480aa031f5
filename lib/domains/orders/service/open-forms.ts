import { and, desc, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { sysUser } from '../../identity/table.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import { findProductTerms, productsOnOffer } from '../../products/service/product-terms.ts'
import type { applications } from '../contract.ts'
import { isInternalOpinion } from '../rules/internal-opinion.ts'
import type { OrderForm } from '../rules/order-permissions.ts'
import { reviewLog } from '../table.ts'
import { entryOf, intakeOf } from './form-values.ts'
import { findLastReturn } from './last-return.ts'
import { hasLowScore } from './low-score.ts'
import { type Order, requireEdit } from './move-order.ts'
import { findOrder, readHeader, spokenTo } from './read-order.ts'

type IntakeForm = OutputOf<typeof applications.getIntake>
type EntryForm = OutputOf<typeof applications.getEntry>

/** The forms of an order with their values in clear, for whoever may change them now; leaves an audit row. */

export async function openIntakeForm(orderId: number, call: Call): Promise<IntakeForm> {
  const order = await openForm('intake', orderId, call)
  return {
    order: await readHeader(order),
    values: intakeOf(order),
    materials: (await readMaterials(order.id)).items,
    returned: await readReturn(order),
  }
}

export async function openEntryForm(orderId: number, call: Call): Promise<EntryForm> {
  const order = await openForm('entry', orderId, call)
  return {
    order: await readHeader(order),
    values: entryOf(order),
    products: await productsFor(order, call),
    guarantorAsked: await hasLowScore(order.id),
    materials: (await readMaterials(order.id)).items,
    returned: await readReturn(order),
  }
}

async function openForm(form: OrderForm, orderId: number, call: Call): Promise<Order> {
  const order = await findOrder(orderId, call)
  requireEdit(form, order, call)
  await audit({ action: 'order.read_clear', object: `application:${order.id}`, after: { form } })
  return order
}

/** Products on offer; the order keeps its own even when that is not offered any more. */
async function productsFor(order: Order, { today }: Call): Promise<EntryForm['products']> {
  const offered = await productsOnOffer(today)
  if (order.productId === null || offered.some(({ id }) => id === order.productId)) return offered
  const own = await findProductTerms(order.productId, today)
  return own ? [own, ...offered] : offered
}

async function readReturn(order: Order): Promise<EntryForm['returned']> {
  if (order.status === 'wait_entry' && order.isReconsider) return readReconsidered(order)
  if (!order.status.endsWith('_returned')) return null
  const row = await findLastReturn(order.id)
  if (!row) return null
  const { stage, reasonL1, reasonL2, reasonDetail, opinion, internalNote, finishedAt, updatedAt } = row.task
  return {
    reason: [reasonL1, reasonL2].flatMap((code) => code ?? []).join('/'),
    detail: reasonDetail ?? '',
    ...spokenTo(opinion, stage === 'risk'),
    internalNote,
    by: row.by ?? '',
    at: finishedAt ?? updatedAt,
    marks: row.task.marks,
  }
}

/** The reason why an order that was rejected is to be entered once more. */
async function readReconsidered(order: Order): Promise<EntryForm['returned']> {
  const [row] = await db()
    .select({ log: reviewLog, by: sysUser.name })
    .from(reviewLog)
    .leftJoin(sysUser, eq(sysUser.id, reviewLog.actorId))
    .where(and(eq(reviewLog.orderId, order.id), eq(reviewLog.event, 'reconsider')))
    .orderBy(desc(reviewLog.seq))
    .limit(1)
  if (!row) return null
  const { log, by } = row
  return {
    reconsidered: true,
    reason: '',
    detail: '',
    marks: [],
    internalNote: null,
    ...spokenTo(log.opinion, isInternalOpinion(log.event, log.actorId)),
    by: by ?? '',
    at: log.at,
  }
}
