'use client'
import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { Icon } from '@/components/ui/icon'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './form.module.css'

/** What every field takes. */
export type FieldProps = {
  name: string
  label: string
  required?: boolean
  readOnly?: boolean
  /** Stands under the field. */
  help?: ReactNode
  /** Something to look at that does not stop the form. */
  warning?: string
  /** Columns of the grid by the length of the value; 1 when not given. */
  span?: 1 | 2 | 3
}

/** The state of a field and the attributes its control needs. */
export function useField<V>({
  name,
  readOnly,
  required,
}: Pick<FieldProps, 'name' | 'readOnly' | 'required'>) {
  const t = useT()
  const id = useId()
  const { field, fieldState } = useController({ name })
  // Rules answer keys of the catalogue, the service answers texts; a text is shown as it is.
  const error = fieldState.error && t((fieldState.error.message ?? 'rules.required') as MessageKey)
  return {
    id,
    error,
    value: field.value as V,
    setValue: (value: V) => field.onChange(value),
    control: {
      id,
      name,
      ref: field.ref,
      onBlur: field.onBlur,
      readOnly: readOnly || undefined,
      'aria-required': required || undefined,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': `${id}-note`,
    },
  }
}

/** Label above, required mark, unit inside, help or error under it. */
export function FieldFrame({
  name,
  label,
  required,
  help,
  warning,
  span = 1,
  id,
  error,
  unit,
  group,
  count,
  children,
}: FieldProps & {
  id: string
  error: string | undefined
  unit?: string
  /** The field is several controls: its label names the group. */
  group?: boolean
  count?: string
  children: ReactNode
}) {
  const content = (
    <>
      {label}
      {required && (
        <span className={styles.required} aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  const body = (
    <>
      <div className={styles.control}>
        {children}
        {unit && <span className={styles.unit}>{unit}</span>}
      </div>
      <div className={styles.note} id={`${id}-note`}>
        {error !== undefined ? (
          <span className={styles.error} role="alert">
            <Icon name="warning" size={12} />
            {error}
          </span>
        ) : warning ? (
          <span className={styles.warning}>
            <Icon name="warning" size={12} />
            {warning}
          </span>
        ) : (
          help
        )}
        {count && <span className={styles.count}>{count}</span>}
      </div>
    </>
  )
  if (group) {
    return (
      <fieldset className={styles.field} data-field={name} data-span={span}>
        <legend className={styles.label}>{content}</legend>
        {body}
      </fieldset>
    )
  }
  return (
    <div className={styles.field} data-field={name} data-span={span}>
      <label className={styles.label} htmlFor={id}>
        {content}
      </label>
      {body}
    </div>
  )
}
