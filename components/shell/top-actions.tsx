'use client'
import { type ComponentType, memo, useEffect, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { PartBoundary } from '@/components/ui/part-boundary'
import type { Switch } from '@/lib/domains/system/rules/settings'
import { useT } from '@/lib/i18n/use-t'
import { ColorButton } from './color-button'
import { ErrorLogButton } from './error-log-button'
import { FullScreenButton } from './full-screen-button'
import { LockButton } from './lock-button'
import { MessageBell } from './message-bell'
import { PhoneButton } from './phone-button'
import { useSettings } from './settings'
import { SettingsButton } from './settings-button'
import { ThemeButton } from './theme-button'
import styles from './top-bar.module.css'

type Slot = {
  key: string
  /** Draws a TopButton; whatever it opens comes by dynamic import. */
  Button: ComponentType
  /** The switch of the settings drawer that hides it. */
  shownBy?: Switch
  /** Stays in the bar of a narrow window; the others are tiles behind 更多 there. */
  pinned?: boolean
}

/** The functions of the top bar in the order of wording.md, row Top bar. */
const slots: readonly Slot[] = [
  { key: 'phone', Button: PhoneButton },
  { key: 'lock', shownBy: 'showLock', Button: LockButton },
  { key: 'fullScreen', shownBy: 'showFullScren', Button: FullScreenButton },
  { key: 'messages', Button: MessageBell, pinned: true },
  { key: 'theme', shownBy: 'showTheme', Button: ThemeButton },
  { key: 'color', shownBy: 'showColor', Button: ColorButton },
  { key: 'errorLog', shownBy: 'showDebug', Button: ErrorLogButton },
  { key: 'settings', Button: SettingsButton },
]

/** The functions of the top bar. Each is drawn once: in a narrow window the same buttons become tiles. */
export const TopActions = memo(function TopActions() {
  const t = useT()
  const { settings } = useSettings()
  const [open, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const more = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      more.current?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  // The tiles go with the choice; the focus waits at the button that brought them.
  const leaveTiles = () => {
    if (!open) return
    more.current?.focus()
    setOpen(false)
  }
  return (
    <div ref={area} className={styles.actions} data-open={open || undefined}>
      {slots
        .filter(({ shownBy }) => shownBy === undefined || settings[shownBy])
        .map(({ key, Button, pinned }) => (
          <div
            key={key}
            className={styles.slot}
            data-pinned={pinned || undefined}
            onClickCapture={leaveTiles}
          >
            <PartBoundary>
              <Button />
            </PartBoundary>
          </div>
        ))}
      <button
        ref={more}
        type="button"
        className={styles.more}
        aria-expanded={open}
        aria-label={t('shell.moreFunctions')}
        onClick={() => setOpen(!open)}
      >
        <Icon name="grid" />
      </button>
    </div>
  )
})
