'use client'
import { useRouter, useSelectedLayoutSegments } from 'next/navigation'
import {
  Activity,
  createContext,
  Fragment,
  memo,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { TabPortContext } from '@/components/ui/tab-port'
import { useHydrated } from '@/lib/client/use-hydrated'
import { Words } from '@/lib/i18n/messages-provider'
import { partsOf } from '@/lib/i18n/parts'
import { useT } from '@/lib/i18n/use-t'
import { matchRoute } from '@/lib/routes'
import { mountedTabs } from '@/lib/rules/tab-parking'
import { addressOf, closeTab, type Place, tabKey } from '@/lib/rules/tabs'
import { PanelBoundary } from './panel-boundary'
import styles from './tab-host.module.css'
import { useTabLabel } from './tab-label'
import { useHere, useTabState, useWorkspace } from './workspace'

/** How many pages stay mounted; the one that was shown longest ago is parked first. */
export const liveLimit = 12

type Page = { place: Place; content: ReactNode }
/** `id` stays when the tab becomes another one: what is mounted stays too. */
type Pages = ReadonlyMap<string, Page & { id: number }>
type Host = {
  /** Key of the tab that is shown. */
  active: string
  /** Pages that were handed over, by key of their tab. */
  pages: Pages
  /** Takes over the page of a tab. */
  keep: (page: Page) => void
  /** The tab whose page Next's own slot holds. */
  slot: { current: string | null }
  /** The tab whose page had the focus last; the first page of a load leaves the focus where it is. */
  arrived: { current: string }
}
const HostContext = createContext<Host | null>(null)

/** The content of one tab with all that its screen may ask for, in the life that the tab is in. */
const TabScope = memo(function TabScope({ place, children }: { place: Place; children: ReactNode }) {
  const key = tabKey(place)
  const { store, close, leave, become, refresh, setQuery } = useWorkspace()
  const tab = useTabState((state) => state.tabs.find((other) => other.key === key))
  const life = useTabState((state) => state.lives[key] ?? 0)
  // What the server draws stands behind no boundary: React would keep it hidden until a script shows it, a moment after
  // the first paint. Its words are there (console-root.tsx).
  const [isDrawn] = useState(!useHydrated())
  const Boundary = isDrawn ? Fragment : Suspense
  // The first render of a page is before the list of tabs knows of it.
  const { path, query } = tab ?? place

  const port = useMemo(
    () => ({
      key,
      path,
      params: matchRoute(path)?.params ?? {},
      query,
      setQuery: (changes: Readonly<Record<string, string | null>>, { replace = true } = {}) =>
        setQuery(key, changes, replace),
      setDirty: (dirty: boolean, { kept = false } = {}) => {
        // The effects of a page that is put away end as if it were gone; what is unsaved in it stays unsaved.
        if (dirty || store.get().active === key) store.setDirty(key, dirty, kept)
      },
      setLabel: (label: string) => store.label(key, label),
      close: () => void close(closeTab(store.get().tabs, key, store.get().active)),
      leave: (address: string) => void leave(key, address),
      become: (address: string) => become(key, address),
      refresh: () => void refresh(key),
    }),
    [store, close, leave, become, refresh, setQuery, key, path, query],
  )

  return (
    <TabPortContext value={port}>
      <PanelBoundary key={life}>
        <Boundary>
          <Words parts={partsOf(path)}>
            {children}
            <Arrival tab={key} />
          </Words>
        </Boundary>
      </PanelBoundary>
    </TabPortContext>
  )
})

/**
 * The keyboard and the screen reader go on in the page that is shown: at its heading, unless they are in it already or
 * in a dialog above it.
 */
function focusPage(): void {
  const content = document.getElementById('content')
  const panel = content?.querySelector(':scope > div:not([hidden], [aria-hidden])')
  const { activeElement } = document
  if (!content || panel?.contains(activeElement) || activeElement?.closest('[aria-modal]')) return
  const heading = panel?.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? content
  target.focus({ preventScroll: true })
}

/** Runs whenever the page of a tab is shown, but not before its texts are there. */
function Arrival({ tab }: { tab: string }) {
  const arrived = use(HostContext)?.arrived
  useEffect(() => {
    if (!arrived || arrived.current === tab) return
    // What closes with the change, such as a dialog, gives its focus back first.
    const frame = requestAnimationFrame(() => {
      arrived.current = tab
      focusPage()
    })
    return () => cancelAnimationFrame(frame)
  }, [arrived, tab])
  return null
}

/** Next gives segments decoded or not, depending on where they come from. */
function samePath(a: string, b: string): boolean {
  try {
    return decodeURI(a) === decodeURI(b)
  } catch {
    return a === b
  }
}

/**
 * The content area: one {@link Panel} for each tab with a mounted page, and Next's own slot, whose pages come as
 * {@link TabPanel}. A hidden page keeps its values and its place in the document, its effects sleep. Of a parked page
 * only what the server sent is kept: showing it again asks no server for it.
 */
export function TabHost({ children }: { children: ReactNode }) {
  const { live } = useWorkspace()
  const router = useRouter()
  const here = useHere()
  const became = useTabState((state) => state.became)
  const ahead = useTabState((state) => state.ahead)
  // The address bar follows a tab that is shown, or became another, a render later.
  const active = ahead ?? tabKey(became?.address === addressOf(here) ? became.place : here)
  const segments = useSelectedLayoutSegments()
  const slotPath = `/${segments.filter((segment) => !segment.startsWith('(')).join('/')}`
  const tabs = useTabState((state) => state.tabs)
  const dirty = useTabState((state) => state.dirty)
  // In the order in which they came: a page that moved in the document would load its frames again.
  const [pages, setPages] = useState<Pages>(() => new Map())
  const [used, setUsed] = useState<readonly string[]>([])
  const slot = useRef<string | null>(null)
  const arrived = useRef(active)
  const lastId = useRef(0)

  const host = useMemo<Host>(
    () => ({
      active,
      pages,
      slot,
      arrived,
      keep: (page) => {
        lastId.current += 1
        const fresh = lastId.current
        const key = tabKey(page.place)
        setPages((now) => new Map(now).set(key, { ...page, id: now.get(key)?.id ?? fresh }))
      },
    }),
    [active, pages],
  )

  // A tab that became another keeps its page, one that was closed takes it along.
  const [followed, setFollowed] = useState(became)
  const open = new Set(tabs.map((tab) => tab.key))
  if (became !== followed) {
    setFollowed(became)
    if (became) {
      const next = tabKey(became.place)
      const rename = (key: string) => (key === became.from ? next : key)
      const { place } = became
      setPages(
        new Map(
          [...pages].map(([key, page]) => [rename(key), key === became.from ? { ...page, place } : page]),
        ),
      )
      setUsed(used.map(rename))
    }
  } else if ([...pages.keys()].some((key) => !open.has(key))) {
    setPages(new Map([...pages].filter(([key]) => open.has(key))))
    setUsed(used.filter((key) => open.has(key)))
  }
  if (pages.has(active) && used.at(-1) !== active) {
    setUsed([...used.filter((key) => key !== active), active])
  }
  const mounted = mountedTabs(used, active, dirty, liveLimit)

  useLayoutEffect(() => {
    live.clear()
    for (const key of pages.keys()) live.add(key)
  }, [live, pages])

  // Back and forward may lead to a tab whose page is closed, while Next's slot holds another page: fetch it.
  useLayoutEffect(() => {
    if (pages.has(active) || slot.current === active) return
    if (!samePath(slotPath, here.path) || slot.current !== null) router.replace(addressOf(here))
  }, [router, pages, active, here, slotPath])

  return (
    <HostContext value={host}>
      <TabTitle />
      {[...pages]
        .filter(([key]) => mounted.has(key))
        .map(([key, page]) => (
          <Panel key={page.id} shown={key === active}>
            <TabScope place={page.place}>{page.content}</TabScope>
          </Panel>
        ))}
      {children}
    </HostContext>
  )
}

/**
 * A mounted page. `<Activity>` puts the effects of a hidden one to sleep, and would take it out of the layout as well:
 * style and layout of a list of twenty rows cost more than all else that showing it takes. So the page is hidden around
 * the `<Activity>`, in a way that keeps what was laid out (tab-host.module.css).
 */
function Panel({ shown, children }: { shown: boolean; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // React has set it in this same commit: nothing was laid out without the page.
    const page = frame.current?.firstElementChild
    if (!shown && page instanceof HTMLElement) page.style.removeProperty('display')
  }, [shown])
  return (
    <div ref={frame} className={styles.frame} hidden={!shown}>
      <Activity mode={shown ? 'visible' : 'hidden'}>
        <div className={styles.panel}>{children}</div>
      </Activity>
    </div>
  )
}

