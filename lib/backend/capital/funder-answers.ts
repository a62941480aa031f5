import { eq } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { isAsked, resultStates } from '../../rules/capital-order.ts'
import type { Order } from '../applications/move-order.ts'
import { type Call, withCall } from '../context.ts'
import { systemCall } from '../contracts/signing/system-call.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { capitalOrder } from '../db/schema/capital-orders.ts'
import { capital } from '../db/schema/channels.ts'
import { holdersOf } from '../identity/holders.ts'
import { answered, type OutsideCall } from '../outside/answered.ts'
import { keyOf } from './ask-funder.ts'
import { tellToCancel } from './cancel.ts'
import { type CapitalOrder, moveCapitalOrder } from './capital-record.ts'
import { type FunderSays, takeRefusal, takeResult } from './take-result.ts'
import { showPusher, tellOfOrder } from './tell-capital.ts'

/**
 * What a funder answers over its interface, each once and in nobody's name. An answer to what was cancelled, or to a
 * round that is over, changes nothing.
 */
export const funderAnswered = answered<'funder'>({
  purpose: 'capitalOrders.purpose',
  done: ({ result, capitalOrderNo, approvedAmount, approvedRate, reply }, call) =>
    result === 'cancelled'
      ? take(call, { ...nothing, result: 'reject', reply: reply ?? '' })
      : take(call, {
          ...{ result, reply: reply ?? '', capitalOrderNo: capitalOrderNo ?? null },
          ...{ approvedAmount: approvedAmount ?? null, approvedRate: approvedRate ?? null },
        }),
  // The interface did not take it: the funder itself has said nothing.
  failed: (reason, call) => onWaiting(call, (order, row, by) => takeRefusal(order, row, reason, by)),
  thinks: (call) =>
    onWaiting(call, async (_order, row, by) => {
      if (row.status !== '已推送') return
      await moveCapitalOrder(row, '资方审核中', {}, by)
      await showPusher(row)
    }),
  dead: (reason, call) =>
    onWaiting(call, async (order, row, by) => {
      await db().update(capitalOrder).set({ silent: true }).where(eq(capitalOrder.id, row.id))
      await showPusher(row)
      await tellOfOrder(
        order,
        [row.pushedBy],
        {
          opens: 'capitalMaterialsDetails',
          title: zhCN('capitalOrders.toldSilent', { orderNo: order.orderNo }),
          body: zhCN('capitalOrders.toldSilentBody', { name: order.customerName, reason }),
        },
        by,
      )
    }),
})

const nothing = { capitalOrderNo: null, approvedAmount: null, approvedRate: null }

const take = (call: OutsideCall, said: FunderSays) =>
  onWaiting(
    call,
    async (order, row, by) => {
      await takeResult(order, row, said, by, true)
    },
    (order, row, by) => tellOtherWord(order, row, said, by),
  )

/** What a person registered of a late funder is not what its interface says now: who pushed and who decide hear it. */
async function tellOtherWord(order: Order, row: CapitalOrder, said: FunderSays, by: Call): Promise<void> {
  if (row.answeredAt === null || resultStates[said.result] === row.status) return
  await tellOfOrder(
    order,
    [...new Set([row.pushedBy, ...(await holdersOf('capital:decide', order.id))])],
    {
      opens: 'capitalMaterialsDetails',
      title: zhCN('capitalOrders.toldOtherWord', { orderNo: order.orderNo }),
      body: zhCN('capitalOrders.toldOtherWordBody', {
        ...{ name: order.customerName, status: row.status, reply: said.reply },
        result: zhCN(`capitalOrders.results.${said.result}`),
      }),
    },
    by,
  )
}

type OnPush = (order: Order, row: CapitalOrder, by: Call) => Promise<unknown>

/** The push that a call was of, and its order, both locked: where it still waits for this answer, or has another. */
async function onWaiting(
  { aboutId, tenantId, key }: OutsideCall,
  run: OnPush,
  runAnswered?: OnPush,
): Promise<void> {
  const locked = await lockPush(aboutId)
  if (!locked) throw new Error(`there is no push ${aboutId}`)
  const { order, row } = locked
  if (keyOf(row) !== key) return
  const waits = isAsked(row.status) && order.status === 'wait_funder'
  const call = systemCall(tenantId, new Date())
  await withCall(call, async () => {
    await (waits ? run : runAnswered)?.(order, row, call)
  })
}

async function lockPush(id: number): Promise<{ order: Order; row: CapitalOrder } | undefined> {
  const [found] = await db()
    .select({ orderId: capitalOrder.orderId })
    .from(capitalOrder)
    .where(eq(capitalOrder.id, id))
  const [order] = found
    ? await db().select().from(application).where(eq(application.id, found.orderId)).for('update')
    : []
  const [row] = await db().select().from(capitalOrder).where(eq(capitalOrder.id, id)).for('update')
  return order && row && { order, row }
}

/** The end of a push that nobody wants any more. Where it was not heard, a person has to say so. */
export const funderCancelled = answered<'funder'>({
  purpose: 'capitalOrders.cancelPurpose',
  done: async () => {},
  failed: (_reason, call) => askPerson(call),
  dead: (_reason, call) => askPerson(call),
})

async function askPerson({ aboutId, tenantId }: OutsideCall): Promise<void> {
  const locked = await lockPush(aboutId)
  if (!locked) throw new Error(`there is no push ${aboutId}`)
  const { order, row } = locked
  const [funder] = await db().select().from(capital).where(eq(capital.id, row.capitalId))
  await tellToCancel(order, row, funder?.name ?? '', systemCall(tenantId, new Date()))
}
