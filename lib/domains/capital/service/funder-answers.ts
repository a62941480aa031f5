import { and, eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { type Call, withCall } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { answered, type OutsideCall } from '../../../platform/outside/answered.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { compareMoney } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { capital } from '../../channels/table.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { AnswerOf } from '../../ports.ts'
import { isAgreed, isAsked, isCancelled, isToPushAgain, resultStates } from '../rules/capital-order.ts'
import { capitalOrder } from '../table.ts'
import { keyOf } from './ask-funder.ts'
import { tellToCancel } from './cancel.ts'
import { type CapitalOrder, moveCapitalOrder } from './capital-record.ts'
import { lockPush } from './consent-change.ts'
import { endConsent } from './end-consent.ts'
import { type FunderSays, judgedResult, takeRefusal, takeResult } from './take-result.ts'
import { longestBody, showPusher, tellOfOrder } from './tell-capital.ts'

/**
 * Everything that a funder answers over its interface, each once and in nobody's name. An answer to what was cancelled,
 * or to a round that is over, changes nothing.
 */
export const funderAnswered = answered<'funder'>({
  purpose: 'capitalOrders.purpose',
  done: (answer, call) => {
    const said = saidBy(answer)
    return onWaiting(
      call,
      async (order, row, by) => {
        await endConsent(row.id, by.now)
        await takeResult(order, row, said, by, { bySystem: true })
      },
      (order, row, by) => tellOtherWord(order, row, said, by),
    )
  },
  again: (said, call) => {
    const word =
      said.result === 'done'
        ? saidBy(said.answer as AnswerOf<'funder'>)
        : ({ ...nothing, result: 'return', reply: said.reason } as const)
    return onWaiting(call, undefined, (order, row, by) => tellOtherWord(order, row, word, by))
  },
  // The interface did not take it: the funder itself has said nothing.
  failed: (reason, call) =>
    onWaiting(call, async (order, row, by) => {
      await endConsent(row.id, by.now)
      await takeRefusal(order, row, reason, by)
    }),
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
          title: say('capitalOrders.toldSilent', { orderNo: order.orderNo }),
          body: say('capitalOrders.toldSilentBody', { name: order.customerName, reason }),
        },
        by,
      )
    }),
})

const nothing = { capitalOrderNo: null, approvedAmount: null, approvedRate: null }

const saidBy = (answer: AnswerOf<'funder'>): FunderSays => {
  const { result, reply = '', capitalOrderNo, approvedAmount, approvedRate } = answer
  if (result === 'cancelled') return { ...nothing, result: 'reject', reply }
  return {
    result,
    reply,
    capitalOrderNo: capitalOrderNo ?? null,
    approvedAmount: approvedAmount ?? null,
    approvedRate: approvedRate ?? null,
  }
}

/**
 * Everything that its interface says now is not what counts of this round, be it what a person registered or its own
 * first word: who pushed and who decide hear it, once for each thing that it says.
 */
async function tellOtherWord(order: Order, row: CapitalOrder, said: FunderSays, by: Call): Promise<void> {
  if (row.answeredAt === null || isCancelled(row.status)) return
  const { result } = await judgedResult(row, said)
  // Everything that came back for papers that are there by now was a return.
  const counts = isToPushAgain(row.status) ? resultStates.return : row.status
  const { approvedAmount: amount } = said
  const isSame = resultStates[result] === counts
  const isOtherAmount =
    isSame && isAgreed(counts) && amount !== null && compareMoney(amount, row.approvedAmount ?? '0') !== 0
  if (isSame && !isOtherAmount) return
  const { orderNo, customerName: name } = order
  const title = say('capitalOrders.toldOtherWord', { orderNo })
  const body = isOtherAmount
    ? say('capitalOrders.toldOtherAmountBody', {
        name,
        said: formatMoney(amount),
        amount: formatMoney(row.approvedAmount ?? '0.00'),
      })
    : say('capitalOrders.toldOtherWordBody', {
        name,
        status: say(`capitalOrders.statuses.${row.status}`),
        reply: said.reply,
        result: say(`capitalOrders.results.${said.result}`),
      })
  const told = and(eq(notification.orderId, order.id), eq(notification.body, body.slice(0, longestBody)))
  if ((await db().$count(notification, told)) > 0) return
  const to = [row.pushedBy, ...(await holdersOf('capital:decide', order.id))]
  await tellOfOrder(order, to, { opens: 'capitalMaterialsDetails', title, body }, by)
}

type OnPush = (order: Order, row: CapitalOrder, by: Call) => Promise<unknown>

/** The push that a call was of, and its order, both locked: where it still waits for this answer, or has another. */
async function onWaiting(
  { aboutId, tenantId, key }: OutsideCall,
  run: OnPush | undefined,
  runAnswered?: OnPush,
): Promise<void> {
  const locked = await lockPush(aboutId, undefined)
  if (!locked) throw new Error(`there is no push ${aboutId}`)
  const { order, row } = locked
  if (keyOf(row) !== key) return
  const waits = isAsked(row.status) && order.status === 'wait_funder'
  const call = systemCall(tenantId, new Date())
  await withCall(call, async () => {
    await (waits ? run : runAnswered)?.(order, row, call)
  })
}

/** The end of a push that nobody wants any more. Where it was not heard, a person has to say so. */
export const funderCancelled = answered<'funder'>({
  purpose: 'capitalOrders.cancelPurpose',
  done: async () => {},
  failed: (_reason, call) => askPerson(call),
  dead: (_reason, call) => askPerson(call),
})

async function askPerson({ aboutId, tenantId }: OutsideCall): Promise<void> {
  const locked = await lockPush(aboutId, undefined)
  if (!locked) throw new Error(`there is no push ${aboutId}`)
  const { order, row } = locked
  const [funder] = await db().select().from(capital).where(eq(capital.id, row.capitalId))
  await tellToCancel(order, row, funder?.name ?? '', systemCall(tenantId, new Date()))
}
