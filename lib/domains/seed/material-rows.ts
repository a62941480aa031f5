import { evidenceType } from '../materials/service/evidence.ts'
import { materialItem, materialSet } from '../materials/table/materials.ts'
import { materialLabel } from '../orders/rules/entry/materials.ts'
import { intakeMaterials, type TemplateMaterial } from '../orders/rules/entry/template.ts'
import { visibleMaterials } from '../orders/rules/entry/template-engine.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import { attachment } from '../system/table.ts'
import { blank } from './entry-form-values.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import type { OrderStory } from './order-story.ts'
import { type Picture, pictureFor } from './pictures.ts'
import type { RowCollector } from './row-collector.ts'
import type { Happening } from './timeline.ts'

const draw = drawOf('material')

type Materials = {
  orderId: number
  items: readonly TemplateMaterial[]
  /** The picture that an item holds; none for what nobody has uploaded. */
  pictureOf: (materialType: string) => Picture | undefined
  /** The progress of the set: before the submit, in review, through. */
  progress: 'open' | 'submitted' | 'passed'
  written: Written
  uploadedBy: number
}

/** The set of kind `base` with its items and files (domain.md 2.4). */
function addSet(rows: RowCollector, { orderId, items, pictureOf, progress, written, uploadedBy }: Materials) {
  const held = items.map((item) => ({ item, picture: pictureOf(item.materialType) }))
  const required = held.filter(({ item }) => item.required)
  const started = held.some(({ picture }) => picture)
  const setId = rows.add(materialSet, {
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
          rows.add(attachment, {
            ...written,
            ...picture,
            name: `${materialLabel(materialType)}.png`,
            mime: 'image/png',
            orderId,
            uploadedBy,
          }),
        ]
      : []
    rows.add(materialItem, {
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

/** 复议材料, which no template asks for. */
const evidence: TemplateMaterial = {
  materialType: evidenceType,
  stage: 'entry',
  min: 0,
  max: 20,
  required: false,
}

/** Files of intake and entry; a loan that is over keeps what was asked for. */
export function addMaterials(
  rows: RowCollector,
  { plan, happenings, entry, saved, pictures, wanted, intake }: OrderStory,
  written: Written,
): void {
  const did = (event: Happening['event']) => happenings.some((one) => one.event === event)
  const template = templateOf((entry ?? saved)?.product ?? wanted)
  const asked =
    entry || saved
      ? visibleMaterials(template, (entry ?? saved)?.values ?? blank)
      : intakeMaterials(template, intake.customer)
  const over = did('risk_pass') || did('risk_reject')
  const uploaded = did('submit_pre') || draw.chance('uploadedEarly', plan.row, 50)
  const starter = happenings[0]?.actorId ?? 0
  const asksAgain = did('ask_reconsider')
  const kept = over ? asked.filter(({ required }) => required) : asked
  addSet(rows, {
    orderId: plan.id,
    items: asksAgain ? [...kept, evidence] : kept,
    pictureOf: (type) => {
      // It says 证明.
      if (type === evidenceType) return pictureFor(pictures, plan.id, 'diligence work')
      const item = asked.find(({ materialType }) => materialType === type)
      return uploaded && item?.required && (entry || item.stage === 'intake')
        ? pictureFor(pictures, plan.id, type)
        : undefined
    },
    progress: did('risk_pass') ? 'passed' : entry ? 'submitted' : 'open',
    written,
    uploadedBy: starter,
  })
}
