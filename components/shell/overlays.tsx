'use client'
import { useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { type Overlay, useShortcuts } from './use-shortcuts'

const CommandPalette = lazyPart(() => import('./command-palette'), ['dialogs'])
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet'), ['dialogs'])

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
