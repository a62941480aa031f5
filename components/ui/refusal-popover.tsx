'use client'
import { useId } from 'react'
import { useT } from '@/lib/i18n/use-t'
import type { Refused } from './action-button'
import Popover from './popover'
import styles from './refusal-popover.module.css'

/** The reason of a refusal, and what can be done about it: a click on the refused button opens it. */
export default function RefusalPopover({
  refused: { reason, params, way },
  anchor,
  onClose,
}: {
  refused: Refused
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  const title = useId()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      transformOrigin={{ vertical: 'top', horizontal: 'center' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, className: styles.box } }}
    >
      <p id={title} className={styles.reason}>
        {t(reason, params)}
      </p>
      {way?.whole}
    </Popover>
  )
}
