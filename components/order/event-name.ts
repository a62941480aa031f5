'use client'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** What an event of the order machine is called. */
export function useEventName(): (event: string) => string {
  const t = useT()
  return (event) => t(`machine.event.${event}` as MessageKey)
}
