import { materialLabel } from '../../rules/order-entry/materials.ts'
import type { TemplateMaterial } from '../../rules/order-entry/template.ts'
import { materialItem, materialSet } from '../db/schema/materials.ts'
import { attachment } from '../db/schema/system.ts'
import type { BulkCopy } from './bulk-copy.ts'
import type { Written } from './entry-rows.ts'

/** A picture that lies in the file store. */
export type Picture = { fileId: string; size: number; width: number; height: number }

type Materials = {
  orderId: number
  items: readonly TemplateMaterial[]
  /** Which picture an item holds; none for what nobody has uploaded. */
  pictureOf: (materialType: string) => Picture | undefined
  /** How far the set is: before the submit, in review, through. */
  progress: 'open' | 'submitted' | 'passed'
  written: Written
  uploadedBy: number
}

/** The set of kind `base` with its items and files (domain.md 2.4). */
export function addMaterials(
  bulk: BulkCopy,
  { orderId, items, pictureOf, progress, written, uploadedBy }: Materials,
) {
  const held = items.map((item) => ({ item, picture: pictureOf(item.materialType) }))
  const required = held.filter(({ item }) => item.required)
  const started = held.some(({ picture }) => picture)
  const setId = bulk.add(materialSet, {
    ...written,
    orderId,
    kind: 'base',
    status:
      progress === 'passed' ? '通过' : progress === 'submitted' ? '待审核' : started ? '上传中' : '未上传',
    requiredCount: required.length,
    doneCount: required.filter(({ picture }) => picture).length,
    submitAt: progress === 'open' ? null : written.updatedAt,
  })
  for (const { item, picture } of held) {
    const { materialType, required: must, min, max } = item
    const files = picture
      ? [
          bulk.add(attachment, {
            ...written,
            ...picture,
            name: `${materialLabel(materialType)}.png`,
            mime: 'image/png',
            orderId,
            uploadedBy,
          }),
        ]
      : []
    bulk.add(materialItem, {
      ...written,
      setId,
      materialType,
      required: must,
      minFiles: min,
      maxFiles: max,
      files,
      itemStatus: files.length === 0 ? '未传' : progress === 'passed' ? '通过' : '已传',
    })
  }
}
