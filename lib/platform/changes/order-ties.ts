import { inArray, type SQL, sql } from 'drizzle-orm'
import { channel, shop } from '../../domains/channels/table.ts'
import { contract } from '../../domains/contracts/table/contracts.ts'
import { orgUnit, sysUser } from '../../domains/identity/table.ts'
import { type OrderTie, orderTies, tieEvents } from '../../domains/orders/rules/order-ties.ts'
import { application, reviewLog } from '../../domains/orders/table.ts'
import { paymentFileLine } from '../../domains/payment-files/table.ts'
import { disbursement } from '../../domains/releases/table.ts'
import { db } from '../db/client.ts'
import { pendingChange, settleAccount } from './table.ts'

/** The ties of somebody to the order of a change, so that he never checks it: asked of rows of `pending_change`. */

/** Its order, those of its payment file, or those of the receipts that its flow stands for. */
const orders = sql`(select ${pendingChange.orderId} where ${pendingChange.orderId} is not null
  union all select ${disbursement.orderId} from ${paymentFileLine}
    join ${disbursement} on ${disbursement.id} = ${paymentFileLine.disbursementId}
    where ${pendingChange.kind} = 'fileCancel' and ${paymentFileLine.fileId} = ${pendingChange.aboutId}
  union all select m.order_id from flow_match m
    where ${pendingChange.kind} = 'flowUnmatch' and m.tenant_id = ${pendingChange.tenantId}
      and m.flow_id = ${pendingChange.aboutId} and m.order_id is not null)`

/** Of those orders, or of its account: all of the channel or branch where it is theirs. */
const shops = sql`(select ${application.shopId} from ${application} where ${application.id} = any(its.orders)
  union all select s.id from ${settleAccount} a join ${shop} s on s.tenant_id = a.tenant_id
      and (s.id = a.shop_id or s.channel_id = a.channel_id or s.branch_id = a.branch_id)
    where ${pendingChange.kind} = 'account' and a.tenant_id = ${pendingChange.tenantId}
      and a.id = ${pendingChange.aboutId}
  union all select s.id from account_balance b join ${shop} s on s.tenant_id = b.tenant_id
      and (s.id = b.shop_id or s.channel_id = b.channel_id)
    where ${pendingChange.kind} = 'withdrawal' and b.tenant_id = ${pendingChange.tenantId}
      and b.id = ${pendingChange.aboutId})`

/** Both once for all ties: without its OFFSET the planner would copy them into each, and think longer than it reads. */
const its = sql`(select its.orders, array${shops} as shops from (select array${orders} as orders offset 0) its offset 0) its`

const logged = (tie: OrderTie, users: SQL) =>
  sql`exists (select from ${reviewLog} where ${reviewLog.orderId} = any(its.orders)
    and ${reviewLog.event} = any(${sql.param([...tieEvents[tie]])}::text[]) and ${reviewLog.actorId} = any(${users}))`

const tieOf: Record<OrderTie, (users: SQL) => SQL> = {
  entered: (users) =>
    sql`(${logged('entered', users)} or exists (select from ${application} where ${application.id} = any(its.orders)
      and array[${application.createdBy}, ${application.salesmanId}, ${application.entryUserId}] && ${users}))`,
  reviewed: (users) => logged('reviewed', users),
  approved: (users) => logged('approved', users),
  contracted: (users) =>
    sql`(${logged('contracted', users)} or exists (select from ${contract} where ${contract.orderId} = any(its.orders)
      and ${contract.createdBy} = any(${users})))`,
  // The user who registered its consent stands in the change: the event is in the name of nobody.
  funded: (users) =>
    sql`(${logged('funded', users)} or exists (select from ${pendingChange} made
      where made.kind = 'funder' and made.order_id = any(its.orders) and made.made_by = any(${users})))`,
  shop: (users) =>
    sql`exists (select from ${shop} join ${orgUnit} own on own.id = ${shop.orgUnitId}
      join ${sysUser} member on member.id = any(${users}) join ${orgUnit} of_member on of_member.id = member.org_unit_id
      where ${shop.id} = any(its.shops) and starts_with(of_member.path, own.path))`,
  channel: (users) =>
    sql`exists (select from ${shop} join ${channel} on ${channel.id} = ${shop.channelId}
      where ${shop.id} = any(its.shops) and ${channel.managerId} = any(${users}))`,
}

/** The first tie that any of these users has; null without one. */
export function tieTo(...userIds: readonly number[]): SQL<OrderTie | null> {
  const users = sql`${sql.param([...userIds])}::bigint[]`
  const cases = orderTies.map((tie) => sql`when ${tieOf[tie](users)} then ${tie}`)
  return sql`(select case ${sql.join(cases, sql` `)} end from ${its})`
}

export async function tiesOf(
  changeIds: readonly number[],
  userIds: readonly number[],
): Promise<ReadonlyMap<number, OrderTie | null>> {
  const rows = await db()
    .select({ id: pendingChange.id, tie: tieTo(...userIds) })
    .from(pendingChange)
    .where(inArray(pendingChange.id, [...changeIds]))
  return new Map(rows.map(({ id, tie }) => [id, tie]))
}
