import { and, eq, ne, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { r2 } from '../../../rules/money.ts'
import { channel, shop } from '../../channels/table.ts'
import { contract } from '../../contracts/table/contracts.ts'
import { customer, linkedPerson } from '../../customers/table.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { loanAccount } from '../../loans/table.ts'
import { orderScope, shopScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { insurancePolicy } from '../../vehicles/table.ts'
import type { enterprises as calls, EnterpriseTies } from '../contract.ts'
import { enterprise } from '../table.ts'
import { enterpriseScope } from './enterprise-scope.ts'

/** Records that name a company are counted anew: nothing of it is kept beside what it follows from. */

const count = sql<number>`count(*)::int`

const openingReaders = ['opening:view', 'opening:save', 'opening:first', 'opening:check'] as const
/** Permissions of which one reads the records of a kind at their own place. */
const readBy: Record<EnterpriseTies[number]['kind'], readonly Permission[]> = {
  orders: ['order:view'],
  loans: ['loan:view'],
  contracts: ['order:view'],
  policies: ['order:view'],
  channels: openingReaders,
  shops: openingReaders,
  guarantees: ['order:view'],
}

/** @throws 404 */
export async function readTies(
  { id }: ParsedInputOf<typeof calls.ties>,
  { actor }: Call,
): Promise<EnterpriseTies> {
  const [found] = await db()
    .select({ row: enterprise, code: sql<string>`coalesce(${enterprise.uscc}, ${customer.idNo})` })
    .from(enterprise)
    .leftJoin(customer, eq(customer.id, enterprise.customerId))
    .where(and(eq(enterprise.id, id), enterpriseScope(actor)))
  if (!found) throw notFound()
  const { row, code } = found
  const seen = orderScope(actor)
  const isOwn = and(eq(application.idNo, code), seen)
  const [orders] = await db().select({ count }).from(application).where(isOwn)
  const [loans] = await db()
    .select({ count, amount: sql<string>`coalesce(sum(${loanAccount.outstandingPrincipal}), 0)::text` })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(and(isOwn, ne(loanAccount.status, '已撤销')))
  const [contracts] = await db()
    .select({ count })
    .from(contract)
    .innerJoin(application, eq(application.id, contract.orderId))
    .where(isOwn)
  const policies =
    row.insurer === ''
      ? []
      : await db()
          .select({ count })
          .from(insurancePolicy)
          .innerJoin(application, eq(application.id, insurancePolicy.orderId))
          .where(and(eq(insurancePolicy.insurer, row.insurer), seen))
  const [channels] = await db()
    .select({
      count: sql<number>`count(distinct ${channel.id})::int`,
      name: sql<string | null>`min(${channel.name})`,
    })
    .from(channel)
    .leftJoin(shop, eq(shop.channelId, channel.id))
    .where(and(eq(channel.uscc, code), shopScope(actor)))
  const [shops] = await db()
    .select({ count, name: sql<string | null>`min(${shop.name})` })
    .from(shop)
    .where(and(eq(shop.uscc, code), shopScope(actor)))
  const guarantees =
    row.legalIdNo === ''
      ? []
      : await db()
          .select({ count })
          .from(linkedPerson)
          .innerJoin(application, eq(application.id, linkedPerson.applicationId))
          .where(and(eq(linkedPerson.role, 'guarantor'), eq(linkedPerson.idNo, row.legalIdNo), seen))
  const tie = (
    kind: EnterpriseTies[number]['kind'],
    counted: { count: number } | undefined,
    q: string | null,
    amount: string | null = null,
  ) => ({ kind, count: counted?.count ?? 0, amount, q })
  return [
    tie('orders', orders, code),
    tie('loans', loans, code, r2(loans?.amount ?? '0')),
    tie('contracts', contracts, null),
    tie('policies', policies[0], null),
    tie('channels', channels, channels?.name ?? null),
    tie('shops', shops, shops?.name ?? null),
    tie('guarantees', guarantees[0], null),
  ].filter(({ kind, count }) => count > 0 && readBy[kind].some((one) => actor.permissions.has(one)))
}
