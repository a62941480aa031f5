import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { orderEffects } from '../../order-effects.ts'
import { vehicle } from '../../vehicles/table.ts'
import type { applications } from '../contract.ts'
import { submittedEntry } from '../rules/entry/template-engine.ts'
import { validateEntry } from '../rules/entry/validate-entry.ts'
import { takeQuota } from './channel-quota.ts'
import { errorsOf, fileCountsOf, intakeOf } from './form-values.ts'
import { hasLowScore } from './low-score.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from './move-order.ts'
import { headlineOf } from './order-quote.ts'
import { projectEntry } from './project-entry.ts'
import { whoPassedPre } from './review-trail.ts'
import { openEntry } from './save-entry.ts'
import { requireClear } from './submit-pre.ts'

/**
 * T08: a finished entry goes to the first review. The product's and the template's versions and the quote are frozen
 * as they are now, and the values become rows.
 *
 * @throws 400 by path when G4–G8 find an error, 422 by the state table, G2, G3, a quota without room for more, or a high
 *   DTI that nobody confirmed
 */
export async function submitFirst(
  input: ParsedInputOf<typeof applications.submitFirst>,
  call: Call,
  order: Order,
) {
  const { values: entered, template, product, quoted } = await openEntry(input, call, order)
  requireEvent('submit_first', order, call)
  const values = submittedEntry(template, entered)
  const { issues } = validateEntry(template, values, product, {
    today: call.today,
    files: await fileCountsOf(order.id),
    lowScore: await hasLowScore(order.id),
  })
  const fields = errorsOf(issues)
  if (fields) throw badInput(fields)
  // 换人 is a new order (domain.md 1.5): everything before this was judged of somebody else.
  if (values.customer.idNo !== intakeOf(order).customer.idNo) {
    throw badInput({ 'customer.idNo': 'refusals.customerChanged' })
  }
  if (!product || !quoted) throw badInput({ 'financing.productId': 'rules.productUnknown' })
  await orderEffects.requireFunder(values.funding.capitalId, product, quoted.view.aprSimple)
  const subsidyPolicyId = await orderEffects.requireSubsidy(
    values,
    product,
    call.today,
    order.subsidyPolicyId,
  )
  const otherCar = await isOtherCar(order, values.vehicle.vin)
  if (otherCar) await orderEffects.requireNoDevices(order)
  await takeQuota(order, call, quoted.view.financeAmount)
  const { idNo, mobile } = values.customer
  await requireClear(order, { idNo, mobile, vin: values.vehicle.vin }, call)
  if (!input.confirmDti && quoted.quote.breaches.some(({ code }) => code === 'dti')) {
    throw refused('refusals.confirmDti')
  }

  const rows = await projectEntry(order, { values, template, quote: quoted.quote, otherCar }, call)
  const submitted = await moveOrder(order, call, {
    event: 'submit_first',
    set: {
      ...headlineOf(values, product, quoted),
      ...rows,
      productId: product.id,
      productVersion: product.version,
      templateCode: template.code,
      templateVersion: template.version,
      bizMode: product.bizMode,
      subsidyPolicyId,
      appliedAmount: quoted.view.financeAmount,
      quoteSnapshot: quoted.view,
      entryUserId: call.actor.id,
      entryValues: values,
      submitCount: order.submitCount + 1,
      // Returned by risk control it comes by the first review again: whoever passed it there may do so once more.
      lastDecidedBy: await whoPassedPre(order.id),
    },
  })
  await orderEffects.writeOrderKeys(order.id)
  return movedAnswer(await endPapersOfFormer(order, submitted, otherCar, call))
}

/** An order that came back behind its approval may have papers already: those that name another car or funder end. */
async function endPapersOfFormer(
  before: Order,
  submitted: Order,
  otherCar: boolean,
  call: Call,
): Promise<Order> {
  const end = (order: Order, other: 'car' | 'funder') =>
    orderEffects.endFormerPapers(order, { other, reason: say(`papers.formers.${other}`) }, call)
  const now = otherCar ? await end(submitted, 'car') : submitted
  return before.capitalId === submitted.capitalId ? now : end(now, 'funder')
}

async function isOtherCar({ vehicleId }: Order, vin: string): Promise<boolean> {
  if (vehicleId === null) return false
  const [former] = await db().select({ vin: vehicle.vin }).from(vehicle).where(eq(vehicle.id, vehicleId))
  return !!former?.vin && former.vin !== vin
}
