import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { CallError, refused } from '../../../platform/errors.ts'
import { mustBeWired } from '../../../platform/outside/outbox.ts'
import { capital } from '../../channels/table.ts'
import { movedAnswer, moveOrder, type Order } from '../../orders/service/move-order.ts'
import type { capitalOrders } from '../contract.ts'
import { isPastCutoff, isToPushAgain } from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'
import { askFunder } from './ask-funder.ts'
import {
  type CapitalOrder,
  type Funder,
  fundingOf,
  moveCapitalOrder,
  pushAmount,
  requireCapitalStep,
} from './capital-record.ts'
import { obstacleOf } from './funder-limits.ts'
import { obstacleText } from './obstacle-text.ts'

/** 推送资方 (T21), for the first time or again with what it missed. */
export async function push(
  _input: { orderId: number },
  call: Call,
  order: Order,
): Promise<OutputOf<typeof capitalOrders.push>> {
  const funding = await fundingOf(order, call)
  requireCapitalStep('push', funding, call)
  // One push to a funder after the other: of two, the second counts what the first took.
  const [funder] = await db()
    .select()
    .from(capital)
    .where(eq(capital.id, order.capitalId ?? 0))
    .for('update')
  if (!funder) throw refused('capitalOrders.refusals.notFunded')
  await requireFit(funder, order, call)
  if (funder.online) mustBeWired('funder')
  const row = await writePush(funding.pushed, funder, order, call)
  if (funder.online) await askFunder('push', row, funder, order)
  return movedAnswer(
    await moveOrder(order, call, {
      event: 'push_funder',
      opinion: say('capitalOrders.pushedTo', { funder: funder.name }),
    }),
  )
}

/** @throws 422 with what the funder does not take, and what to do about it */
async function requireFit(funder: Funder, order: Order, call: Call): Promise<void> {
  const obstacle = await obstacleOf(funder, order, call)
  if (obstacle) {
    const message = obstacleText(funder, obstacle)
    throw new CallError(422, { message, code: `capitalOrders.obstacles.${obstacle.key}` })
  }
  const time = new Date(call.now.getTime() + 8 * 3_600_000).toISOString().slice(11, 16)
  if (isPastCutoff(funder.cutoffTime, time))
    throw refused('capitalOrders.obstacles.cutoff', { funder: funder.name, time: funder.cutoffTime ?? '' })
}

async function writePush(
  before: CapitalOrder | undefined,
  funder: Funder,
  order: Order,
  call: Call,
): Promise<CapitalOrder> {
  const pushed = {
    amount: pushAmount(order),
    pushedAt: call.now.toISOString(),
    pushedBy: call.actor.id,
    answeredAt: null,
    approvedAmount: null,
    approvedRate: null,
    reply: null,
    silent: false,
    warnedAt: null,
  }
  if (before && isToPushAgain(before.status))
    return moveCapitalOrder(before, '已推送', { ...pushed, round: before.round + 1 }, call)
  const earlier = await db()
    .select({ id: capitalOrder.id })
    .from(capitalOrder)
    .where(eq(capitalOrder.orderId, order.id))
  const [row] = await db()
    .insert(capitalOrder)
    .values({
      ...pushed,
      orderId: order.id,
      capitalId: funder.id,
      status: '已推送',
      pushNo: `${order.orderNo}-${earlier.length + 1}`,
      createdBy: call.actor.id,
    })
    .returning()
  if (!row) throw new Error('the push was not written')
  return row
}
