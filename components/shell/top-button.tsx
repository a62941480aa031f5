'use client'
import type { MouseEvent } from 'react'
import { Icon, type IconName } from '@/components/ui/icon'
import { useTips } from '@/components/ui/tips'
import styles from './top-bar.module.css'

/**
 * The place of what a button opens: at the button, or at the bar when the button is a tile, which goes away with the
 * click and may be gone already.
 */
export function anchorOf({ currentTarget }: MouseEvent<HTMLButtonElement>): HTMLElement {
  const stays = currentTarget.offsetParent !== null && !currentTarget.closest('[data-open]')
  return (stays ? null : currentTarget.closest('header')) ?? currentTarget
}

/** A count as it is seen; names say the same, so that it is what one hears and says, too. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : `${count}`)

/**
 * One function of the top bar: an icon in the bar, a tile with its word behind 更多 in a narrow window.
 *
 *     <TopButton icon="bell" label={t('shell.messages')} count={unread} onClick={…} />
 *
 * @param label tooltip and accessible name, as wording.md has it
 * @param count shown on the icon when it is above 0; the label should say it in words
 */
export function TopButton({
  icon,
  label,
  count = 0,
  onClick,
  ...aria
}: {
  icon: IconName
  label: string
  count?: number
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  'aria-pressed'?: boolean
}) {
  useTips()
  return (
    <button
      {...aria}
      type="button"
      className={styles.action}
      aria-label={label}
      data-tip={label}
      onClick={onClick}
    >
      <span className={styles.face}>
        <Icon name={icon} />
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {shownCount(count)}
          </span>
        )}
      </span>
      <span className={styles.word} aria-hidden="true">
        {label}
      </span>
    </button>
  )
}
