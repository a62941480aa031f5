import { useEffect } from 'react'
import type { TabStore } from '@/lib/client/tab-store'
import { holdPage } from '@/lib/client/unload-guard'

/** The browser asks before it leaves while a tab holds something that no draft on the server has. */
export function useUnloadGuard(store: TabStore): void {
  useEffect(() => {
    let release: (() => void) | undefined
    const follow = () => {
      const isHeld = [...store.get().dirty.values()].includes(false)
      if (isHeld) release ??= holdPage()
      else {
        release?.()
        release = undefined
      }
    }
    follow()
    const unsubscribe = store.subscribe(follow)
    return () => {
      unsubscribe()
      release?.()
    }
  }, [store])
}
