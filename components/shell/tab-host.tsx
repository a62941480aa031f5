'use client'
import { useRouter, useSelectedLayoutSegments } from 'next/navigation'
import {
  Activity,
  createContext,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { TabPortContext } from '@/components/ui/tab-port'
import { matchRoute } from '@/lib/routes'
import { addressOf, closeTab, type Place, tabKey } from '@/lib/rules/tabs'
import { PanelBoundary } from './panel-boundary'
import styles from './tab-host.module.css'
import { useHere, useTabState, useWorkspace } from './workspace'

/** How many pages stay alive; the one that was shown longest ago is parked first. */
export const liveLimit = 12

type Page = { place: Place; content: ReactNode }
type Pages = ReadonlyMap<string, Page>
type Host = {
  /** Pages that are alive, by key of their tab, the one shown last at the end. */
  pages: Pages
  /** Takes over the page of a tab. */
  keep: (page: Page) => void
  /** The tab whose page Next's own slot holds. */
  slot: { current: string | null }
}
const HostContext = createContext<Host | null>(null)

/** The content of one tab with all that its screen may ask for, in the life that the tab is in. */
function TabScope({ place, children }: { place: Place; children: ReactNode }) {
  const key = tabKey(place)
  const { store, close, leave, refresh, setQuery } = useWorkspace()
  const tab = useTabState((state) => state.tabs.find((other) => other.key === key))
  const active = useTabState((state) => state.active === key)
  const life = useTabState((state) => state.lives[key] ?? 0)
  // The first render of a page is before the list of tabs knows of it.
  const { path, query } = tab ?? place

  const port = useMemo(
    () => ({
      key,
      path,
      params: matchRoute(path)?.params ?? {},
      query,
      active,
      setQuery: (changes: Readonly<Record<string, string | null>>, { replace = true } = {}) =>
        setQuery(key, changes, replace),
      setDirty: (dirty: boolean) => {
        // The effects of a page that is put away end as if it were gone; what is unsaved in it stays unsaved.
        if (dirty || store.get().active === key) store.setDirty(key, dirty)
      },
      setLabel: (label: string) => store.label(key, label),
      close: () => void close(closeTab(store.get().tabs, key, store.get().active)),
      leave: (address: string) => void leave(key, address),
      refresh: () => void refresh(key),
    }),
    [store, close, leave, refresh, setQuery, key, path, query, active],
  )

  return (
    <TabPortContext value={port}>
      <PanelBoundary key={life}>
        <Suspense>{children}</Suspense>
      </PanelBoundary>
    </TabPortContext>
  )
}

/** Next gives segments decoded or not, depending on where they come from. */
function samePath(a: string, b: string): boolean {
  try {
    return decodeURI(a) === decodeURI(b)
  } catch {
    return a === b
  }
}

/** Brings the pages in order of use and parks what is over the limit; unsaved ones and the active one stay. */
function park(pages: Pages, active: string, dirty: ReadonlySet<string>): Pages {
  const next = new Map(pages)
  const page = next.get(active)
  if (page !== undefined) {
    next.delete(active)
    next.set(active, page)
  }
  for (const key of pages.keys()) {
    if (next.size <= liveLimit) break
    if (key !== active && !dirty.has(key)) next.delete(key)
  }
  return next
}

/**
 * The content area: one `<Activity>` for each tab that is alive, and Next's own slot, whose pages come as
 * {@link TabPanel}. A hidden page keeps its values and its place in the document, its effects sleep.
 */
export function TabHost({ children }: { children: ReactNode }) {
  const { store, live } = useWorkspace()
  const router = useRouter()
  const here = useHere()
  const active = tabKey(here)
  const segments = useSelectedLayoutSegments()
  const slotPath = `/${segments.filter((segment) => !segment.startsWith('(')).join('/')}`
  const tabs = useTabState((state) => state.tabs)
  const [pages, setPages] = useState<Pages>(() => new Map())
  const slot = useRef<string | null>(null)

  const host = useMemo<Host>(
    () => ({
      pages,
      slot,
      keep: (page) => {
        const key = tabKey(page.place)
        setPages((now) => park(new Map(now).set(key, page), key, store.get().dirty))
      },
    }),
    [pages, store],
  )

  // A tab that was closed takes its page with it.
  const open = new Set(tabs.map((tab) => tab.key))
  if ([...pages.keys()].some((key) => !open.has(key))) {
    setPages(new Map([...pages].filter(([key]) => open.has(key))))
  }

  useLayoutEffect(() => {
    live.clear()
    for (const key of pages.keys()) live.add(key)
  }, [live, pages])

  useLayoutEffect(() => setPages((now) => park(now, active, store.get().dirty)), [active, store])

  // Back and forward may lead to a tab whose page is parked or closed, while Next's slot holds another page: fetch it.
  useLayoutEffect(() => {
    if (pages.has(active) || slot.current === active) return
    if (!samePath(slotPath, here.path) || slot.current !== null) router.replace(addressOf(here))
  }, [router, pages, active, here, slotPath])

  return (
    <HostContext value={host}>
      {[...pages].map(([key, page]) => (
        <Activity key={key} mode={key === active ? 'visible' : 'hidden'}>
          <div className={styles.panel}>
            <TabScope place={page.place}>{page.content}</TabScope>
          </div>
        </Activity>
      ))}
      {children}
    </HostContext>
  )
}

/**
 * Wraps what a page.tsx shows:
 *
 *     export default function Page() {
 *       return <TabPanel><Screen /></TabPanel>
 *     }
 *
 * The first HTML has the content in place. In the browser a keep-alive page is handed to the {@link TabHost}, which
 * keeps it while its tab is open; another page (`keepAlive: false` in lib/routes.ts) begins anew on each visit.
 */
export function TabPanel({ children }: { children: ReactNode }) {
  const host = use(HostContext)
  if (host === null) throw new Error('TabPanel needs the TabHost of the console layout around it')
  const { pages, keep, slot } = host
  const here = useHere()
  // The page belongs to the place it came for. When the address bar moves on by itself, to a tab that is alive, the
  // slot still holds this page.
  const [mine, setMine] = useState<Page>({ content: children, place: here })
  if (mine.content !== children) setMine({ content: children, place: here })
  const key = tabKey(mine.place)
  const keepAlive = matchRoute(mine.place.path)?.route.keepAlive !== false
  const shown = key === tabKey(here)
  const kept = pages.get(key)?.content

  useLayoutEffect(() => {
    slot.current = key
    return () => {
      slot.current = null
    }
  }, [slot, key])

  useLayoutEffect(() => {
    if (shown && keepAlive && kept !== mine.content) keep(mine)
  }, [shown, keepAlive, kept, keep, mine])

  if (!shown || (keepAlive && kept !== undefined)) return null
  return (
    <div className={styles.panel}>
      <TabScope key={key} place={mine.place}>
        {mine.content}
      </TabScope>
    </div>
  )
}
