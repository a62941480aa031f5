import { desc, eq } from 'drizzle-orm'
import type { capitalOrders } from '../../contracts/capital-orders.ts'
import type { OutputOf } from '../../contracts/endpoint.ts'
import { isLateAnswer } from '../../rules/capital-order.ts'
import { findOrder } from '../applications/read-order.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { capitalOrder } from '../db/schema/capital-orders.ts'
import { capital } from '../db/schema/channels.ts'
import { sysUser } from '../db/schema/identity.ts'
import { fundingOf } from './capital-record.ts'

export async function readCapital(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof capitalOrders.get>> {
  const order = await findOrder(orderId, call)
  const { funder, pushed, facts } = await fundingOf(order)
  const rows = await db()
    .select({ row: capitalOrder, capitalName: capital.name, pushedByName: sysUser.name })
    .from(capitalOrder)
    .innerJoin(capital, eq(capital.id, capitalOrder.capitalId))
    .leftJoin(sysUser, eq(sysUser.id, capitalOrder.pushedBy))
    .where(eq(capitalOrder.orderId, order.id))
    .orderBy(desc(capitalOrder.id))
    .limit(50)
  return {
    ...{ funded: facts.funded, online: facts.online, silent: facts.silent },
    ...{ capitalName: funder?.name ?? null, cutoffTime: funder?.cutoffTime ?? null },
    capitalStatus: facts.capitalStatus,
    late: pushed !== undefined && isLateAnswer(pushed, call.now),
    orders: rows.map(({ row, ...names }) => ({ ...row, ...names })),
  }
}
