'use client'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
import { useConfirm } from '@/components/ui/confirm'
import { afterPaint } from '@/lib/client/after-paint'
import { isRouteChanging, routeChangeStops, subscribeToRouteChange } from '@/lib/client/route-change'
import { createTabStore, type TabState, type TabStore } from '@/lib/client/tab-store'
import { addressOf, type Closing, type Place, type Tab, tabKey } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import { useMenu } from './menu'
import { useTabLabel } from './tab-label'
import { type KeptOnServer, useKeptWorkspace } from './use-kept-workspace'
import { useUnloadGuard } from './use-unload-guard'

/** Everything that the frame and the pages do with tabs. All of it is stable; state comes from {@link useTabState}. */
export type Workspace = {
  store: TabStore
  /** Keys whose page is alive: showing one of them needs no server. */
  live: Set<string>
  /** Shows a tab, at its own address. */
  show: (tab: Tab) => void
  /** Shows the tab of a place as it is, or opens the place. */
  open: (place: Place) => void
  /** Carries out a closing, after asking about what is unsaved. */
  close: (closing: Closing) => Promise<void>
  /** Opens an address, and closes a tab once that is shown. */
  leave: (key: string, address: string) => Promise<void>
  refresh: (key: string) => Promise<void>
  /** Opens the tab that was closed last. */
  reopen: () => void
  /** The tab goes on as the tab of another address, its page as it is. */
  become: (key: string, address: string) => void
  setQuery: (key: string, changes: Readonly<Record<string, string | null>>, replace: boolean) => void
}

const WorkspaceContext = createContext<Workspace | null>(null)

export function useWorkspace(): Workspace {
  const workspace = use(WorkspaceContext)
  if (workspace === null) throw new Error('this needs the workspace of the console layout around it')
  return workspace
}

/** A part of the tabs' state; the component renders again when that part changes. */
export function useTabState<S>(select: (state: TabState) => S): S {
  const { store } = useWorkspace()
  // Parts of a page are taken over one after the other: a tab that a page has named already still has the name that the
  // server drew for it.
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.get()),
    () => select(store.drawn),
  )
}

/** The place of the address bar as this commit of the router has it; consistent with the page in Next's slot. */
export function useHere(): Place {
  const path = usePathname()
  const query = useSearchParams().toString()
  return useMemo(() => ({ path, query }), [path, query])
}

/** The place of an address of the console. */
export function placeAt(address: string): Place {
  const { pathname, searchParams } = new URL(address, window.location.origin)
  return { path: pathname, query: searchParams.toString() }
}

/** Everything that is asked before the page of a tab goes that holds something unsaved: by whether a draft keeps it. */
const leaveQuestions = {
  close: { kept: 'shell.draftQuestion', lost: 'shell.unsavedQuestion' },
  refresh: { kept: 'shell.draftRefreshQuestion', lost: 'shell.unsavedRefreshQuestion' },
} as const

/** Everything that comes before anybody leaves the tab that is shown. */
const signs = ['pointerdown', 'keydown', 'visibilitychange']

/** The place of the address bar, which may be ahead of the router: several changes in a row reach it one by one. */
const placeNow = (): Place => placeAt(window.location.href)

/**
 * The tabs of this browser page, bound to the address bar.
 *
 * @param kept the workspace as the server has it, for a browser that has none of its own
 */
