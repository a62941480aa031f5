'use client'
import { Chip } from '@/components/ui/chip'
import { type OptionSource, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'
import { type FilterPart, labelOf } from './list-parts'
import { type Changes, clearChange, filterChange, type ListState, namesOf } from './list-url'

/** The filters of the list now; one click takes each away, one takes all. */
export function FilterChips({
  parts,
  words,
  state,
  change,
}: {
  parts: readonly FilterPart[]
  /** The namespace of the list's words. */
  words: string | undefined
  state: ListState
  change: (changes: Changes) => void
}) {
  const t = useT()
  const active = parts.filter(
    (part) => part.kind !== 'choice' && namesOf(part).some((name) => state.filters[name]),
  )
  if (active.length === 0 && state.q === '') return null
  const clear = (names: string[]) =>
    change(filterChange(Object.fromEntries(names.map((name) => [name, null]))))
  return (
    <div className={styles.chips}>
      {state.q !== '' && (
        <Chip removeLabel={t('list.removeFilter', { label: t('list.search') })} onRemove={() => clear(['q'])}>
          {t('list.chip', { label: t('list.search'), value: state.q })}
        </Chip>
      )}
      {active.map((part) => (
        <FilterChip
          key={namesOf(part).join()}
          part={part}
          words={words}
          state={state}
          onRemove={() => clear(namesOf(part))}
        />
      ))}
      <button type="button" className={styles.clear} onClick={() => change(clearChange(parts))}>
        {t('list.clearAll')}
      </button>
    </div>
  )
}

const noOptions: OptionSource = { words: [] }

function FilterChip({
  part,
  words,
  state,
  onRemove,
}: {
  part: FilterPart
  words: string | undefined
  state: ListState
  onRemove: () => void
}) {
  const t = useT()
  const options = useOptions('options' in part ? part.options : noOptions)
  const label = labelOf(part.label, namesOf(part)[0] ?? '', words, t)
  const [first = '', last = ''] = namesOf(part).map((name) => state.filters[name] ?? '')
  const word = (code: string) => options.find((option) => option.value === code)?.label ?? code
  const value =
    'from' in part
      ? t('list.range', { from: first || '…', to: last || '…' })
      : first.split(',').map(word).join(t('ui.separator'))
  return (
    <Chip removeLabel={t('list.removeFilter', { label })} onRemove={onRemove}>
      {t('list.chip', { label, value })}
    </Chip>
  )
}
