import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { done, id, line } from '../../../platform/contract/wire.ts'
import { materialKinds } from '../rules/material-sets.ts'

export const attachmentRow = z.object({
  id: z.number().int(),
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  uploadedAt: z.string(),
})
export type AttachmentRow = z.infer<typeof attachmentRow>

export const materialItem = z.object({
  id: z.number().int(),
  materialType: z.string(),
  required: z.boolean(),
  minFiles: z.number().int(),
  maxFiles: z.number().int(),
  itemStatus: z.string(),
  rejectNote: z.string().nullable(),
  /** Another one begins when files change after it was no good. */
  version: z.number().int(),
  files: z.array(attachmentRow),
})
export type MaterialItem = z.infer<typeof materialItem>

export const attachments = {
  /** The 进件材料 of an order with its items and files; of the other sets papers.ts. */
  materials: read({
    method: 'POST',
    path: '/biz/material/set/get',
    access: ['order:view'],
    of: ['order'],
    input: z.object({ orderId: id() }),
    output: z.object({
      status: z.string(),
      requiredCount: z.number().int(),
      doneCount: z.number().int(),
      items: z.array(materialItem),
    }),
  }),
  /**
   * Multipart: `file`, `orderId`, `kind`, `materialType`, `eventId`. JPEG, PNG or PDF by content, at most 10 MB;
   * pictures are stored re-encoded, without EXIF.
   */
  upload: write({
    method: 'POST',
    path: '/biz/material/file/upload',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'material.upload' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({
      orderId: id(),
      /** The set that it belongs to. */
      kind: z.enum(materialKinds).default('base'),
      materialType: line().max(40),
    }),
    output: z.object({ file: attachmentRow, item: materialItem }),
  }),
  remove: write({
    method: 'POST',
    path: '/biz/material/file/remove',
    access: ['material:upload'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'material.remove' },
    input: z.object({ orderId: id(), fileId: id() }),
    output: z.object({ item: materialItem }),
  }),
  /** The bytes, as an attachment; `thumb` asks for the preview, at most 320 px wide. */
  download: read({
    method: 'GET',
    path: '/biz/material/file/get',
    access: ['order:view'],
    of: ['order'],
    kind: 'file',
    input: z.object({ orderId: id(), fileId: id(), thumb: z.enum(['1']).optional() }),
    output: done,
  }),
}
