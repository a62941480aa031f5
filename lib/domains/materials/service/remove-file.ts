import { and, arrayContains, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { orderEffects } from '../../order-effects.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { attachment } from '../../system/table.ts'
import type { attachments } from '../contract/attachments.ts'
import { materialItem, materialSet, materialVersion } from '../table/materials.ts'
import { isEvidence, requireBeforeAsking } from './evidence.ts'
import { readItem, saveItemFiles } from './material-sets.ts'
import { beginVersion, paperSetOf, requirePaperStep } from './paper-sets.ts'
import { requireEditable } from './upload-file.ts'

type Removal = ParsedInputOf<typeof attachments.remove>

/**
 * Takes a file out of its item, while the order's form may be changed, or 复议 was not asked for yet. The bytes stay on disk: another row may name
 * the same content, and the audit log names this one by its hash.
 */
export async function removeFile(
  { fileId }: Removal,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof attachments.remove>> {
  // The order is locked: nobody else changes its sets.
  const [found] = await db()
    .select({ item: materialItem, kind: materialSet.kind })
    .from(materialItem)
    .innerJoin(materialSet, eq(materialSet.id, materialItem.setId))
    .where(and(eq(materialSet.orderId, order.id), arrayContains(materialItem.files, [fileId])))
  const item = found?.item
  const isPaper = found !== undefined && found.kind !== 'base'
  if (isPaper) await requirePaperStep('change', await paperSetOf(order, found.kind), call)
  else if (item && isEvidence(order, item.materialType)) requireBeforeAsking(order, call)
  else requireEditable(order, call)
  if (!item) throw notFound()
  if (item.itemStatus === '通过' && !isPaper) throw refused('refusals.materialReviewed')
  await orderEffects.requireNoSnapshot(fileId)
  if (isPaper) await beginVersion(item, call)
  const inVersion = isPaper && (await isInVersion(fileId))
  const own = and(eq(attachment.id, fileId), eq(attachment.orderId, order.id))
  const [row] = inVersion
    ? await db().select().from(attachment).where(own)
    : await db().delete(attachment).where(own).returning()

  if (!row) throw notFound()
  const saved = await saveItemFiles(
    item,
    item.files.filter((id) => id !== fileId),
    call,
  )
  await audit({
    before: { materialType: item.materialType, fileId, hash: row.fileId, size: row.size },
  })
  return { item: await readItem(saved) }
}

/** A former version of the paper has it: then it stays to be looked at. */
const isInVersion = async (fileId: number) =>
  (
    await db()
      .select({ id: materialVersion.id })
      .from(materialVersion)
      .where(arrayContains(materialVersion.files, [fileId]))
      .limit(1)
  ).length > 0
