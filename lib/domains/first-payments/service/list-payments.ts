import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, workOf } from '../../../platform/db/list-conditions.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application } from '../../orders/table.ts'
import { type FirstPaymentRow, firstPayments } from '../contract.ts'
import {
  type FirstPaymentState,
  firstPaymentState,
  isOver,
  owes,
  payableStatuses,
  type RefundState,
  unreleasedStatuses,
  usedStatuses,
} from '../rules/first-payment.ts'
import { firstPayment, firstRefund } from '../table.ts'
import { paymentsOfMany } from './order-payments.ts'

/** 首付款登记: orders whose customer pays something first, also where their release does not wait for it. */

const gating = templates
  .filter(({ milestones }) => milestones.includes('first_payment'))
  .map(({ code }) => code)
/** As `dueOf` has it. */
const due = sql`coalesce((coalesce(${application.approvedQuote}, ${application.quoteSnapshot}) ->> 'firstDueAmount')::numeric, 0)`

const ofOrder = sql`${firstPayment.tenantId} = ${application.tenantId} and ${firstPayment.orderId} = ${application.id}
  and ${firstPayment.cancelledAt} is null`
const isChecking = sql`exists (select from ${firstPayment} where ${ofOrder} and ${firstPayment.confirmedAt} is null)`
/**
 * Some of what counts has not gone back by a refund in one of these states. Asked of the few orders where it matters one
 * by one: as a condition that exists, it would be worked out for every receipt that there ever was.
 */
const isLeft = (gone: readonly RefundState[]) => sql`(select coalesce(bool_or(${firstPayment.amount} > (
    select coalesce(sum(${firstRefund.amount}), 0) from ${firstRefund}
    where ${firstRefund.tenantId} = ${firstPayment.tenantId} and ${firstRefund.paymentId} = ${firstPayment.id}
      and ${inArray(firstRefund.status, [...gone])})), false)
  from ${firstPayment} where ${ofOrder} and ${firstPayment.confirmedAt} is not null)`
const hasEnded = inArray(application.status, [...unreleasedStatuses])
/** Its refund waits to be paid; found by these few, whatever their orders have become. */
export const isToPay = sql`${application.id} = any(array(select ${firstRefund.orderId} from ${firstRefund}
  where ${firstRefund.status} = '待退款'))`
/** Here only because money has to go back. */
const owesBack = inArray(application.status, [...unreleasedStatuses, ...usedStatuses])
const unpaid = and(sql`not ${owesBack}`, sql`${application.firstPaymentAt} is null`)
const states: Record<FirstPaymentState, SQL | undefined> = {
  none: and(unpaid, sql`not ${isChecking}`, sql`not ${isLeft(['待退款', '已退款'])}`),
  checking: and(unpaid, isChecking),
  part: and(unpaid, sql`not ${isChecking}`, isLeft(['待退款', '已退款'])),
  paid: and(sql`not ${owesBack}`, sql`${application.firstPaymentAt} is not null`),
  refund: owesBack,
}

const { stageEnteredAt, createdAt } = application

export const firstPaymentList = defineList(firstPayments.list, {
  ...orders,
  only: () =>
    or(
      and(
        inArray(application.status, [...payableStatuses]),
        or(inArray(application.templateCode, gating), sql`${due} > 0`),
      ),
      // Whoever paid for an order that ended gets his money back.
      and(hasEnded, isLeft(['已退款'])),
      isToPay,
    ),
  filters: {
    // Of an order that ended it is finished when the money has gone back, and then it is here no more.
    state: workOf(
      sql`(${owesBack} or ${application.firstPaymentAt} is null)`,
      (state: FirstPaymentState) => states[state],
    ),
    productId: is(application.productId),
    shopId: is(application.shopId),
  },
  sorts: { stageEnteredAt, createdAt },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<FirstPaymentRow[]> {
  const rows = await readOrderRows(ids)
  const among = sql`any(${sql.param([...ids])}::bigint[])`
  const found = await db()
    .select({
      id: application.id,
      approvedQuote: application.approvedQuote,
      quoteSnapshot: application.quoteSnapshot,
      at: application.firstPaymentAt,
      status: application.status,
    })
    .from(application)
    .where(sql`${application.id} = ${among}`)
  const paymentsOf = await paymentsOfMany(found)
  const byId = new Map(found.map((row) => [row.id, row]))
  return rows.flatMap((row) => {
    const order = byId.get(row.id)
    if (!order) return []
    const { all, refunds, facts } = paymentsOf(order)
    const owing = owes(order.status, all, refunds)
    const state =
      owing || order.at === null || isOver(order.status) ? firstPaymentState(facts, owing) : 'paid'
    return [{ ...row, due: facts.due, paid: facts.paid, waiting: facts.waiting, state }]
  })
}
