import { eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { orgUnit, sysUser } from '../table.ts'

/** The units that somebody's data scope has, and the people in them. */

/** The facts of a person that decide which units he sees. */
export type UnitHolder = Pick<Actor, 'dataScope' | 'orgUnitId' | 'orgPath' | 'scopeUnitIds'>

/**
 * The one place where a data scope becomes a condition on units: the tenant's, the chosen ones or the own one, each
 * with all below it, or the own one alone.
 *
 * @param unit as the query names it
 */
export function unitReach(
  actor: UnitHolder,
  unit: { id: SQLWrapper; path: SQLWrapper } = orgUnit,
): SQL | undefined {
  switch (actor.dataScope) {
    case 'all':
      return undefined
    case 'custom':
      return sql`string_to_array(${unit.path}, '/') && ${sql.param(actor.scopeUnitIds.map(String))}::text[]`
    case 'org_tree':
      return sql`starts_with(${unit.path}, ${actor.orgPath})`
    default:
      return sql`${unit.id} = ${actor.orgUnitId}`
  }
}

/** Users of these units, as a condition on `sys_user`: those whom an administrator may see and change. */
export function userReach(actor: UnitHolder): SQL | undefined {
  const units = unitReach(actor)
  return units && inArray(sysUser.orgUnitId, db().select({ id: orgUnit.id }).from(orgUnit).where(units))
}

/**
 * Users whom somebody names in an order, where `org_unit` is asked for too: himself, and those below his unit or, where
 * the units that he sees are chosen, of these.
 */
export function colleagues(actor: Actor): SQL | undefined {
  if (actor.dataScope === 'all' && actor.shopId === null) return undefined
  const chosen = actor.dataScope === 'custom' && actor.shopId === null
  return or(unitReach({ ...actor, dataScope: chosen ? 'custom' : 'org_tree' }), eq(sysUser.id, actor.id))
}
