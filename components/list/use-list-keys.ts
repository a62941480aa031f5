'use client'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isComposing } from '@/components/ui/composing'

/** A key is a command only where it cannot be text, and not while a dialog or menu is open. */
function isCommand(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return false
  const { target } = event
  if (target instanceof HTMLElement && target.matches('input,select,textarea,[contenteditable]')) return false
  return document.querySelector('[role="dialog"],[role="menu"]') === null
}

/**
 * j and k move from row to row by their `data-row` elements, Space chooses the row, with Shift all from the one before;
 * Enter is the link's own.
 *
 * @param onPeek hears the index of the row that `o` was pressed on
 */
export function useRowKeys(frame: RefObject<HTMLElement | null>, onPeek: (at: number) => void): void {
  const peek = useEffectEvent(onPeek)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === ' ' && isCommand(event) && frame.current?.contains(event.target as Node)) {
        const row = (event.target as HTMLElement).closest('[data-row]')?.closest('tr')
        const box = row?.querySelector<HTMLInputElement>('[data-box]')
        if (!box) return
        event.preventDefault()
        box.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
        return
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if ((step === 0 && event.key !== 'o') || !isCommand(event)) return
      const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const current = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
      if (step === 0) {
        if (current >= 0) peek(current)
        return
      }
      const next = rows[current < 0 ? 0 : current + step]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame])
}

/** `/` goes to the quick search. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isCommand(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
