'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type Overlay, useShortcuts } from './use-shortcuts'

const CommandPalette = dynamic(() => import('./command-palette'), { ssr: false })
const ShortcutSheet = dynamic(() => import('./shortcut-sheet'), { ssr: false })

/** The keys of the frame and what they open, which is downloaded with the first of them. */
export function Overlays() {
  const [shown, setShown] = useState<Overlay | null>(null)
  const close = () => setShown(null)
  useShortcuts(setShown)
  return (
    <>
      {shown === 'palette' && <CommandPalette onClose={close} />}
      {shown === 'sheet' && <ShortcutSheet onClose={close} />}
    </>
  )
}
