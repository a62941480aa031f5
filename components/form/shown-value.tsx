'use client'
import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import styles from './form.module.css'

/** A field that is calculated and never typed: its value stands there, and no Tab stops at it. */
export function ShownValue<V>({ show, ...props }: FieldProps & { show: (value: V) => ReactNode }) {
  const { id, value, error } = useField<V>(props)
  return (
    <FieldFrame {...props} required={false} id={id} error={error} group>
      <output className={styles.shown} tabIndex={-1} aria-describedby={`${id}-note`}>
        {show(value)}
      </output>
    </FieldFrame>
  )
}
