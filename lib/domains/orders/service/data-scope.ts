import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { branch, channel, shop } from '../../channels/table.ts'
import { dueDiligence } from '../../due-diligence/table.ts'
import { type UnitHolder, unitReach } from '../../identity/service/people-reach.ts'
import { orgUnit } from '../../identity/table.ts'
import { application } from '../table.ts'

/** The facts of a person that decide what he sees. */
export type ScopeHolder = UnitHolder & Pick<Actor, 'id' | 'shopId'>

/**
 * The orders that an actor may see, as a condition on `application`; part of every read and every lock of an order.
 * `self`: those the actor sold, entered or holds, or was sent to a visit for. `dept`: those of the actor's shop or branch. `org_tree`: those of
 * the shops below the actor's unit. `custom`: of those below chosen units. `all`: the tenant's. Somebody who works in a shop never sees another shop's.
 */
export function orderScope(actor: ScopeHolder): SQL | undefined {
  if (actor.shopId !== null && actor.dataScope !== 'self') return eq(application.shopId, actor.shopId)
  switch (actor.dataScope) {
    case 'all':
      return undefined
    case 'custom':
    case 'org_tree':
    case 'dept':
      return inArray(application.shopId, shopIdsOf(actor))
    case 'self':
      return or(
        eq(application.salesmanId, actor.id),
        eq(application.entryUserId, actor.id),
        eq(application.claimedBy, actor.id),
        inArray(
          application.id,
          db()
            .select({ id: dueDiligence.orderId })
            .from(dueDiligence)
            .where(eq(dueDiligence.assigneeId, actor.id)),
        ),
      )
  }
}

/** The same for shops: which ones the actor may see and name in a new order. */
export function shopScope(actor: ScopeHolder): SQL | undefined {
  if (actor.shopId !== null) return eq(shop.id, actor.shopId)
  return actor.dataScope === 'all' ? undefined : inArray(shop.id, shopIdsOf(actor))
}

/** Channels that somebody sees: those that he manages, and those whose shops are below his unit; a shop sees none. */
export function channelScope(actor: ScopeHolder): SQL | undefined {
  if (actor.shopId !== null) return sql`false`
  if (actor.dataScope === 'all') return undefined
  return or(
    eq(channel.managerId, actor.id),
    inArray(channel.id, db().select({ id: shop.channelId }).from(shop).where(shopScope(actor))),
  )
}

/** Branches of the units that he sees; a shop sees none. */
export function branchScope(actor: ScopeHolder): SQL | undefined {
  if (actor.shopId !== null) return sql`false`
  const units = unitReach(actor)
  return units && inArray(branch.orgUnitId, db().select({ id: orgUnit.id }).from(orgUnit).where(units))
}

/** Ids of the shops below the actor's unit or those chosen for him; for `dept` and `self` those of the unit itself, a shop or a branch. */
function shopIdsOf(actor: ScopeHolder) {
  const below =
    actor.dataScope === 'org_tree' || actor.dataScope === 'custom'
      ? unitReach(actor)
      : sql`(${shop.orgUnitId} = ${actor.orgUnitId} or ${branch.orgUnitId} = ${actor.orgUnitId})`
  return db()
    .select({ id: shop.id })
    .from(shop)
    .innerJoin(orgUnit, eq(orgUnit.id, shop.orgUnitId))
    .innerJoin(branch, eq(branch.id, shop.branchId))
    .where(below)
}
