'use client'
import { type CSSProperties, useEffect } from 'react'
import { toast as draw, Toaster as Stack } from 'sonner'
import { useT } from '@/lib/i18n/use-t'
import Link from './link'
import { connectToasts, type Toast } from './toast'
import styles from './toast-stack.module.css'

const shownMs = { success: 3_000, info: 4_000, error: 6_000 }

/** As long as somebody needs to see what he did and take it back. */
const actMs = 5_000

const quiet = { color: 'var(--mui-palette-text-secondary)' }

/** The surfaces of the console in place of the library's own, which know nothing of the dark; its cross at the right. */
const look = {
  fontFamily: 'inherit',
  '--normal-bg': 'var(--mui-palette-background-paper)',
  '--normal-border': 'var(--mui-palette-divider)',
  '--normal-text': 'var(--mui-palette-text-primary)',
  '--gray2': 'var(--hover)',
  '--gray4': 'var(--mui-palette-divider)',
  '--gray5': 'var(--control-line)',
  '--gray12': 'var(--mui-palette-text-primary)',
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
}

/**
 * At the lower left, above the bars at the foot of lists and forms: no tab, no head of a page and no primary button
 * stands there, neither in a wide window nor in a narrow one.
 */
const place = { left: 16, right: 16, bottom: 'var(--toast-foot)' }

/** Draws the toasts. `early` are those that came before this part was there. */
export default function ToastStack({ early }: { early: readonly Toast[] }) {
  const t = useT()
  useEffect(() => {
    const over = new WeakSet<Toast>()
    const show = (given: Toast, duration = given.act ? actMs : shownMs[given.tone]) => {
      const { tone, message, incidentId, hint, place: to, act } = given
      const id = `${tone}:${message}`
      const run = () => {
        over.add(given)
        draw.dismiss(id)
        act?.run()
      }
      draw[tone](message, {
        id,
        duration,
        action: act && (
          <button
            type="button"
            data-button
            onFocus={() => show(given, Number.POSITIVE_INFINITY)}
            // Keys that leave a toast as it goes do not call it back.
            onBlur={() => over.has(given) || show(given)}
            onClick={run}
          >
            {act.label}
          </button>
        ),
        description: (hint || incidentId || to) && (
          <span style={quiet}>
            {hint ?? (incidentId && t('shell.errorId', { id: incidentId }))}{' '}
            {to && <Link href={to}>{t('shell.toPlace')}</Link>}
          </span>
        ),
      })
    }
    for (const toast of early) show(toast)
    connectToasts((toast) => show(toast))
  }, [early, t])
  return (
    <div ref={keepHeard}>
      <Stack
        position="bottom-left"
        offset={place}
        mobileOffset={place}
        closeButton
        containerAriaLabel={t('shell.toasts')}
        toastOptions={{ closeButtonAriaLabel: t('shell.close'), classNames: { closeButton: styles.close } }}
        style={look as CSSProperties}
      />
    </div>
  )
}

/** A dialog hides all that is beside it from whoever listens; what it says of its own work comes as a toast. */
function keepHeard(place: HTMLElement | null) {
  if (!place) return undefined
  const seen = new MutationObserver(() => place.removeAttribute('aria-hidden'))
  seen.observe(place, { attributes: true, attributeFilter: ['aria-hidden'] })
  return () => seen.disconnect()
}
