import { intakePaths } from './order-entry/intake.ts'
import type { Template } from './order-entry/template.ts'
import { fieldPaths } from './order-entry/template-engine.ts'
import type { ReturnNode } from './review-decisions.ts'
import type { Markable } from './review-marks.ts'

/** What stands in the form that a return goes to, and so can be mended there: its fields, and its papers. */
export function markablePlaces(
  node: ReturnNode,
  template: Template,
  items: readonly { materialType: string }[],
): Markable[] {
  const later = new Set(
    template.materials.filter(({ stage }) => stage === 'entry').map(({ materialType }) => materialType),
  )
  const papers = items.filter(({ materialType }) => node === 'entry' || !later.has(materialType))
  const fields = node === 'entry' ? fieldPaths(template) : intakePaths
  return [
    ...fields.map((at): Markable => ({ kind: 'field', at })),
    ...papers.map(({ materialType }): Markable => ({ kind: 'material', at: materialType })),
  ]
}
