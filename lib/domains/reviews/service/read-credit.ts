import { and, desc, eq, exists, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Actor, Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { maskOfField } from '../../../rules/mask.ts'
import { complaint } from '../../complaints/table.ts'
import { orderEffects } from '../../order-effects.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import type { reviews } from '../contract.ts'

/** 征信摘要: what the product itself knows of who applies; what the scenes say and who is related is asked beside it. */

type Credit = OutputOf<typeof reviews.credit>

/** Rows of each kind; more say no more. */
const most = 20

export async function readCredit(orderId: number, call: Call): Promise<Credit> {
  const order = await findOrder(orderId, call)
  return {
    ...(await formerOrders(order, call.actor)),
    lists: (await orderEffects.listHitsOf(order, call)).map(({ number, ...hit }) => ({
      ...hit,
      value: maskOfField(hit.type)?.(number) ?? number,
    })),
    complaints: await openComplaints(order),
  }
}

const ofSamePerson = (order: Order) => and(eq(application.idNo, order.idNo), ne(application.id, order.id))

async function formerOrders(order: Order, actor: Actor): Promise<Pick<Credit, 'orders' | 'beyondScope'>> {
  const inScope: SQL = orderScope(actor) ?? sql`true`
  const orders = await db()
    .select({
      id: application.id,
      orderNo: application.orderNo,
      status: application.status,
      createdAt: application.createdAt,
      financeAmount: application.financeAmount,
      appliedAmount: application.appliedAmount,
      term: application.term,
      approvedAmount: application.approvedAmount,
      approvedTerm: application.approvedTerm,
      productName: sql<string>`coalesce(${product.name}, '')`,
    })
    .from(application)
    .leftJoin(product, eq(product.id, application.productId))
    .where(and(ofSamePerson(order), inScope))
    .orderBy(desc(application.createdAt), desc(application.id))
    .limit(most)
  const [count] = await db()
    .select({ beyond: sql<number>`count(*)::int` })
    .from(application)
    .where(and(ofSamePerson(order), sql`not (${inScope})`))
  return { orders, beyondScope: count?.beyond ?? 0 }
}

async function openComplaints(order: Order): Promise<Credit['complaints']> {
  const oneOfTheirs = exists(
    db()
      .select({ id: application.id })
      .from(application)
      .where(and(eq(application.id, complaint.orderId), eq(application.idNo, order.idNo))),
  )
  return await db()
    .select({
      complaintNo: complaint.complaintNo,
      category: complaint.category,
      level: complaint.level,
      status: complaint.status,
      createdAt: complaint.createdAt,
      deadline: complaint.deadline,
    })
    .from(complaint)
    .where(
      and(
        or(eq(complaint.identifynumber, order.idNo), eq(complaint.mobile, order.mobile), oneOfTheirs),
        notInArray(complaint.status, ['已办结', '已撤销']),
      ),
    )
    .orderBy(desc(complaint.createdAt), desc(complaint.id))
    .limit(most)
}
