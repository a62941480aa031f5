'use client'
import { type InputHTMLAttributes, useId } from 'react'
import styles from '../signing.module.css'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  wrong?: string | undefined
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'>

/** The one field of a step: a few characters, large. */
export function OneField({ label, value, onChange, wrong, ...input }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && `${id}-wrong`}
      />
      {wrong && (
        <p className={styles.wrong} id={`${id}-wrong`} role="alert">
          {wrong}
        </p>
      )}
    </div>
  )
}
