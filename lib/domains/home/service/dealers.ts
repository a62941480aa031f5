import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { branch, channel, shop } from '../../channels/table.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import type { home } from '../contract.ts'

type Dealers = OutputOf<typeof home.showDealer>

const shownShops = 5
/** States of an order that no pre-review has passed. */
const beforePass: readonly OrderStatus[] = ['draft', 'wait_pre', 'pre_returned', 'pre_rejected', 'voided']

/** The caller's own shop, and the shops in scope that bring the most. */
export async function readDealers(call: Call): Promise<Dealers> {
  return { own: await readOwnShop(call), top: await readTopShops(call) }
}

async function readOwnShop({ actor }: Call): Promise<Dealers['own']> {
  if (actor.shopId === null) return null
  const [row] = await db()
    .select({
      shopName: shop.name,
      shopNo: shop.shopNo,
      channelName: channel.name,
      branchName: branch.name,
      status: shop.status,
      coopTo: sql<string | null>`least(${channel.coopTo}, ${shop.agreementTo})`,
    })
    .from(shop)
    .innerJoin(channel, eq(channel.id, shop.channelId))
    .innerJoin(branch, eq(branch.id, shop.branchId))
    .where(eq(shop.id, actor.shopId))
    .prepare('own shop')
    .execute()
  return row ?? null
}

function readTopShops({ actor, tenantId, today }: Call): Promise<Dealers['top']> {
  const orders = sql<number>`count(*)::int`
  return db()
    .select({
      shopId: shop.id,
      shopName: shop.name,
      orders,
      passed: sql<number>`count(*) filter (where not ${inArray(application.status, [...beforePass])})::int`,
    })
    .from(application)
    .innerJoin(shop, eq(shop.id, application.shopId))
    .where(
      and(
        eq(application.tenantId, tenantId),
        gte(application.createdAt, `${today.slice(0, 8)}01T00:00:00+08:00`),
        orderScope(actor),
      ),
    )
    .groupBy(shop.id, shop.name)
    .orderBy(desc(orders), shop.id)
    .limit(shownShops)
    .prepare('top shops')
    .execute()
}
