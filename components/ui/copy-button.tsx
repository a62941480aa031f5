'use client'
import { Copy } from 'lucide'
import { useState } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { IconButton } from './action-button'
import { useCopy } from './use-copy'

const doneMs = 1500

/** Copies an id to the clipboard and says so for a moment. */
export function CopyButton({ text }: { text: string }) {
  const t = useT()
  const copy = useCopy()
  const [done, setDone] = useState(false)
  return (
    <IconButton
      icon={done ? 'tick' : Copy}
      size="small"
      label={done ? t('ui.copied') : t('ui.copy', { text })}
      onClick={async () => {
        if (!(await copy(text))) return
        setDone(true)
        setTimeout(() => setDone(false), doneMs)
      }}
    />
  )
}
