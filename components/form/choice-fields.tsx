'use client'
import { useMemo, useState } from 'react'
import controls from '@/components/ui/control.module.css'
import { SearchBox } from '@/components/ui/search-box'
import { type Option, type OptionSource, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'

export type ChoiceFieldProps = FieldProps & {
  options: OptionSource
  /** Hears a choice after it is in the form. */
  onChoose?: (value: string) => void
}

/** Entries that may be chosen now, and the one that is chosen, even if it may not be chosen any more. */
const offered = (all: readonly Option[], value: string) =>
  all.filter((one) => !one.off || one.value === value)

/** More entries than an unfolded list shows at a glance are searched. */
const mostAtAGlance = 8

/** One of many: unfolded when they are few, searched by any part, pinyin or initials when they are not. */
export function SelectField({ options, ...props }: ChoiceFieldProps) {
  const all = useOptions(options)
  const Select = all.length > mostAtAGlance ? SearchField : UnfoldedField
  return <Select {...props} all={all} />
}

type LoadedProps = Omit<ChoiceFieldProps, 'options'> & { all: readonly Option[] }

function UnfoldedField({ all, onChoose, ...props }: LoadedProps) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const { readOnly, ...attributes } = control
  return (
    <FieldFrame {...props} {...state}>
      <select
        {...attributes}
        disabled={readOnly}
        className={controls.control}
        value={value ?? ''}
        onChange={(event) => {
          setValue(event.target.value)
          onChoose?.(event.target.value)
        }}
      >
        <option value="">{t('form.choose')}</option>
        {offered(all, value).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

function SearchField({ all, onChoose, ...props }: LoadedProps) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const [unknown, setUnknown] = useState('')
  const stray = value ? '' : unknown
  const choices = useMemo(() => offered(all, value), [all, value])
  const set = (code: string) => {
    setUnknown('')
    setValue(code)
    onChoose?.(code)
    return undefined
  }
  return (
    <FieldFrame
      {...props}
      {...state}
      // What was typed stays in sight and is no value: nothing else is sent in its place.
      error={stray ? t('form.notInList', { text: stray }) : state.error}
    >
      <SearchBox
        {...control}
        aria-invalid={stray !== '' || control['aria-invalid']}
        placeholder={t('form.choose')}
        text={stray || (all.find((one) => one.value === value)?.label ?? '')}
        chosen={value ?? ''}
        options={choices}
        onChoose={set}
        onLeave={(text) => {
          set('')
          setUnknown(text)
        }}
      />
    </FieldFrame>
  )
}

/** One of a few, all in sight. */
export function RadioField({ options, onChoose, ...props }: ChoiceFieldProps) {
  const { value, setValue, control, ...state } = useField<string>(props)
  const { id, readOnly, ref, 'aria-required': _required, ...attributes } = control
  return (
    <FieldFrame {...props} {...state} group>
      <div className={styles.choices}>
        {offered(useOptions(options), value).map((option, i) => (
          <label key={option.value}>
            <input
              {...attributes}
              ref={i === 0 ? ref : undefined}
              type="radio"
              disabled={readOnly}
              value={option.value}
              checked={value === option.value}
              onChange={() => {
                setValue(option.value)
                onChoose?.(option.value)
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

/** Yes or no: both the label above and the word beside the box belong to it. */
export function CheckboxField({ text, ...props }: FieldProps & { text?: string }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<boolean>(props)
  const { readOnly, ...attributes } = control
  return (
    <FieldFrame {...props} {...state}>
      <label className={styles.check}>
        <input
          {...attributes}
          type="checkbox"
          disabled={readOnly}
          checked={value ?? false}
          onChange={(event) => setValue(event.target.checked)}
        />
        {text ?? t('ui.yes')}
      </label>
    </FieldFrame>
  )
}
