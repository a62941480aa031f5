'use client'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { stripToDigits } from '@/lib/rules/fields'
import styles from '../collect.module.css'

type Props = {
  name: string
  label: string
  required?: boolean
  /** The numeric input helper of the specification, point 5. */
  digits?: 'whole' | 'float'
  wrong?: string | undefined
  /** Behind the input, such as a unit or a button. */
  after?: ReactNode
  children?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'children'>

/** One field: label, input, what is wrong with it. The input keeps its own text, so what is typed early stays. */
export function CollectField({ name, label, required, digits, wrong, after, children, ...input }: Props) {
  const id = useId()
  const strip = (event: FormEvent<HTMLInputElement>) => {
    const typed = event.currentTarget
    const left = stripToDigits(typed.value, { float: digits === 'float', maxLength: input.maxLength })
    if (left !== typed.value) typed.value = left
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      <div className={styles.row}>
        <input
          {...input}
          id={id}
          name={name}
          inputMode={digits === 'float' ? 'decimal' : digits ? 'numeric' : undefined}
          onInput={digits && strip}
          aria-required={required}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong && `${id}-wrong`}
        />
        {after}
      </div>
      {wrong && (
        <p className={styles.wrong} id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {children}
    </div>
  )
}
