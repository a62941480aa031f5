'use client'
import { useLayoutEffect, useRef } from 'react'
import { useT } from '@/lib/i18n/use-t'
import type { PaletteProps } from './command-palette'

/** Takes the keys that follow the one that opens the palette while it is downloaded; then the focus goes back. */
export function TypedAhead({ ahead, onClose }: PaletteProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    field.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <input
      ref={field}
      className="visually-hidden"
      aria-label={t('shell.loading')}
      onChange={({ target }) => {
        if (ahead) ahead.current = target.value
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    />
  )
}
