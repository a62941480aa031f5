'use client'
import { useCallback } from 'react'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** What a role is called by its code; the system has none. */
export function useRoleName(): (role: string) => string {
  const t = useT()
  return useCallback((role) => (role === 'system' ? '' : t(`details.roles.${role}` as MessageKey)), [t])
}
