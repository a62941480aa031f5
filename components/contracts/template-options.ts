import { dictionaryOptions, type OptionSource, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'

/** Which orders a template is for: empty of each is all. */

type Held = { value: string; label: string | null }

/** Entries with that for all of them first, and the one that is held even where it is no longer offered. */
export function useScopeOptions(source: OptionSource, held?: Held): OptionSource {
  const t = useT()
  const all = useOptions(source)
  const stray = held?.value && !all.some(({ value }) => value === held.value)
  return {
    list: [
      { value: '', label: t('contractTemplates.all') },
      ...all,
      ...(stray ? [{ value: held.value, label: held.label ?? held.value }] : []),
    ],
  }
}

export const modeOptions = dictionaryOptions('biz_mode')