/** The document is called after its tab (specification point 2). */
function TabTitle() {
  const t = useT()
  const labelOf = useTabLabel()
  const tab = useTabState((state) => state.tabs.find(({ key }) => key === state.active))
  return tab && <title>{t('shell.documentTitle', { label: labelOf(tab) })}</title>
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
 *
 * @param keepAlive of a page that the menu alone knows; a route says it by itself
 */
export function TabPanel({
  keepAlive: wanted = true,
  children,
}: {
  keepAlive?: boolean | undefined
  children: ReactNode
}) {
  const host = use(HostContext)
  if (host === null) throw new Error('TabPanel needs the TabHost of the console layout around it')
  const { active, pages, keep, slot } = host
  const here = useHere()
  // The page belongs to the place it came for. When the address bar moves on by itself, to a tab that is alive, the
  // slot still holds this page.
  const [mine, setMine] = useState<Page>({ content: children, place: here })
  if (mine.content !== children) setMine({ content: children, place: here })
  const key = tabKey(mine.place)
  const keepAlive = wanted && matchRoute(mine.place.path)?.route.keepAlive !== false
  const shown = key === active
  const kept = pages.get(key)?.content

  useLayoutEffect(() => {
    slot.current = key
    return () => {
      slot.current = null
    }
  }, [slot, key])

  // Another content of a page that was handed over, such as after a refresh by the router.
  useLayoutEffect(() => {
    if (shown && keepAlive && kept !== undefined && kept !== mine.content) keep(mine)
  }, [shown, keepAlive, kept, keep, mine])

  if (!shown || (keepAlive && kept !== undefined)) return null
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        <TabScope key={key} place={mine.place}>
          {mine.content}
          {keepAlive && <HandOver page={mine} />}
        </TabScope>
      </div>
    </div>
  )
}

/**
 * Gives a page to the {@link TabHost} once it stands with its texts: a page that is still on its way would be drawn
 * anew there, and the one that the server drew would go blank meanwhile.
 */
function HandOver({ page }: { page: Page }) {
  const keep = use(HostContext)?.keep
  useLayoutEffect(() => keep?.(page), [keep, page])
  return null
}
