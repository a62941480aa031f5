import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { byName } from '../../../rules/by-name.ts'
import type { ProductTerms } from '../contract.ts'
import { offeredTerms } from '../rules/product-offer.ts'
import { offeredVersion } from '../rules/product-versions.ts'
import { product } from '../table.ts'
import { feeConstants } from './fee-constants.ts'
import { type ProductRow, valuesOf } from './product-values.ts'
import { findResiduals } from './residuals.ts'

/** Products as a quote and the entry form need them. */

/**
 * Everything that is on offer on a day: of each product the newest published version whose first day has come; by name.
 */
export async function productsOnOffer(today: string): Promise<ProductTerms[]> {
  const published = await db()
    .select()
    .from(product)
    .where(
      and(eq(product.status, '已上架'), or(isNull(product.effectiveFrom), lte(product.effectiveFrom, today))),
    )
  const byCode = Map.groupBy(published, ({ code }) => code)
  const offered = [...byCode.values()].flatMap((versions) => offeredVersion(versions, today) ?? [])
  const read = await termsReader(offered, today)
  return offered.map(read).sort(byName)
}

/** One version, in whatever state, and whether it is on offer; undefined when the tenant has none of that id. */
export async function findProductTerms(
  productId: number,
  today: string,
): Promise<(ProductTerms & { offered: boolean }) | undefined> {
  const code = db().select({ code: product.code }).from(product).where(eq(product.id, productId))
  const versions = await db().select().from(product).where(inArray(product.code, code))
  const row = versions.find(({ id }) => id === productId)
  if (!row) return undefined
  const read = await termsReader([row], today)
  return { ...read(row), offered: offeredVersion(versions, today)?.id === row.id }
}

/** The same for many orders of few products: each is read once. */
export function rememberedProducts(): typeof findProductTerms {
  const known = new Map<string, Awaited<ReturnType<typeof findProductTerms>>>()
  return async (productId, today) => {
    const key = `${productId} ${today}`
    if (!known.has(key)) known.set(key, await findProductTerms(productId, today))
    return known.get(key)
  }
}

async function termsReader(
  rows: readonly ProductRow[],
  today: string,
): Promise<(row: ProductRow) => ProductTerms> {
  const constants = await feeConstants(today)
  const residuals = rows.some(hasBalloon) ? await findResiduals() : []
  return (row) => ({
    ...offeredTerms(valuesOf(row), constants),
    id: row.id,
    code: row.code,
    name: row.name,
    version: row.version,
    templateCode: row.templateCode,
    bizMode: row.bizMode,
    flow: row.flow,
    vehicleKinds: row.vehicleKinds,
    capitalIds: row.capitalIds ?? [],
    residuals: hasBalloon(row) ? residuals : [],
  })
}

/** The worth of a car matters where a balloon is left. */
const hasBalloon = ({ repayMethod }: ProductRow) => repayMethod === 'balloon'
