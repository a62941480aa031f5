import { and, eq, gt, inArray } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { productsOnOffer } from '../../products/service/product-terms.ts'
import { product } from '../../products/table.ts'

/**
 * A kind of business ends when nothing of it is sold any more.
 * @throws 422 with a product of one of these modes that is on offer, or will be
 */
export async function requireModesUnused(modes: readonly string[], today: string): Promise<void> {
  if (modes.length === 0) return
  const offered = await productsOnOffer(today)
  const sold = offered.find(({ bizMode }) => modes.includes(bizMode)) ?? (await comingOf(modes, today))
  if (sold) throw refused('tenants.modeSold', { name: sold.name })
}

async function comingOf(modes: readonly string[], today: string): Promise<{ name: string } | undefined> {
  const [coming] = await db()
    .select({ name: product.name })
    .from(product)
    .where(
      and(
        inArray(product.bizMode, [...modes]),
        eq(product.status, '已上架'),
        gt(product.effectiveFrom, today),
      ),
    )
    .limit(1)
  return coming
}
