'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import styles from './customer-page.module.css'

/** In place of what the customer came for: it is over, or cannot be. The reader is taken to it. */
export function CustomerNotice({
  good,
  title,
  hint,
  children,
}: {
  good: boolean
  title: string
  hint: string
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.notice} data-good={good}>
      <span className={styles.sign}>
        <Icon name={good ? 'tick' : 'warning'} size={28} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.hint}>{hint}</p>
      {children}
    </section>
  )
}
