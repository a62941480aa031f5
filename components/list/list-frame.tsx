'use client'
import type { ReactNode } from 'react'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'

/**
 * The page of a list, whatever its rows look like: its title and tools above what fills the rest of the height.
 *
 *     <ListFrame title={t('routes.messageCentre')} updating={list.updating} tools={…}>…</ListFrame>
 */
export function ListFrame({
  title,
  heading: Heading = 'h1',
  updating,
  tools,
  children,
}: {
  title: string
  /** Another one where the list is a part of its page. */
  heading?: 'h1' | 'h3' | undefined
  /** Rows are there, newer ones on their way. */
  updating: boolean
  /** Beside the title: what can be done without a row. */
  tools: ReactNode
  children: ReactNode
}) {
  const t = useT()
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <Heading>{title}</Heading>
        <span className={styles.updating} role="status">
          {updating && t('list.updating')}
        </span>
        <div className={styles.tools}>{tools}</div>
      </header>
      {children}
    </div>
  )
}
