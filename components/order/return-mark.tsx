'use client'
import { Flag } from 'lucide'
import { createContext, use } from 'react'
import { IconButton } from '@/components/ui/action-button'
import { type Markable, placeKey } from '@/lib/domains/orders/rules/review-marks'
import { useT } from '@/lib/i18n/use-t'
import styles from './return-mark.module.css'

/** Everything that a review lets be marked where it stands in the case. */
export type ReturnMarks = {
  /** The places that may be marked; none while the viewer may not decide. */
  places: ReadonlySet<string>
  marked: ReadonlySet<string>
  /** A return is what is being decided: the ways to mark stand in sight. */
  returning: boolean
  /** Chooses the return, and asks what is wrong there. */
  mark: (place: Markable) => void
}

export const ReturnMarksContext = createContext<ReturnMarks | null>(null)
/** Keys of the places that are different since the last return. */
export const ChangedContext = createContext<ReadonlySet<string>>(new Set())

/**
 * Beside a field, a section of rows or a paper of a case: the way to have it mended, and whether it was mended since.
 * Nothing outside a review.
 *
 *     <ReturnMark kind="field" at="customer.idNo" label={t('columns.idNo')} />
 */
export function ReturnMark({ kind, at, label }: Markable & { label: string }) {
  const t = useT()
  const marks = use(ReturnMarksContext)
  const changed = use(ChangedContext)
  const key = placeKey({ kind, at })
  const isMarked = marks?.marked.has(key) ?? false
  const isChanged = [...changed].some((path) => path === key || path.startsWith(`${key}.`))
  return (
    <>
      {isChanged && <em className={styles.changed}>{t('review.mended')}</em>}
      {marks?.places.has(key) && (
        <span
          className={styles.mark}
          data-state={isMarked ? 'marked' : marks.returning ? 'returning' : 'none'}
        >
          <IconButton
            icon={Flag}
            size="small"
            label={t(isMarked ? 'review.isMarked' : 'review.markHere', { name: label })}
            onClick={() => marks.mark({ kind, at })}
          />
        </span>
      )}
    </>
  )
}
