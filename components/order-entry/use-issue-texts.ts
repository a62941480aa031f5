'use client'
import { useCallback } from 'react'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** Texts of what a judgement found, in the words of the page. */
export function useIssueTexts() {
  const t = useT()
  return useCallback(
    (key: string, params?: Readonly<Record<string, string>>) => t(key as MessageKey, params),
    [t],
  )
}
