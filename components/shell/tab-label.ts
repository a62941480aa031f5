'use client'
import { useCallback } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { matchRoute } from '@/lib/routes'
import type { Tab } from '@/lib/rules/tabs'

/** What a tab is called: its own name, the route's, or its path. */
export function useTabLabel(): (tab: Pick<Tab, 'label' | 'path'>) => string {
  const t = useT()
  return useCallback(
    ({ label, path }) => {
      const route = matchRoute(path)?.route
      return label ?? (route ? t(route.titleKey) : path)
    },
    [t],
  )
}
