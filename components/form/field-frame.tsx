'use client'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { Icon } from '@/components/ui/icon'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './form.module.css'

/** Columns of twelve that a field takes in a wide, a middle and a narrow grid; below that it has the row. */
export type Spans = { wide: number; middle: number; narrow: number }

/** Lengths of one to three short fields; three are the whole row. */
const spansOf: Record<1 | 2 | 3, Spans> = {
  1: { wide: 3, middle: 4, narrow: 6 },
  2: { wide: 6, middle: 8, narrow: 12 },
  3: { wide: 12, middle: 12, narrow: 12 },
}

/** Every field takes these. */
export type FieldProps = {
  name: string
  label: string
  required?: boolean
  readOnly?: boolean
  /** Stands under the field. */
  help?: ReactNode
  /** Something to look at that does not stop the form. */
  warning?: string
  /** Length of the value in short fields, 1 when not given; or columns, where the rows are laid out together. */
  span?: 1 | 2 | 3 | Spans
}

const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

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
    missing: required === true && isNothing(field.value),
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

/** Label above, required mark, unit inside, help or error under it; without them the line takes no room. */
export function FieldFrame({
  name,
  label,
  required,
  help,
  warning,
  span = 1,
  id,
  error,
  missing,
  unit,
  group,
  count,
  children,
}: FieldProps & {
  id: string
  error: string | undefined
  /** It is asked for and empty: where Ctrl+↓ goes. */
  missing?: boolean
  unit?: string
  /** The field is several controls: its label names the group. */
  group?: boolean
  count?: string
  children: ReactNode
}) {
  const { wide, middle, narrow } = typeof span === 'number' ? spansOf[span] : span
  const frame = {
    className: styles.field,
    style: { '--wide': wide, '--middle': middle, '--narrow': narrow } as CSSProperties,
    'data-field': name,
    'data-missing': missing || undefined,
  }
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
      <fieldset {...frame}>
        <legend className={styles.label}>{content}</legend>
        {body}
      </fieldset>
    )
  }
  return (
    <div {...frame}>
      <label className={styles.label} htmlFor={id}>
        {content}
      </label>
      {body}
    </div>
  )
}