export function WorkspaceProvider({ kept, children }: { kept: KeptOnServer; children: ReactNode }) {
  const here = useHere()
  const router = useRouter()
  const queries = useQueryClient()
  const confirm = useConfirm()
  const t = useT()
  const labelOf = useTabLabel()
  const { entryAt } = useMenu()
  const [store] = useState(() => createTabStore(here, { ...kept, entryAt: (path) => entryAt(path)?.id }))

  // The address that the address bar gets once its tab is painted: an entry of the history keeps the browser busy for
  // as long as showing the tab.
  const late = useRef<{ address: string; drop: () => void } | null>(null)
  const dropLate = useCallback(() => {
    late.current?.drop()
    late.current = null
  }, [])
  // Until the router has followed. There and back in one of its renders ends at the place where it is: no change of
  // place tells that it is done.
  const [isFollowing, follow] = useTransition()
  const catchUp = useCallback(() => {
    const address = late.current?.address
    dropLate()
    if (address !== undefined) follow(() => window.history.pushState(null, '', address))
  }, [dropLate])
  // Keys of tabs that close once the address bar has left them: their page stays until another is there.
  const leaving = useRef<string[]>([])

  useLayoutEffect(() => store.restore(), [store])
  useLayoutEffect(() => {
    const now = late.current?.address ?? addressOf(placeNow())
    if (isFollowing || addressOf(here) !== now) return
    store.visit(here)
    // One that is shown again stays.
    store.close(leaving.current.splice(0).filter((key) => key !== tabKey(here)))
  }, [store, here, isFollowing])
  useEffect(() => dropLate, [dropLate])
  // Whatever the next press or key does, follow a link, go back, reload or lock, it does from the tab that is shown.
  useEffect(() => {
    for (const sign of signs) window.addEventListener(sign, catchUp, true)
    return () => {
      for (const sign of signs) window.removeEventListener(sign, catchUp, true)
    }
  }, [catchUp])
  // Back again before the address bar or the router had followed: the place that the router still holds is the right
  // one, and does not change.
  useEffect(() => {
    const onBack = () => {
      dropLate()
      routeChangeStops()
      if (store.get().ahead !== null && addressOf(here) === addressOf(placeNow())) store.visit(here)
    }
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [store, here, dropLate])
  // A page that does not come after all: its tab is not on its way any more, and the one that is shown does not close.
  useEffect(
    () =>
      subscribeToRouteChange(() => {
        if (isRouteChanging()) return
        const { active } = store.get()
        store.goTo(active)
        leaving.current = leaving.current.filter((key) => key !== active)
      }),
    [store],
  )
  useKeptWorkspace(store)
  useUnloadGuard(store)

  const workspace = useMemo<Workspace>(() => {
    const live = new Set<string>()

    const push = (address: string) => {
      catchUp()
      router.push(address)
    }
    /** The page that is shown is wanted after all: another that is on its way does not come. */
    const stay = (tab: Tab) => {
      if (!isRouteChanging()) return
      routeChangeStops()
      follow(() => window.history.replaceState(null, '', addressOf(tab)))
    }
    const show = (tab: Tab) => {
      if (tab.key === store.get().active) return stay(tab)
      if (!live.has(tab.key)) {
        store.goTo(tab.key)
        return push(addressOf(tab))
      }
      // A page that is alive is shown at once, and Next follows the history without asking the server: its own
      // render of another address takes longer than showing the page.
      catchUp()
      leaving.current = leaving.current.filter((key) => key !== tab.key)
      store.show(tab.key)
      late.current = { address: addressOf(tab), drop: afterPaint(catchUp) }
    }
    const mayLeave = async (
      tabs: readonly Tab[],
      questions: (typeof leaveQuestions)[keyof typeof leaveQuestions],
    ) => {
      for (const tab of tabs) {
        const kept = store.get().dirty.get(tab.key)
        if (kept === undefined) continue
        const message = t(kept ? questions.kept : questions.lost, { label: labelOf(tab) })
        if (!(await confirm({ message, tone: kept ? undefined : 'danger' }))) return false
      }
      return true
    }

    return {
      store,
      live,
      show,
      open(place) {
        const tab = store.tab(tabKey(place))
        if (tab) show(tab)
        else push(addressOf(place))
      },
      async close(closing) {
        if (!(await mayLeave(closing.closed, leaveQuestions.close))) return
        const keys = closing.closed.map((tab) => tab.key)
        if (!closing.goTo) return store.close(keys)
        leaving.current.push(...keys)
        show(closing.goTo)
      },
      async leave(key, address) {
        const tab = store.tab(key)
        // The same tab at another address stays.
        if (tab && tabKey(placeAt(address)) !== key) {
          if (!(await mayLeave([tab], leaveQuestions.close))) return
          leaving.current.push(key)
        }
        push(address)
      },
      async refresh(key) {
        const tab = store.tab(key)
        if (!tab || !(await mayLeave([tab], leaveQuestions.refresh))) return
        store.refresh(key)
        await queries.invalidateQueries()
      },
      reopen() {
        const tab = store.reopen()
        if (tab) show(tab)
      },
      become(key, address) {
        const place = placeAt(address)
        catchUp()
        store.become(key, place)
        if (store.get().active === tabKey(place)) window.history.replaceState(null, '', addressOf(place))
      },
      setQuery(key, changes, replace) {
        const tab = store.tab(key)
        if (!tab) return
        const next = new URLSearchParams(tab.query)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        const moved = { path: tab.path, query: next.toString() }
        if (moved.query === tab.query) return
        store.move(key, moved.query)
        // A change of the address would keep a page from coming that is on its way.
        if (store.get().active !== key || isRouteChanging()) return
        catchUp()
        window.history[replace ? 'replaceState' : 'pushState'](null, '', addressOf(moved))
      },
    }
  }, [store, router, queries, confirm, t, labelOf, catchUp])

  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>
}
