import { asc } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { FeeConstant } from '../rules/product.ts'
import { feeConst } from '../table.ts'

/** The fees that are charged: of each code the newest row whose first day has come. */

export type Fee = typeof feeConst.$inferSelect

/** The row of each code that counts on a day, stopped ones too: the newest whose first day has come. */
export const newestOf = (rows: readonly Fee[], today: string): ReadonlyMap<string, Fee> =>
  new Map(
    rows
      .filter(({ effectiveFrom }) => effectiveFrom === null || effectiveFrom <= today)
      .sort((a, b) => (a.effectiveFrom ?? '').localeCompare(b.effectiveFrom ?? ''))
      .flatMap((row) => (row.code === null ? [] : [[row.code, row] as const])),
  )

/** The fees that are charged on a day. */
export async function feeConstants(today: string): Promise<FeeConstant[]> {
  const rows = await db().select().from(feeConst).orderBy(asc(feeConst.code), asc(feeConst.id))
  return [...newestOf(rows, today).values()].filter(({ status }) => status !== '停用').map(constantOf)
}

export const constantOf = (row: Fee): FeeConstant => ({
  code: row.code ?? '',
  name: row.name,
  basis: row.basis ?? '融资额',
  rate: row.rate,
  amount: row.amount,
  minAmount: row.minAmount,
  maxAmount: row.maxAmount,
  chargeMode: row.chargeMode ?? 'upfront',
  inApr: row.inApr ?? true,
})
