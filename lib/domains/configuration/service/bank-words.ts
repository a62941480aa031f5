import { and, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { codesByName } from '../../../rules/by-name.ts'
import { dictItem } from '../../system/table.ts'

/** True where a dictionary has an item that may be chosen. */
export async function hasItem(type: string, code: string): Promise<boolean> {
  const [item] = await db()
    .select({ id: dictItem.id })
    .from(dictItem)
    .where(and(eq(dictItem.type, type), eq(dictItem.code, code), eq(dictItem.enabled, true)))
  return item !== undefined
}

/** The items of a dictionary that can be chosen, by their labels. */
export async function itemsByLabel(type: string): Promise<Record<string, string>> {
  const items = await db()
    .select({ code: dictItem.code, name: dictItem.label })
    .from(dictItem)
    .where(and(eq(dictItem.type, type), eq(dictItem.enabled, true)))
  return codesByName(items)
}
