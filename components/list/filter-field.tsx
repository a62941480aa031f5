'use client'
import { useId, useState } from 'react'
import { ChoiceBox } from '@/components/ui/choice-box'
import { CommitInput } from '@/components/ui/commit-input'
import controls from '@/components/ui/control.module.css'
import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'
import { type OptionSource, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { cleanAmount } from '@/lib/rules/clean-value'
import { DateBound } from './date-bound'
import styles from './list.module.css'
import { type FilterPart, labelOf } from './list-parts'
import { type ListState, standardOf } from './list-url'

// The choice opens on a click, and comes with it.
const MultiChoice = lazyPart(() => import('./multi-choice'))

type Props = {
  part: FilterPart
  /** The namespace of the list's words. */
  words?: string | undefined
  state: Pick<ListState, 'q' | 'filters'>
  onChange: (changes: Record<string, string | null>) => void
}

/** The control of one filter. What it says goes into the URL at once. */
export function FilterField({ part, words, state, onChange }: Props) {
  const t = useT()
  if ('from' in part) {
    return <RangeField part={part} state={state} onChange={onChange} />
  }
  const { name } = part
  const field = {
    label: labelOf(part.label, name, words, t),
    value: state.filters[name] ?? '',
    onChange: (value: string) => onChange({ [name]: value === '' ? null : value }),
  }
  if (part.kind === 'text') {
    return (
      <CommitInput
        value={field.value}
        onCommit={field.onChange}
        aria-label={field.label}
        placeholder={field.label}
      />
    )
  }
  if (part.kind === 'date') {
    return (
      <div className={styles.range}>
        <span aria-hidden="true">{field.label}</span>
        <span className={styles.bound}>
          <DateBound label={field.label} value={field.value} onCommit={field.onChange} />
        </span>
      </div>
    )
  }
  if (part.kind === 'multi') return <MultiField {...field} options={part.options} />
  if (part.kind === 'choice') {
    return <ChoiceField {...field} options={part.options} standard={part.standard} />
  }
  return <SelectFilter {...field} options={part.options} standard={standardOf(part, state)} />
}

type FieldProps = { label: string; value: string; onChange: (value: string) => void; options: OptionSource }

function SelectFilter({
  label,
  value,
  onChange,
  options,
  standard,
}: FieldProps & { standard: string | undefined }) {
  const t = useT()
  const id = useId()
  const all = useOptions(options)
  const none = all.find((option) => option.value === standard)?.label ?? t('ui.all')
  const [stray, setStray] = useState('')
  const isStray = stray !== '' && value === ''
  return (
    <span className={styles.select}>
      <ChoiceBox
        small
        id={id}
        aria-label={label}
        aria-describedby={isStray ? `${id}-wrong` : undefined}
        none={`${label}: ${none}`}
        value={value}
        // The meaning of nothing chosen is no entry besides.
        options={all.filter(({ label }) => label !== none)}
        stray={stray}
        onStray={setStray}
        onChoose={(code) => code !== value && onChange(code)}
      />
      {isStray && (
        <span className={controls.wrong} role="alert" id={`${id}-wrong`}>
          {t('list.notInList', { text: stray })}
        </span>
      )}
    </span>
  )
}

function MultiField({ label, value, onChange, options }: FieldProps) {
  const t = useT()
  const all = useOptions(options)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chosen = value === '' ? [] : value.split(',')
  return (
    <>
      <button
        type="button"
        className={`${controls.control} ${controls.small} ${styles.multi}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {`${label}: ${chosen.length === 0 ? t('ui.all') : t('list.chosen', { count: chosen.length })}`}
        <Icon name="down" size={14} />
      </button>
      {anchor && (
        <MultiChoice
          anchor={anchor}
          label={label}
          options={all}
          chosen={chosen}
          onChange={(codes) => onChange(codes.join(','))}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}

function ChoiceField({ label, value, onChange, options, standard }: FieldProps & { standard: string }) {
  const all = useOptions(options)
  return (
    <fieldset className={styles.choice} aria-label={label}>
      {all.map((option) => {
        const own = option.value === standard ? '' : option.value
        return (
          <button key={option.value} type="button" aria-pressed={value === own} onClick={() => onChange(own)}>
            {option.label}
          </button>
        )
      })}
    </fieldset>
  )
}

function RangeField({ part, state, onChange }: Props & { part: Extract<FilterPart, { from: string }> }) {
  const t = useT()
  const label = t(part.label)
  const isDate = part.kind === 'dates'
  const bound = (name: string, text: string) => {
    const set = (next: string) => onChange({ [name]: next === '' ? null : next })
    const Bound = isDate ? DateBound : AmountBound
    return (
      <span className={styles.bound}>
        <Bound label={text} value={state.filters[name] ?? ''} onCommit={set} />
      </span>
    )
  }
  return (
    <div className={styles.range}>
      {isDate && <span aria-hidden="true">{label}</span>}
      {bound(part.from, t(isDate ? 'list.from' : 'list.min', { label }))}
      <span aria-hidden="true">–</span>
      {bound(part.to, t(isDate ? 'list.to' : 'list.max', { label }))}
    </div>
  )
}

type BoundProps = { label: string; value: string; onCommit: (value: string) => void }

function AmountBound({ label, value, onCommit }: BoundProps) {
  const t = useT()
  return (
    <CommitInput
      inputMode="decimal"
      aria-label={label}
      placeholder={label}
      value={value}
      read={cleanAmount}
      refuse={(text) => (/^\d+(\.\d{1,2})?$/.test(text) ? undefined : t('list.wrongAmount'))}
      onCommit={onCommit}
    />
  )
}
