'use client'
import { useCallback } from 'react'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

/** The name of a role by its code; the system has none, a role of the tenant's own is called by its code. */
export function useRoleName(): (role: string) => string {
  const t = useT()
  return useCallback(
    (role) => {
      const key = `details.roles.${role}` as MessageKey
      const name = t(key)
      return role === 'system' ? '' : name === key ? role : name
    },
    [t],
  )
}
