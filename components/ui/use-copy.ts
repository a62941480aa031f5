'use client'
import { useT } from '@/lib/i18n/use-t'
import { toast } from './toast'

/**
 * Copies a text to the clipboard, and whether it did. Where the browser has none (plain http) or refuses, it says so and
 * selects the field with the text, to be copied by hand.
 *
 *     if (await copy(address, field.current)) setCopied(true)
 */
export function useCopy(): (text: string, field?: HTMLInputElement | null) => Promise<boolean> {
  const t = useT()
  return async (text, field) => {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      field?.focus()
      field?.select()
      toast.info(t('ui.copyRefused'))
      return false
    }
  }
}
