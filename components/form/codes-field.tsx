'use client'
import { type OptionSource, useOptions } from '@/lib/client/options'
import styles from './codes-field.module.css'
import { FieldFrame, type FieldProps, useField } from './field-frame'

/** Several of a few codes. */
export function CodesField({ options, ...props }: FieldProps & { options: OptionSource }) {
  const { value, setValue, control, ...state } = useField<readonly string[]>(props)
  const { id: _id, readOnly, ref, 'aria-required': _required, ...attributes } = control
  return (
    <FieldFrame {...props} {...state} group span={3}>
      <div className={styles.codes}>
        {useOptions(options).map((option, at) => (
          <label key={option.value}>
            <input
              {...attributes}
              ref={at === 0 ? ref : undefined}
              type="checkbox"
              disabled={readOnly}
              checked={value.includes(option.value)}
              onChange={({ target: { checked } }) =>
                setValue(checked ? [...value, option.value] : value.filter((code) => code !== option.value))
              }
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}
