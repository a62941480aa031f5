import { dictionaryOptions, listOptions, type OptionSource, useOptions } from '@/lib/client/options'

/** Which orders a template is for: empty of each is all. */

export const modeOptions = dictionaryOptions('biz_mode')

/** Entries, with the one that is held even where it is no longer offered. */
export function useWithHeld(
  source: OptionSource,
  held: { id: number | null; name: string | null },
): OptionSource {
  const all = useOptions(source)
  const value = String(held.id ?? '')
  if (value === '' || all.some((one) => one.value === value)) return source
  return listOptions([...all, { value, label: held.name ?? value }])
}
