'use client'
import { type FormEvent, type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { collectCleaning, type CollectField as Field } from '@/lib/domains/collect/rules/collect'
import styles from '../collect.module.css'

type Props = {
  name: string
  label: string
  required?: boolean
  wrong?: string | undefined
  /** Behind the input, such as a unit or a button. */
  after?: ReactNode
  children?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'children'>

/** One field: label, input, what is wrong with it. The input keeps its own text, so what is typed early stays. */
export function CollectField({ name, label, required, wrong, after, children, ...input }: Props) {
  const id = useId()
  const clean = name in collectCleaning ? collectCleaning[name as Field] : undefined
  const settle = (event: FormEvent<HTMLInputElement>) => {
    const typed = event.currentTarget
    const value = clean?.(typed.value)
    if (value !== undefined && value !== typed.value) typed.value = value
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
          onBlur={settle}
          onInput={(event) => {
            if ((event.nativeEvent as InputEvent).inputType === 'insertFromPaste') settle(event)
          }}
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
