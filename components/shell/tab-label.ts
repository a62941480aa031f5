'use client'
import { useCallback } from 'react'
import type { Tab } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import { matchRoute } from '@/lib/routes'
import { useMenu } from './menu'

/**
 * The name of a tab: its own name, the route's, the menu entry's where the route stands for many, or its path; the
 * person it is about first.
 */
export function useTabLabel(): (tab: Pick<Tab, 'label' | 'path' | 'person'>) => string {
  const t = useT()
  const { entryAt } = useMenu()
  return useCallback(
    ({ label, path, person }) => {
      if (label !== null) return person === undefined ? label : `${person} ${label}`
      const match = matchRoute(path)
      const isOne = match !== null && Object.keys(match.params).length === 0
      const name = isOne ? undefined : entryAt(path)?.label
      return name ?? (match ? t(match.route.titleKey) : path)
    },
    [t, entryAt],
  )
}
