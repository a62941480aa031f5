import {
  materialBaseItems,
  materialReleaseItems,
  materialUsedCarItems,
} from '../../../configuration/rules/material-types.ts'
import type { EntryIssue } from './entry-issue.ts'
import type { TemplateMaterial } from './template.ts'

/** S18 材料. Files belong to the order, not to the form values: uploads are stored at once. */

/** Files uploaded so far, by material type. */
export type FileCounts = Readonly<Record<string, number>>

/** Chinese name of a material type. */
export function materialLabel(materialType: string): string {
  const items = [...materialBaseItems, ...materialUsedCarItems, ...materialReleaseItems]
  return items.find((item) => item.code === materialType)?.label ?? materialType
}

/** G7: what is missing or too much of the materials asked for. */
export function materialIssues(asked: readonly TemplateMaterial[], files: FileCounts): EntryIssue[] {
  return asked.flatMap(({ materialType, required, min, max }): EntryIssue[] => {
    const count = files[materialType] ?? 0
    const base = {
      path: `materials.${materialType}`,
      sectionCode: 'S18',
      guard: 'G7',
      level: 'error',
    } as const
    if (required && count < Math.max(min, 1)) {
      return [
        {
          ...base,
          key: 'rules.uploadMaterial',
          params: { material: materialType },
          missing: true,
        },
      ]
    }
    return count > max
      ? [{ ...base, key: 'rules.tooManyFiles', params: { max: String(max) }, missing: false }]
      : []
  })
}
