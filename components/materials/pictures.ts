import { fileUrl } from '@/lib/client/download'
import {
  type AttachmentRow,
  attachments,
  type MaterialItem,
} from '@/lib/domains/materials/contract/attachments'
import { materialName } from '@/lib/i18n/code-words'
import type { T } from '@/lib/i18n/translator'

/** A file of an order as viewers show it. */
export type Picture = AttachmentRow & {
  /** The material it belongs to, such as 身份证正面. */
  label: string
  materialType: string
}

/** All files of materials in the words of a page, in the order of the materials. */
export function picturesOf(materials: readonly MaterialItem[], t: T): Picture[] {
  return materials.flatMap(({ materialType, files }) =>
    files.map((file) => ({ ...file, materialType, label: materialName(t, materialType) })),
  )
}

/** A PDF is downloaded, not drawn. */
export const isDrawn = ({ mime }: Pick<AttachmentRow, 'mime'>) => mime.startsWith('image/')

export const pictureUrl = (orderId: number, fileId: number) =>
  fileUrl(attachments.download, { orderId, fileId })

/** At most 320 px wide. */
export const thumbUrl = (orderId: number, fileId: number) =>
  fileUrl(attachments.download, { orderId, fileId, thumb: '1' })
