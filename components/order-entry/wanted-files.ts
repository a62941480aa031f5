import type { FormSection } from '@/components/form/long-form'
import type { FileCounts } from '@/lib/domains/orders/rules/entry/materials'
import type { TemplateMaterial } from '@/lib/domains/orders/rules/entry/template'

/** The materials that cannot be left out, of those asked for. */
export function wantedFiles(
  asked: readonly TemplateMaterial[],
  files: FileCounts,
  t: (key: string, params?: Readonly<Record<string, string>>) => string,
): FormSection['wants'] {
  const required = asked.filter((one) => one.required)
  const have = required.filter(({ materialType }) => (files[materialType] ?? 0) > 0).length
  const least = required.length
  return { have, least, text: t('form.wantsFiles', { count: String(least - have) }) }
}
