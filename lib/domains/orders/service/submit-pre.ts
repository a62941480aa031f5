import { eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { refused, refusedBy } from '../../../platform/errors.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { customer } from '../../customers/table.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { orderEffects } from '../../order-effects.ts'
import { validateIntake } from '../rules/entry/intake.ts'
import { templateOf } from '../rules/entry/templates.ts'
import { guards } from '../rules/order-guards.ts'
import { takeQuota } from './channel-quota.ts'
import { coolingOffUntil, hasLiveOrder, isBlacklisted, type Marks } from './duplicates.ts'
import { fileCountsOf, intakeOf, refusedForm } from './form-values.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from './move-order.ts'
import { updateTask } from './review-trail.ts'
import { doorOf, outsideScope } from './shop-door.ts'

/**
 * T02: an intake goes to the pool of the pre-review. The scene PRE_CHECK judges it on the way; what it refuses is
 * rejected by the system at once (T07).
 *
 * @throws 422 by the state table, where its shop or its company takes no new orders or none of this kind, by G1 (fields by path), G2, G3 or the cooling-off
 */
export async function submitPre(_input: object, call: Call, order: Order) {
  requireEvent('submit_pre', order, call)
  // A draft is a new order; what came back goes on, whatever became of its shop.
  const door = order.status === 'draft' ? await doorOf(order.shopId, call) : undefined
  if (door?.closed) throw refusedBy(door.closed)
  const outside = door && order.bizMode ? outsideScope(door.branch, order.bizMode) : undefined
  if (outside) throw refusedBy(outside)
  if (door) await takeQuota(order, call)
  const intake = intakeOf(order)
  const files = await fileCountsOf(order.id)
  const verdict = validateIntake(intake, { today: call.today, files, template: templateOf(order) })
  if (!verdict.ok) throw refusedForm(verdict.issues)
  const { idNo, mobile } = intake.customer
  if (door) await orderEffects.requireEnterprise(idNo)
  await requireClear(order, { idNo, mobile }, call)

  const decision = await orderEffects.runScene('pre', order, call)
  const submitted = await moveOrder(order, call, {
    event: 'submit_pre',
    set: { submitCount: order.submitCount + 1 },
  })
  return movedAnswer(
    decision?.suggestion === '拒绝' ? await rejectBySystem(submitted, decision, call) : submitted,
  )
}

/**
 * G2, G3 and the cooling-off. The customer's row is locked: of two orders of one customer submitted at once, the second
 * sees the first.
 */
export async function requireClear(order: Order, marks: Marks, call: Call): Promise<void> {
  await db().select({ id: customer.id }).from(customer).where(eq(customer.id, order.customerId)).for('update')
  if (await hasLiveOrder(marks, order.id)) throw refused('machine.guard.liveOrder')
  if (await isBlacklisted(marks, call.today))
    throw refused(guards.G3.message, undefined, rolesWith(guards.G3.clears))
  const until = await coolingOffUntil(marks, call, order.id)
  if (until) throw refused('refusals.coolingOff', { date: businessDate(until) })
}

async function rejectBySystem(
  order: Order,
  { hits }: { hits: readonly { name: string }[] },
  call: Call,
): Promise<Order> {
  const opinion = hits.map(({ name }) => name).join('、')
  const rejected = await moveOrder(order, call, {
    event: 'pre_reject',
    opinion,
    bySystem: true,
    set: { rejectStage: '预审', rejectReason: hits.map(({ name }) => name) },
  })
  await updateTask(order.id, call, {
    poolStatus: '已完成',
    finishedAt: call.now.toISOString(),
    result: '拒绝',
    opinion,
  })
  return rejected
}
