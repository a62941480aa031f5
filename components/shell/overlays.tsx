'use client'
import { useRef, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { TypedAhead } from './typed-ahead'
import { type Overlay, useShortcuts } from './use-shortcuts'

const CommandPalette = lazyPart(() => import('./command-palette'), ['dialogs'], TypedAhead)
const ShortcutSheet = lazyPart(() => import('./shortcut-sheet'), ['dialogs'])

/** The keys of the frame and what they open, which is downloaded with the first of them. */
export function Overlays() {
  const [shown, setShown] = useState<Overlay | null>(null)
  const ahead = useRef('')
  const close = () => {
    ahead.current = ''
    setShown(null)
  }
  useShortcuts(setShown)
  return (
    <>
      {shown === 'palette' && <CommandPalette ahead={ahead} onClose={close} />}
      {shown === 'sheet' && <ShortcutSheet onClose={close} />}
    </>
  )
}
