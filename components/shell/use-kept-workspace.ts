import { useEffect } from 'react'
import { request } from '@/lib/client/call'
import type { TabState, TabStore } from '@/lib/client/tab-store'
import { workspace } from '@/lib/domains/workspace/contract'
import { mostKept } from '@/lib/domains/workspace/rules/tabs'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

type Read = OutputOf<typeof workspace.read>
/** The part of the user's workspace on the server that tabs begin with. */
export type KeptOnServer = Pick<Read, 'tabs' | 'recent'> & Partial<Pick<Read, 'people'>>

/** A pause after which a change of the tabs is saved. */
const quietMs = 1500

/** Browsers let at most 64 KiB outlive their page; the form encoding takes up to nine bytes for a character. */
const keepaliveChars = 7_000

/** Everything that the server keeps: the tabs behind home, and the entries used last. */
function keptOf({ tabs, recent }: Pick<TabState, 'tabs' | 'recent'>) {
  return {
    tabs: tabs.slice(1, mostKept).map(({ path, query, label, pinned }) => ({ path, query, label, pinned })),
    recent: [...recent],
  }
}

/**
 * Keeps the open tabs on the server, so that a sign-in on another machine finds them: saved when they rest and on
 * leaving the page. A save that fails is tried again with the next change; the tabs here do not depend on it.
 */
export function useKeptWorkspace(store: TabStore): void {
  useEffect(() => {
    let { tabs, recent } = store.get()
    let saved = JSON.stringify(keptOf(store.get()))
    let waiting: ReturnType<typeof setTimeout> | undefined

    const save = () => {
      if (waiting === undefined) return
      clearTimeout(waiting)
      waiting = undefined
      const kept = keptOf(store.get())
      const text = JSON.stringify(kept)
      if (text === saved) return
      const before = saved
      saved = text
      request(workspace.save, kept, { keepalive: text.length < keepaliveChars }).catch(() => {
        saved = before
      })
    }
    const unsubscribe = store.subscribe(() => {
      const now = store.get()
      if (now.tabs === tabs && now.recent === recent) return
      ;({ tabs, recent } = now)
      clearTimeout(waiting)
      waiting = setTimeout(save, quietMs)
    })
    window.addEventListener('pagehide', save)
    return () => {
      unsubscribe()
      clearTimeout(waiting)
      window.removeEventListener('pagehide', save)
    }
  }, [store])
}
