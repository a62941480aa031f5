'use client'
import { useEffect } from 'react'
import { toast as draw, Toaster as Stack } from 'sonner'
import { useT } from '@/lib/i18n/use-t'
import { connectToasts, type Toast } from './toast'

const shownMs = { success: 3_000, info: 4_000, error: 6_000 }

/** Draws the toasts. `first` is the one that made this part load. */
export default function ToastStack({ first }: { first: Toast }) {
  const t = useT()
  useEffect(() => {
    const show = ({ tone, message, incidentId }: Toast) =>
      draw[tone](message, {
        id: `${tone}:${message}`,
        duration: shownMs[tone],
        description: incidentId && t('shell.errorId', { id: incidentId }),
      })
    show(first)
    connectToasts(show)
  }, [first, t])
  return (
    <Stack
      position="top-center"
      offset={60}
      closeButton
      containerAriaLabel={t('shell.toasts')}
      toastOptions={{ closeButtonAriaLabel: t('shell.close') }}
      style={{ fontFamily: 'inherit' }}
    />
  )
}
