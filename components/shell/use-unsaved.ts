'use client'
import { useCallback } from 'react'
import { useT } from '@/lib/i18n/use-t'
import { useTabLabel } from './tab-label'
import { useWorkspace } from './workspace'

/** Names the tabs that a full load would cost something: “录单 K25…”、“客户进件”; empty when there is none. */
export function useUnsaved(): () => string {
  const { store } = useWorkspace()
  const labelOf = useTabLabel()
  const t = useT()
  return useCallback(() => {
    const { tabs, dirty } = store.get()
    // Everything that a draft on the server has too comes back.
    const lost = tabs.filter(({ key }) => dirty.get(key) === false)
    return lost.map((tab) => `“${labelOf(tab)}”`).join(t('ui.separator'))
  }, [store, labelOf, t])
}
