'use client'
import { useMemo } from 'react'
import controls from '@/components/ui/control.module.css'
import { dictionaryOptions, type Option, type OptionSource, useOptions } from '@/lib/client/options'
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

/** One of many. */
export function SelectField({ options, onChoose, ...props }: ChoiceFieldProps) {
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
        {offered(useOptions(options), value).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
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

const regions = dictionaryOptions('region')
const noCodes: string[] = []

/** Province, city, district: codes from the province down, each level offering what lies below the one before. */
export function RegionField({ levels = 2, ...props }: FieldProps & { levels?: 1 | 2 | 3 }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string[]>(props)
  const { id, readOnly, ref, ...attributes } = control
  const all = useOptions(regions)
  const codes = value ?? noCodes
  const below = useMemo(() => Map.groupBy(all, ({ parent }) => parent ?? ''), [all])
  const names = [t('form.province'), t('form.city'), t('form.district')].slice(0, levels)
  return (
    <FieldFrame {...props} {...state} group>
      <div className={styles.regions}>
        {names.map((name, level) => (
          <select
            {...attributes}
            key={name}
            ref={level === 0 ? ref : undefined}
            className={controls.control}
            aria-label={name}
            disabled={readOnly || (level > 0 && !codes[level - 1])}
            value={codes[level] ?? ''}
            onChange={({ target }) =>
              setValue(target.value ? [...codes.slice(0, level), target.value] : codes.slice(0, level))
            }
          >
            <option value="">{name}</option>
            {(below.get(level === 0 ? '' : (codes[level - 1] ?? '-')) ?? []).map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ))}
      </div>
    </FieldFrame>
  )
}
