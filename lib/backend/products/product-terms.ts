import { and, desc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import type { ProductTerms } from '../../contracts/products.ts'
import type { FeeBasis } from '../../rules/quote.ts'
import { db } from '../db/client.ts'
import { feeConst, product } from '../db/schema/products.ts'

/** Products as a quote and the entry form need them. */

const feeItem = z.object({
  code: z.string(),
  name: z.string().optional(),
  rate: z.string().nullish(),
  amount: z.string().nullish(),
  chargeMode: z.string().optional(),
  inApr: z.boolean().optional(),
})
const rateTable = z.record(z.string(), z.string())

type ProductRow = typeof product.$inferSelect
type FeeRow = typeof feeConst.$inferSelect

/** The newest version of each product on offer, by name. */
export async function productsOnOffer(): Promise<ProductTerms[]> {
  const rows = await db()
    .select()
    .from(product)
    .where(eq(product.status, '已上架'))
    .orderBy(product.code, desc(product.version))
  const newest = rows.filter((row, at) => row.code !== rows[at - 1]?.code)
  const fees = await feesOf(newest)
  return newest.map((row) => termsOf(row, fees)).sort((a, b) => a.name.localeCompare(b.name, 'zh-CN'))
}

/** One product, in whatever state; undefined when the tenant has none of that id. */
export async function findProductTerms(
  productId: number,
): Promise<(ProductTerms & { status: string }) | undefined> {
  const [row] = await db().select().from(product).where(eq(product.id, productId))
  return row && { ...termsOf(row, await feesOf([row])), status: row.status }
}

async function feesOf(rows: readonly ProductRow[]): Promise<ReadonlyMap<string, FeeRow>> {
  const codes = [...new Set(rows.flatMap((row) => parseFees(row).map(({ code }) => code)))]
  if (codes.length === 0) return new Map()
  const found = await db()
    .select()
    .from(feeConst)
    .where(and(inArray(feeConst.code, codes), eq(feeConst.status, '启用')))
    .orderBy(feeConst.effectiveFrom)
  return new Map(found.flatMap((fee) => (fee.code ? [[fee.code, fee] as const] : [])))
}

const parseFees = (row: ProductRow) => z.array(feeItem).parse(row.feeItems ?? [])

/**
 * 计费基数 of a fee that is charged with the contract. One on the remaining principal or by the day is charged when a
 * loan is settled early or kept longer: no quote has it.
 */
const bases: Readonly<Record<string, FeeBasis>> = {
  融资额: 'finance_amount',
  车价: 'car_price',
  固定: 'finance_amount',
}

/** Limits that a product leaves open do not bind; a fee takes from the fee table what the product does not say. */
function termsOf(row: ProductRow, fees: ReadonlyMap<string, FeeRow>): ProductTerms {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    version: row.version,
    templateCode: row.templateCode,
    bizMode: row.bizMode,
    vehicleKinds: row.vehicleKinds,
    repayMethod: row.repayMethod,
    paymentTiming: row.paymentTiming,
    dayCount: row.dayCount,
    instRounding: row.instRounding,
    terms: row.terms,
    rateTable: rateTable.parse(row.rateTable),
    minAmount: row.minAmount ?? '0.00',
    maxAmount: row.maxAmount ?? '9999999999.99',
    ltvCap: row.ltvCap ?? '1.0000',
    totalCap: row.totalCap ?? '1.0000',
    downRatioMin: row.downRatioMin ?? '0.0000',
    depositRatioMin: row.depositRatioMin,
    depositRatioMax: row.depositRatio ?? '0.0000',
    balloonRatioMax: row.balloonRatioMax ?? '0.0000',
    feeItems: parseFees(row).flatMap((item) => {
      const fee = fees.get(item.code)
      const basis = bases[fee?.basis ?? '融资额']
      if (!basis) return []
      return {
        code: item.code,
        name: item.name ?? fee?.name ?? item.code,
        rate: item.rate ?? (item.amount ? null : (fee?.rate ?? null)),
        amount: item.amount ?? (item.rate ? null : (fee?.amount ?? null)),
        basis,
        minAmount: fee?.minAmount ?? null,
        maxAmount: fee?.maxAmount ?? null,
        chargeMode: item.chargeMode ?? fee?.chargeMode ?? 'upfront',
        inApr: item.inApr ?? fee?.inApr ?? true,
      }
    }),
    aprCap: row.aprCap ?? '0.2400',
  }
}
