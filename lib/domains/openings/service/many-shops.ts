import { and, eq, inArray, ne, notExists } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { badParse, refused } from '../../../platform/errors.ts'
import { codesByName } from '../../../rules/by-name.ts'
import { dictItem } from '../../system/table.ts'
import { type ShopValues, shopContent } from '../contract.ts'
import { opening, openingFile } from '../table.ts'
import { addShop, checkShop, readPlaces } from './save-opening.ts'

/** Many shops at once, each a draft that two people review as every other: 导入 and 撤销导入. */

type Words = Record<string, string>

const idsByName = (places: readonly { id: number; name: string }[]): Words =>
  codesByName(places.map(({ id, name }) => ({ name, code: String(id) })))

/** The places that a shop may belong to by name, and its districts as people write them: 福建省福州市鼓楼区. */
export async function shopWords(): Promise<{ channelId: Words; branchId: Words; region: Words }> {
  const { channels, branches } = await readPlaces()
  const items = await db()
    .select({ code: dictItem.code, label: dictItem.label, parentCode: dictItem.parentCode })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'region'), eq(dictItem.enabled, true)))
  const byCode = new Map(items.map((item) => [item.code, item]))
  const wayTo = (code: string | null): typeof items => {
    const item = byCode.get(code ?? '')
    return item ? [...wayTo(item.parentCode), item] : []
  }
  const above = new Set(items.map(({ parentCode }) => parentCode))
  const region: Words = {}
  for (const { code } of items.filter((item) => !above.has(item.code))) {
    const way = wayTo(code)
    const labels = way.map(({ label }) => label)
    const once = labels.filter((label, level) => label !== labels[level - 1])
    const codes = way.map((item) => item.code).join(' ')
    for (const names of [labels, once])
      for (const sign of ['', ' ', '/', '-']) region[names.join(sign)] = codes
  }
  return { channelId: idsByName(channels), branchId: idsByName(branches), region }
}

/** @throws 400 by field */
function parseShop({ region = '', ...values }: Partial<Record<string, string>>): ShopValues {
  const { data, error } = shopContent.safeParse({ ...values, region: JSON.stringify(region.split(' ')) })
  if (error) throw badParse(error)
  return data
}

/** @throws 400 by field, as the form does */
export const checkNewShop = (values: Partial<Record<string, string>>): Promise<void> =>
  checkShop(parseShop(values), undefined)

/** @returns those of the names, each behind the id of its branch, that a branch has */
export async function standingShops(names: readonly string[]): Promise<string[]> {
  const rows = await db()
    .select({ branchId: opening.branchId, name: opening.name })
    .from(opening)
    .where(and(eq(opening.kind, 'shop'), inArray(opening.name, [...names]), ne(opening.status, '已关闭')))
  return rows.map(({ branchId, name }) => `${branchId} ${name}`)
}

export async function addShops(
  rows: readonly Partial<Record<string, string>>[],
  call: Call,
): Promise<number[]> {
  const ids: number[] = []
  for (const values of rows) ids.push((await addShop(parseShop(values), call)).id)
  return ids
}

/** They were never applied for. @throws 422 where one was changed, submitted, or has papers since */
export async function takeBackShops(ids: readonly number[]): Promise<number> {
  const own = inArray(opening.id, [...ids])
  const untouched = await db()
    .select({ id: opening.id })
    .from(opening)
    .where(
      and(
        own,
        eq(opening.rowVersion, 1),
        notExists(
          db().select({ id: openingFile.id }).from(openingFile).where(eq(openingFile.openingId, opening.id)),
        ),
      ),
    )
    .for('update')
  const used = ids.length - untouched.length
  if (used > 0) throw refused('imports.refusals.used', { count: used })
  await db().delete(opening).where(own)
  return ids.length
}
