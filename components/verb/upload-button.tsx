'use client'
import { useRef, useState } from 'react'
import { ActionButton, type ActionButtonProps } from '@/components/ui/action-button'
import { useTellRefusal } from './use-tell-refusal'

type Props = Pick<ActionButtonProps, 'variant' | 'size' | 'permit'> & {
  label: string
  /** Of several such buttons on a page, which one this is. */
  name?: string
  /** The kinds that the browser's choice of files offers. */
  accept: string
  /** Sends the file and says what came of it. @throws {ApiError} when it is refused: the button says why. */
  send: (file: File) => Promise<void>
}

/** A button that takes one file and sends it; for a file that is a verb of its record, not a paper of a list. */
export function UploadButton({ label, name = label, accept, send, ...look }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const tell = useTellRefusal()
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    await send(file)
      .catch(tell)
      .finally(() => setBusy(false))
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={accept}
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file again is a choice too.
          target.value = ''
        }}
      />
      <ActionButton {...look} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </ActionButton>
    </>
  )
}
