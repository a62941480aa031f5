import { asc, eq } from 'drizzle-orm'
import { db } from '../../platform/db/client.ts'
import { businessDate } from '../../rules/business-date.ts'
import { type FunderTerms, termsObstacle } from '../capital/rules/capital-order.ts'
import { termsOf } from '../capital/service/funder-limits.ts'
import { capital, shop } from '../channels/table.ts'
import { type RoleCode, roleCodes } from '../identity/rules/roles.ts'
import { orgUnit, sysUser } from '../identity/table.ts'
import type { ProductTerms } from '../products/contract.ts'
import { productsOnOffer } from '../products/service/product-terms.ts'
import { type SceneCode, sceneCodes } from '../risk/rules/risk-facts.ts'
import type { RuledScene } from '../risk/rules/risk-scene.ts'
import { ruledScene } from '../risk/service/run-scene.ts'
import { riskScene } from '../risk/table.ts'
import { reserveFunders } from './products.ts'
import type { DemoTenant } from './tenants.ts'

/**
 * Everything that generated orders name of a tenant: its shops, staff, products and funders, as the database has them.
 */

export type Shop = {
  id: number
  branchId: number
  channelId: number
  /** Province, city, district. */
  region: readonly [string, string, string]
  /** Last day of its agreement. */
  agreementTo: string
  /** Users who work in the shop. */
  sellers: readonly number[]
  /** Entry clerks whose part of the organisation the shop is in. */
  clerks: readonly number[]
}

export type Place = {
  tenant: DemoTenant
  shops: readonly Shop[]
  users: Readonly<Record<RoleCode, readonly number[]>>
  products: readonly ProductTerms[]
  /** The company's own money. */
  ownCapital: number
  /** Those that orders begin with. */
  funders: readonly (FunderTerms & { id: number })[]
  scenes: Readonly<Record<SceneCode, RuledScene>>
}

/** The funders that lend as a product says. */
export const fundersFor = ({ funders }: Place, { bizMode, parties }: ProductTerms): number[] =>
  funders.flatMap((one) =>
    termsObstacle(one, { bizMode, funderShare: parties?.funderShare ?? null, apr: null }) ? [] : [one.id],
  )

/** Reads the place of the transaction's tenant. @throws {Error} without the rows of the base seed. */
export async function readPlace(tenant: DemoTenant): Promise<Place> {
  const staff = await db()
    .select({ id: sysUser.id, roles: sysUser.roleCodes, unitId: sysUser.orgUnitId, path: orgUnit.path })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .orderBy(asc(sysUser.id))
  const shops = await db()
    .select({ shop, path: orgUnit.path })
    .from(shop)
    .innerJoin(orgUnit, eq(orgUnit.id, shop.orgUnitId))
    .orderBy(asc(shop.id))
  const capitals = await db().select().from(capital).orderBy(asc(capital.id))
  const scenes = await db().select().from(riskScene).where(eq(riskScene.status, '开启'))
  const own = capitals.find(({ kind }) => kind === '自有')
  if (scenes.length < sceneCodes.length || !own || shops.length === 0)
    throw new Error(`${tenant.code} lacks its base rows.`)
  const holders = (role: RoleCode) => staff.filter(({ roles }) => roles.includes(role))
  return {
    tenant,
    shops: shops.map(({ shop: { id, branchId, channelId, region, agreementTo, orgUnitId }, path }) => ({
      id,
      branchId,
      channelId,
      region: [region[0] ?? '', region[1] ?? '', region[2] ?? ''] as const,
      agreementTo: agreementTo ?? '9999-12-31',
      sellers: holders('shop_user').flatMap((user) => (user.unitId === orgUnitId ? [user.id] : [])),
      clerks: holders('entry_clerk').flatMap((user) => (path.startsWith(user.path) ? [user.id] : [])),
    })),
    users: Object.fromEntries(
      roleCodes.map((role) => [role, holders(role).map(({ id }) => id)]),
    ) as unknown as Record<RoleCode, number[]>,
    products: await productsOnOffer(businessDate(new Date())),
    ownCapital: own.id,
    funders: capitals.flatMap((one) =>
      one.id === own.id || reserveFunders.includes(one.code) ? [] : [{ id: one.id, ...termsOf(one) }],
    ),
    scenes: Object.fromEntries(
      scenes.map((scene) => [scene.sceneCode, ruledScene(scene)]),
    ) as unknown as Place['scenes'],
  }
}
