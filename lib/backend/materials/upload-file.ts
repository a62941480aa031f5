import { and, eq } from 'drizzle-orm'
import type { attachments } from '../../contracts/attachments.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { orderCanEdit } from '../../rules/order-permissions.ts'
import { factsOf, lockOrder, machineActor, type Order, permit } from '../applications/move-order.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { materialItem } from '../db/schema/materials.ts'
import { attachment } from '../db/schema/system.ts'
import { badInput, refused } from '../errors.ts'
import { once } from '../once.ts'
import { discardFile, hashOf, lockContent, storeFile } from './file-store.ts'
import { fileView, lockSet, readItem, saveItemFiles } from './material-sets.ts'
import { type CleanFile, cleanFile, shownName } from './picture.ts'

type Uploaded = OutputOf<typeof attachments.upload>

/**
 * Adds a file to an item of the order's material set, while the order's form may be changed. Row and file stand or
 * fall together: the file is on disk before the row names it, and is taken back when the row is not written.
 *
 * @throws 400 at `file` for what is no JPEG, PNG or PDF or too large, 404, 422 when the item is full or approved
 */
export async function uploadFile(
  { orderId, materialType, eventId }: ParsedInputOf<typeof attachments.upload>,
  call: Call,
): Promise<Uploaded> {
  const upload = call.file
  if (!upload) throw badInput({ file: 'refusals.fileEmpty' })
  const sent = hashOf(upload.bytes)
  return once(eventId, 'attachments.upload', { orderId, materialType, sent }, async () => {
    const order = await lockOrder(orderId, call)
    requireEditable(order, call)
    const clean = await cleanFile(upload.name, upload.bytes)
    const hash = hashOf(clean.bytes)
    await lockContent(call.tenantId, hash)
    const isNew = await storeFile(call.tenantId, hash, clean.bytes)
    try {
      if (clean.preview) await storeFile(call.tenantId, hash, clean.preview, true)
      return await addRow(order, materialType, shownName(upload.name), hash, clean, call)
    } catch (error) {
      if (isNew) await discardFile(call.tenantId, hash)
      throw error
    }
  })
}

/** Files change only while one of the order's forms may be changed by the caller. */
export function requireEditable(order: Order, call: Call): void {
  const intake = orderCanEdit('intake', factsOf(order), machineActor(call))
  permit(intake.ok ? intake : orderCanEdit('entry', factsOf(order), machineActor(call)))
}

async function addRow(
  order: Order,
  materialType: string,
  name: string,
  hash: string,
  clean: CleanFile,
  call: Call,
): Promise<Uploaded> {
  const set = await lockSet(order.id)
  const [item] = await db()
    .select()
    .from(materialItem)
    .where(and(eq(materialItem.setId, set.id), eq(materialItem.materialType, materialType)))
  if (!item) throw badInput({ materialType: 'refusals.materialUnknown' })
  if (item.itemStatus === '通过') throw refused('refusals.materialReviewed')
  if (item.files.length >= item.maxFiles) throw refused('refusals.fileCount', { max: item.maxFiles })
  const [row] = await db()
    .insert(attachment)
    .values({
      fileId: hash,
      name,
      mime: clean.mime,
      size: clean.bytes.length,
      width: clean.width,
      height: clean.height,
      orderId: order.id,
      uploadedBy: call.actor.id,
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    })
    .returning()
  if (!row) throw new Error('the attachment was not written')
  const saved = await saveItemFiles(item, [...item.files, row.id], call)
  await audit({
    action: 'material.upload',
    object: `application:${order.id}`,
    after: { materialType, fileId: row.id, hash, size: row.size },
  })
  return { file: fileView(row), item: await readItem(saved) }
}
