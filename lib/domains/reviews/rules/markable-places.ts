import { type EntryValues, entryDraft } from '../../orders/rules/entry/entry-values.ts'
import { type IntakeValues, intakeDraft, intakePaths } from '../../orders/rules/entry/intake.ts'
import { intakeFromEntry } from '../../orders/rules/entry/intake-handover.ts'
import type { Template } from '../../orders/rules/entry/template.ts'
import { fieldPaths } from '../../orders/rules/entry/template-engine.ts'
import type { ReturnNode } from '../../orders/rules/review-decisions.ts'
import type { Markable } from '../../orders/rules/review-marks.ts'

/** The forms of an order as they are filled in; no entry before anybody began one. */
export type ShownForms = { intake: IntakeValues; entry: EntryValues | null }

/** The forms by what a case shows of them: the entry's values, or before it the intake's. */
export function shownForms(values: Record<string, unknown>): ShownForms {
  if ('intent' in values) return { intake: intakeDraft(values), entry: null }
  const entry = entryDraft(values)
  return { intake: intakeFromEntry(entry), entry }
}

/**
 * Everything that stands for this customer in the form that a return goes to, and so can be mended there: its fields,
 * and its papers.
 */
export function markablePlaces(
  node: ReturnNode,
  template: Template,
  items: readonly { materialType: string }[],
  { intake, entry }: ShownForms,
): Markable[] {
  const later = new Set(
    template.materials.filter(({ stage }) => stage === 'entry').map(({ materialType }) => materialType),
  )
  const papers = items.filter(({ materialType }) => node === 'entry' || !later.has(materialType))
  const fields = node === 'entry' && entry ? fieldPaths(template, entry) : intakePaths(intake)
  return [
    ...fields.map((at): Markable => ({ kind: 'field', at })),
    ...papers.map(({ materialType }): Markable => ({ kind: 'material', at: materialType })),
  ]
}
