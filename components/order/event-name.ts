'use client'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** The name of an event of the order machine. */
export function useEventName(): (event: string) => string {
  const t = useT()
  return (event) => t(`machine.event.${event}` as MessageKey)
}
