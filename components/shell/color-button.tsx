'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { useT } from '@/lib/i18n/use-t'
import { anchorOf, TopButton } from './top-button'

const ColorPanel = lazyPart(() => import('./color-panel'), ['dialogs'])

/** 主题色. */
export function ColorButton() {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <TopButton
        icon="palette"
        label={t('shell.color')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchorOf(event))}
      />
      {anchor && <ColorPanel anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  )
}
