import { and, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { dictItem } from '../../system/table.ts'

/** Whether a dictionary has an item that may be chosen. */
export async function hasItem(type: string, code: string): Promise<boolean> {
  const [item] = await db()
    .select({ id: dictItem.id })
    .from(dictItem)
    .where(and(eq(dictItem.type, type), eq(dictItem.code, code), eq(dictItem.enabled, true)))
  return item !== undefined
}
