import { eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { attachment } from '../../system/table.ts'
import type { PaperKind } from '../rules/material-sets.ts'
import { paperSetOf } from './paper-sets.ts'

/** The kind of the papers of a set, by which they are told apart where they are handed over. */
export async function paperHashes(order: Order, kind: PaperKind): Promise<{ type: string; hash: string }[]> {
  const { items } = await paperSetOf(order, kind)
  const held = items.flatMap((item) => (item.row?.files ?? []).map((id) => ({ id, type: item.materialType })))
  const files = await db()
    .select({ id: attachment.id, hash: attachment.fileId })
    .from(attachment)
    .where(eq(attachment.orderId, order.id))
  const hashes = new Map(files.map(({ id, hash }) => [id, hash]))
  return held.flatMap(({ id, type }) => {
    const hash = hashes.get(id)
    return hash ? [{ type, hash }] : []
  })
}
