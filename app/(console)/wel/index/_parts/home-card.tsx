'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { PagePart } from '@/components/ui/page-part'
import type { ApiError } from '@/lib/client/api-error'
import styles from '../home.module.css'

/** The answers that a card is drawn from: its answer, which is undefined while it is on its way or when it failed. */
export type Asked<Answer> = Pick<UseQueryResult<Answer, ApiError>, 'data' | 'error' | 'refetch'>

/** A card of the home page. One whose call failed says so in its place, with a retry; the others go on. */
export function HomeCard({
  name,
  title = name,
  note,
  area,
  asked: { data, error, refetch },
  children,
}: {
  name: string
  /** The heading, where it is not the name. */
  title?: string | undefined
  note?: ReactNode
  area?: string
  asked: Asked<unknown>
  children: ReactNode
}) {
  return (
    <section className={styles.card} data-area={area} aria-label={name}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
      </header>
      {error && data === undefined ? (
        <div className={styles.failed}>
          <ReadFailure error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <PagePart>{children}</PagePart>
      )}
    </section>
  )
}
