'use client'
import { useMemo, useState } from 'react'
import { ChoiceBox } from '@/components/ui/choice-box'
import { type Option, type OptionSource, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'

export type ChoiceFieldProps = FieldProps & {
  options: OptionSource
  /** Hears a choice after it is in the form. */
  onChoose?: (value: string) => void
  /** The text that stands there when nothing is chosen, where that means something. */
  none?: string
}

/** Entries that may be chosen now, and the one that is chosen, even if it may not be chosen any more. */
const offered = (all: readonly Option[], value: string) =>
  all.filter((one) => !one.off || one.value === value)

/** One of many, unfolded or searched by how many there are. */
export function SelectField({ options, onChoose, none, ...props }: ChoiceFieldProps) {
  const t = useT()
  const all = useOptions(options)
  const { value, setValue, control, ...state } = useField<string>(props)
  const [stray, setStray] = useState('')
  const choices = useMemo(() => offered(all, value), [all, value])
  return (
    <FieldFrame
      {...props}
      {...state}
      // The typed text stays in sight and is no value: nothing else is sent in its place.
      error={stray && !value ? t('form.notInList', { text: stray }) : state.error}
    >
      <ChoiceBox
        {...control}
        none={none ?? t('form.choose')}
        value={value ?? ''}
        options={choices}
        stray={stray}
        onStray={setStray}
        onChoose={(code) => {
          setValue(code)
          onChoose?.(code)
        }}
      />
    </FieldFrame>
  )
}

/** One of a few, all in sight. */
export function RadioField({ options, onChoose, ...props }: Omit<ChoiceFieldProps, 'none'>) {
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
export function CheckboxField({
  text,
  onChoose,
  ...props
}: FieldProps & {
  text?: string
  /** Hears a tick after it is in the form. */
  onChoose?: (ticked: boolean) => void
}) {
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
          onChange={(event) => {
            setValue(event.target.checked)
            onChoose?.(event.target.checked)
          }}
        />
        {text ?? t('ui.yes')}
      </label>
    </FieldFrame>
  )
}
