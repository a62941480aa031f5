import { and, asc, inArray, ne } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { byName } from '../../../rules/by-name.ts'
import { product } from '../../products/table.ts'
import type { Scene } from './run-scene.ts'

/**
 * 适用产品 of a scene. It keeps the ids of versions, and means the products: a version that comes later is judged by the
 * same scene.
 */

type ProductIds = Pick<Scene, 'productIds'>

const published = ne(product.status, '草稿')

/** Products that were ever on offer, as a scene may name them; by name. */
export async function sceneProducts(): Promise<{ code: string; name: string }[]> {
  const rows = await db()
    .select({ code: product.code, name: product.name })
    .from(product)
    .where(published)
    .orderBy(asc(product.version))
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  return [...names].map(([code, name]) => ({ code, name })).sort(byName)
}

/** The codes of the products that a scene names; none for a scene of all. */
export async function codesOf({ productIds }: ProductIds): Promise<string[]> {
  if (!productIds?.length) return []
  const rows = await db()
    .selectDistinct({ code: product.code })
    .from(product)
    .where(inArray(product.id, productIds))
  return rows.map(({ code }) => code).sort()
}

/** @throws 400 at `productCodes` for what is no product */
export async function idsOf(codes: readonly string[]): Promise<number[] | null> {
  if (codes.length === 0) return null
  const rows = await db()
    .select({ id: product.id, code: product.code })
    .from(product)
    .where(and(inArray(product.code, [...codes]), published))
    .orderBy(asc(product.version))
  const first = new Map(rows.toReversed().map(({ code, id }) => [code, id]))
  if (codes.some((code) => !first.has(code))) throw badInput({ productCodes: 'riskScenes.wrong.product' })
  return [...first.values()].sort((a, b) => a - b)
}

/** True where a scene judges orders of a product: of every version of those that it names. */
export async function concerns(scene: ProductIds): Promise<(order: { productId: number | null }) => boolean> {
  if (!scene.productIds?.length) return () => true
  const codes = await codesOf(scene)
  const rows = await db().select({ id: product.id }).from(product).where(inArray(product.code, codes))
  const ids = new Set(rows.map(({ id }) => id))
  return ({ productId }) => productId !== null && ids.has(productId)
}
