import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { orderCanEdit } from '../../orders/rules/order-permissions.ts'
import { factsOf, machineActor, type Order, requireEdit } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import type { attachments } from '../contract/attachments.ts'
import type { MaterialKind } from '../rules/material-sets.ts'
import { materialItem } from '../table/materials.ts'
import type { CleanFile } from './check-file.ts'
import { isEvidence, requireTakesEvidence } from './evidence.ts'
import { fileView, lockSet, openItem, readItem, saveItemFiles } from './material-sets.ts'
import { beginVersion, openPaperSet, paperSetOf, requirePaperStep } from './paper-sets.ts'

type Upload = typeof attachments.upload
type Uploaded = OutputOf<Upload>

/**
 * Adds a file to an item of the order's material set, while the order's form may be changed, or evidence of a rejected
 * one while its chance is open.
 *
 * @throws 400 at `file` for what is no JPEG, PNG or PDF or too large, 404, 422 when the item is full or approved, 503
 * when too many files wait
 */
export const uploadFile: SlowHandler<Upload> = {
  async prepare(input, call, upload) {
    const { orderId, kind, materialType } = input
    // Asked first, and again when it counts: nobody's picture is decoded for an order that is not his to change.
    await inTenant(call.tenantId, async () =>
      requireOpen(await findOrder(orderId, call), kind, materialType, call),
    )
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, order) {
        await requireOpen(order, kind, materialType, inside)
        return addRow(order, { kind, materialType }, name, clean, inside)
      },
      settle,
    }
  },
}

async function requireOpen(
  order: Order,
  kind: MaterialKind,
  materialType: string,
  call: Call,
): Promise<void> {
  if (kind !== 'base') await requirePaperStep('change', await paperSetOf(order, kind), call)
  else if (isEvidence(order, materialType)) requireTakesEvidence(order, call)
  else requireEditable(order, call)
}

/** Files change only while one of the order's forms may be changed by the caller. */
export function requireEditable(order: Order, call: Call): void {
  const intake = orderCanEdit('intake', factsOf(order), machineActor(call))
  if (!intake.ok) requireEdit('entry', order, call)
}

type Place = { kind: MaterialKind; materialType: string }

async function addRow(
  order: Order,
  { kind, materialType }: Place,
  name: string,
  clean: CleanFile,
  call: Call,
): Promise<Uploaded> {
  const set = kind === 'base' ? await lockSet(order.id) : await openPaperSet(order, kind, call)
  const [known] = await db()
    .select()
    .from(materialItem)
    .where(and(eq(materialItem.setId, set.id), eq(materialItem.materialType, materialType)))
  const item =
    known ??
    (kind === 'base' && isEvidence(order, materialType)
      ? await openItem(set.id, materialType, call)
      : undefined)
  if (!item) throw badInput({ materialType: 'refusals.materialUnknown' })
  if (item.itemStatus === '通过' && kind === 'base') throw refused('refusals.materialReviewed')
  if (item.files.length >= item.maxFiles) throw refused('refusals.fileCount', { max: item.maxFiles })
  const row = await keepFile(order.id, name, clean, call)
  if (kind !== 'base') await beginVersion(item, call)
  const saved = await saveItemFiles(item, [...item.files, row.id], call)
  await audit({
    after: { kind, materialType, fileId: row.id, hash: clean.hash, size: row.size },
  })
  return { file: fileView(row), item: await readItem(saved) }
}
