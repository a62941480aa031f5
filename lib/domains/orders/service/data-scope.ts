import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { branch, shop } from '../../channels/table.ts'
import { dueDiligence } from '../../due-diligence/table.ts'
import { orgUnit } from '../../identity/table.ts'
import { application } from '../table.ts'

/** What of somebody decides what he sees. */
export type ScopeHolder = Pick<Actor, 'id' | 'dataScope' | 'orgUnitId' | 'orgPath' | 'shopId'>

/**
 * Which orders an actor may see, as a condition on `application`; part of every read and every lock of an order.
 * `self`: those the actor sold, entered or holds, or was sent to a visit for. `dept`: those of the actor's shop or branch. `org_tree`: those of
 * the shops below the actor's unit. `all`: the tenant's. Somebody who works in a shop never sees another shop's.
 */
export function orderScope(actor: ScopeHolder): SQL | undefined {
  if (actor.shopId !== null && actor.dataScope !== 'self') return eq(application.shopId, actor.shopId)
  switch (actor.dataScope) {
    case 'all':
      return undefined
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

/** Ids of the shops below the actor's unit; for `dept` and `self` those of the unit itself, a shop or a branch. */
function shopIdsOf(actor: ScopeHolder) {
  const below =
    actor.dataScope === 'org_tree'
      ? sql`starts_with(${orgUnit.path}, ${actor.orgPath})`
      : sql`(${shop.orgUnitId} = ${actor.orgUnitId} or ${branch.orgUnitId} = ${actor.orgUnitId})`
  return db()
    .select({ id: shop.id })
    .from(shop)
    .innerJoin(orgUnit, eq(orgUnit.id, shop.orgUnitId))
    .innerJoin(branch, eq(branch.id, shop.branchId))
    .where(below)
}
