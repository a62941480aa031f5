'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '@/components/ui/confirm'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { keepCookie } from '@/lib/client/cookie'
import { clearErrors } from '@/lib/client/error-log'
import { keyOf } from '@/lib/client/query'
import { clearStored } from '@/lib/client/storage'
import { keepWorkspace } from '@/lib/client/workspace-storage'
import { system } from '@/lib/domains/system/contract'
import { useT } from '@/lib/i18n/use-t'
import { useSettings } from './settings'
import { sideMenuCookie } from './side-menu-setting'
import { useUnsaved } from './use-unsaved'
import { useWorkspace } from './workspace'

/**
 * 清除缓存: asks, then forgets all that the browser keeps but the session and the open tabs, and begins
 * every page anew from the server. The dictionaries that were in use come back in one call.
 */
export function useClearCache(): () => Promise<void> {
  const t = useT()
  const confirm = useConfirm()
  const unsaved = useUnsaved()
  const queries = useQueryClient()
  const { store } = useWorkspace()
  const { reset } = useSettings()

  return async () => {
    if (!(await confirm({ message: t('settings.clearCacheQuestion') }))) return
    const labels = unsaved()
    const mayLose = { message: t('settings.clearCacheUnsaved', { labels }), tone: 'danger' } as const
    if (labels && !(await confirm(mayLose))) return

    const params = dictionaryTypes(queries.getQueryCache().findAll({ queryKey: keyOf(system.dictionary) }))
    const { tabs } = store.get()
    clearStored()
    clearStored('session')
    keepWorkspace(tabs)
    clearErrors()
    keepCookie(sideMenuCookie, '')
    reset()

    queries.removeQueries({ type: 'inactive' })
    try {
      if (params.length > 0) {
        const { dictionaries } = await call(system.cacheParams, { params })
        for (const [type, items] of Object.entries(dictionaries)) {
          queries.setQueryData(keyOf(system.dictionary, { type }), items)
        }
      }
    } catch {
      // Said by the funnel; each dictionary is read when it is needed.
    }
    for (const { key } of tabs) store.refresh(key)
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== system.dictionary.path })
    toast.success(t('settings.clearCacheDone'))
  }
}

/** The types of the dictionaries among the reads of the cache. */
function dictionaryTypes(reads: readonly { queryKey: readonly unknown[] }[]): string[] {
  return reads.flatMap(({ queryKey: [, input] }) =>
    typeof input === 'object' && input !== null && 'type' in input && typeof input.type === 'string'
      ? [input.type]
      : [],
  )
}
