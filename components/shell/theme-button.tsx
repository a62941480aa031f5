'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useT } from '@/lib/i18n/use-t'
import { anchorOf, TopButton } from './top-button'

const ThemeMenu = lazyPart(() => import('./theme-menu'), ['dialogs'])

/** 特色主题. */
export function ThemeButton() {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <TopButton
        icon="shirt"
        label={t('shell.theme')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchorOf(event))}
      />
      {anchor && <ThemeMenu anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
