import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { alignMaterialSet, openMaterialSet } from '../../materials/service/material-sets.ts'
import { orderEffects } from '../../order-effects.ts'
import type { applications } from '../contract.ts'
import { type IntakeValues, saveIssues, submittedIntake, validateIntake } from '../rules/entry/intake.ts'
import { intakeMaterials } from '../rules/entry/template.ts'
import { templateOf } from '../rules/entry/templates.ts'
import type { OrderSource } from '../rules/order-source.ts'
import { application } from '../table.ts'
import { identityColumns, writeApplicant } from './applicant-record.ts'
import { takeQuota } from './channel-quota.ts'
import { linkCustomer } from './customer-record.ts'
import { errorsOf, parseIntake } from './form-values.ts'
import { findPlace, type IntakePlace } from './intake-place.ts'
import { type Order, recordMove, requireCreate, requireEdit, updateOrder } from './move-order.ts'
import { nextOrderNo } from './number-series.ts'

type Saved = OutputOf<typeof applications.saveIntake>

/**
 * T01 and its editing. What is said has to be right, what only the submit needs may be missing.
 *
 * @throws 400 by field, 422 in a state that is not the shop's, or by a quota without room for more
 */
export async function saveIntake(
  { values, draftNo }: ParsedInputOf<typeof applications.saveIntake>,
  call: Call,
  order: Order | undefined,
): Promise<Saved> {
  const intake = submittedIntake(parseIntake(values))
  if (!order) {
    const made = await createOrder(intake, call)
    if (draftNo !== undefined) await orderEffects.draftBecame(draftNo, made.orderId, call)
    return made
  }
  requireEdit('intake', order, call)
  requireRight(intake, call)
  const place = await findPlace(intake, call, order)
  // A draft takes nothing of the quota yet, what came back has its part of it.
  if (order.status !== 'draft')
    await takeQuota(order, call, intake.intent.amount || undefined, place.channelId)
  const customerId = await linkCustomer(intake, call)
  const saved = await updateOrder(order, call, { customerId, ...columnsOf(intake, place, call, order) })
  await writeApplicant(order.id, identityColumns(intake.customer), call)
  await orderEffects.writeOrderKeys(order.id)
  await alignMaterialSet(order.id, intakeMaterials(templateOf(saved), intake.customer), call)
  await audit({ action: 'order.save_intake', before: order.intakeValues, after: intake })
  return savedAnswer(saved)
}

/**
 * T01: the order in state draft, with its number, its customer, its materials and the first line of its timeline.
 *
 * @param source who typed the values
 */
export async function createOrder(
  intake: IntakeValues,
  call: Call,
  source: OrderSource = 'staff',
): Promise<Saved> {
  requireCreate(call)
  requireRight(intake, call)
  const place = await findPlace(intake, call)
  const customerId = await linkCustomer(intake, call)
  const [order] = await db()
    .insert(application)
    .values({
      ...columnsOf(intake, place, call),
      orderNo: await nextOrderNo(call.tenantCode, call.today),
      customerId,
      source,
      entryUserId: call.actor.permissions.has('order:entry') ? call.actor.id : null,
      stageEnteredAt: call.now.toISOString(),
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
    })
    .returning()
  if (!order) throw new Error('the order was not written')
  await writeApplicant(order.id, identityColumns(intake.customer), call)
  await orderEffects.writeOrderKeys(order.id)
  await openMaterialSet(order.id, intakeMaterials(templateOf(order), intake.customer), call)
  await recordMove(null, order, call, { event: 'create' })
  return savedAnswer(order)
}

function requireRight(intake: IntakeValues, { today }: Call): void {
  const { issues } = validateIntake(intake, { today, files: {} })
  const fields = errorsOf(saveIssues(issues))
  if (fields) throw badInput(fields)
}

/** The order's columns that the intake fills; the place's ids are set anew, as the shop may have changed. */
function columnsOf(intake: IntakeValues, place: IntakePlace, call: Call, order?: Order) {
  const { customer, shop, intent } = intake
  const { product, ...ids } = place
  return {
    ...ids,
    customerName: customer.name,
    idNo: customer.idNo,
    mobile: customer.mobile,
    applyCity: shop.applyCity || null,
    appliedAmount: intent.amount || null,
    term: intent.term === '' ? null : Number(intent.term),
    creditAuthAt: customer.creditAuth ? (order?.creditAuthAt ?? call.now.toISOString()) : null,
    intakeValues: intake,
    ...(product && {
      productId: product.id,
      productVersion: product.version,
      templateCode: product.templateCode,
      bizMode: product.bizMode,
      flow: product.flow,
    }),
  }
}

const savedAnswer = ({ id, orderNo, rowVersion }: Order): Saved => ({ orderId: id, orderNo, rowVersion })
