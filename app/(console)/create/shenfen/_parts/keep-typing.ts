import type { Path, PathValue, UseFormReturn } from 'react-hook-form'
import { type IntakeSectionName, type IntakeValues, intakeSections } from '@/lib/rules/order-entry/intake'

/** After a save: what was sent counts as saved, what was typed while it was on its way does not. */
export function keepTyping(
  form: UseFormReturn<IntakeValues, unknown, IntakeValues>,
  sent: IntakeValues,
): void {
  const typed = form.getValues()
  const changed = (Object.keys(intakeSections) as IntakeSectionName[]).flatMap((section) => {
    const now: Record<string, unknown> = typed[section]
    const then: Record<string, unknown> = sent[section]
    return Object.keys(now)
      .filter((field) => now[field] !== then[field])
      .map((field) => ({ path: `${section}.${field}` as Path<IntakeValues>, value: now[field] }))
  })
  if (changed.length === 0) return
  form.reset(sent)
  for (const { path, value } of changed) {
    form.setValue(path, value as PathValue<IntakeValues, Path<IntakeValues>>, { shouldDirty: true })
  }
}
