import { asc, eq, inArray } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { badInput } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { roundTo } from '../../../rules/money.ts'
import { products as calls, type ResidualRow } from '../contract.ts'
import { residualFindings } from '../rules/product-tables.ts'
import type { Residual } from '../rules/residual.ts'
import { residualValue } from '../table.ts'

/** 残值表: what cars are worth at an age; it caps a balloon. */

type Row = typeof residualValue.$inferSelect

const { brand, series, ageMonths, ratio } = residualValue

/** All rows of the tenant, for a quote. */
export const findResiduals = (): Promise<Residual[]> =>
  db()
    .select({ brand, series, ageMonths, ratio })
    .from(residualValue)
    .orderBy(asc(brand), asc(series), asc(ageMonths))

export const residualList = defineList(calls.residuals, {
  table: residualValue,
  scope: 'tenant',
  filters: {},
  search: textIn(brand, series),
  sorts: { brand, ageMonths, ratio, updatedAt: residualValue.updatedAt },
  rows: readResiduals,
})

async function readResiduals(ids: number[]): Promise<ResidualRow[]> {
  return db()
    .select({
      id: residualValue.id,
      rowVersion: residualValue.rowVersion,
      brand,
      series,
      ageMonths,
      ratio,
      updatedAt: residualValue.updatedAt,
    })
    .from(residualValue)
    .where(inArray(residualValue.id, ids))
}

/** @throws 400 at the field for a row that stands there already, or says that a car gains with age */
export async function saveResidual(
  input: ParsedInputOf<typeof calls.saveResidual>,
  call: Call,
  before: Row | undefined,
): Promise<{ id: number }> {
  const rows = await db().select().from(residualValue).where(eq(brand, input.brand))
  const others = rows.filter((row) => row.id !== before?.id)
  const wrong = residualFindings({ ...input, ageMonths: String(input.ageMonths) }, others)
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
  const values = {
    brand: input.brand,
    series: input.series,
    ageMonths: input.ageMonths,
    ratio: roundTo(input.ratio, 4),
  }
  const [saved] = before
    ? await db()
        .update(residualValue)
        .set({ ...values, ...changedBy(residualValue, call) })
        .where(eq(residualValue.id, before.id))
        .returning({ id: residualValue.id })
    : await db()
        .insert(residualValue)
        .values({ ...values, createdBy: call.actor.id, updatedBy: call.actor.id })
        .onConflictDoNothing()
        .returning({ id: residualValue.id })
  // Somebody else was faster by a moment.
  if (!saved) throw badInput({ ageMonths: 'product.rule.residualTwice' })
  await audit({
    object: `residual:${saved.id}`,
    ...(before && { before: shownOf(before) }),
    after: shownOf(values),
  })
  return saved
}

export async function removeResidual(_input: object, _call: Call, row: Row) {
  await db().delete(residualValue).where(eq(residualValue.id, row.id))
  await audit({ before: shownOf(row) })
  return {}
}

const shownOf = ({ brand, series, ageMonths, ratio }: Residual) => ({ brand, series, ageMonths, ratio })

export const residualSubject = subject({
  noun: 'residual',
  nameOf: ({ id }: Row) => id,
  lock: byId(residualValue),
  shown: (row: Row) => shownOf(row),
})
