'use client'
import type { ReactNode } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { ActionButton } from './action-button'
import { CopyButton } from './copy-button'
import { Icon } from './icon'
import styles from './states.module.css'

/** Nothing here yet: what would be here, and what to do next. */
export function EmptyState({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children?: ReactNode
}) {
  return (
    <div className={styles.state} role="status">
      <span className={styles.mark}>
        <Icon name="rows" size={28} />
      </span>
      <strong>{title}</strong>
      {hint && <p>{hint}</p>}
      {children}
    </div>
  )
}

/** Something failed: what happened, how to try again, and the number that finds it in the log. */
export function ErrorState({
  message,
  incidentId,
  onRetry,
  children,
}: {
  message: string
  incidentId?: string | undefined
  onRetry?: (() => void) | undefined
  /** Another way on than to try again. */
  children?: ReactNode
}) {
  const t = useT()
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} data-bad>
        <Icon name="warning" size={28} />
      </span>
      <strong>{message}</strong>
      {incidentId && (
        <p>
          {t('ui.incident', { id: incidentId })}
          <CopyButton text={incidentId} />
        </p>
      )}
      {onRetry && (
        <ActionButton icon="refresh" onClick={onRetry}>
          {t('ui.retry')}
        </ActionButton>
      )}
      {children}
    </div>
  )
}

/** Grey lines in the place of text that is on its way, at their final height. */
export function SkeletonLines({ lines, height = 20 }: { lines: number; height?: number }) {
  const t = useT()
  return (
    <div role="status" aria-label={t('ui.loading')} className={styles.lines}>
      {Array.from({ length: lines }, (_, line) => 90 - ((line * 23) % 41)).map((share) => (
        <span key={share} className={styles.bone} style={{ height, width: `${share}%` }} />
      ))}
    </div>
  )
}

/** In the place of a page of its own, where its edges will be. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <SkeletonLines lines={14} />
    </div>
  )
}

/** A grey bar in the place of one value. */
export function Bone({ width = '70%' }: { width?: string }) {
  return <span className={styles.bone} style={{ width, height: 12 }} />
}
