'use client'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from '../signing.module.css'

/** One step: its heading, which gets the focus, what it says, and its one button at the foot. */
export function StepFrame({
  title,
  lead,
  next,
  busy = false,
  off,
  failure,
  onNext,
  below,
  children,
}: {
  title: string
  lead?: ReactNode
  next: string
  busy?: boolean
  /** The reason why the button waits; it then says so when it is pressed. */
  off?: string | undefined
  failure?: string | undefined
  onNext: () => void
  /** Under the button: other ways. */
  below?: ReactNode
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState(false)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSaid(off !== undefined)
    if (!busy && off === undefined) onNext()
  }
  return (
    <form className={styles.step} onSubmit={submit} noValidate>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {(failure ?? (said && off)) && (
        <p role="alert" className={styles.failure}>
          {failure ?? off}
        </p>
      )}
      <button
        type="submit"
        className={styles.main}
        aria-disabled={busy || off !== undefined}
        aria-busy={busy || undefined}
      >
        {next}
      </button>
      {below}
    </form>
  )
}
