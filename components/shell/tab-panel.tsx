'use client'
import { IsRestoringProvider } from '@tanstack/react-query'
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
import { afterPaint } from '@/lib/client/after-paint'
import { useHydrated } from '@/lib/client/use-hydrated'
import { closeTab, type Place, tabKey } from '@/lib/domains/workspace/rules/tabs'
import { Words } from '@/lib/i18n/messages-provider'
import { partsOf } from '@/lib/i18n/parts'
import { matchRoute } from '@/lib/routes'
import { PanelBoundary } from './panel-boundary'
import styles from './tab-panel.module.css'
import { useHere, useTabState, useWorkspace } from './workspace'

export type Page = { place: Place; content: ReactNode }
/** `id` stays when the tab becomes another one: what is mounted stays too. */
export type Pages = ReadonlyMap<string, Page & { id: number }>
/**
 * Everything that every page has around it. All of it is stable: React looks for who reads a context that changed in
 * all of them.
 */
export type Host = {
  /** Takes over the page of a tab. */
  keep: (page: Page) => void
  /** The place whose page Next's own slot holds. */
  slot: { current: Place | null }
  /** The tab whose page had the focus last; the first page of a load leaves the focus where it is. */
  arrived: { current: string }
}
export const HostContext = createContext<Host | null>(null)
/** Everything that Next's own slot has around it besides. */
export type Shown = {
  /** Key of the tab that is shown, and the path of its page: a record has one tab for several pages. */
  active: string
  path: string
  /** Pages that were handed over, by key of their tab. */
  pages: Pages
}
export const ShownContext = createContext<Shown | null>(null)

/** The content of one tab with all that its screen may ask for, in the life that the tab is in. */
const TabScope = memo(function TabScope({ place, children }: { place: Place; children: ReactNode }) {
  const key = tabKey(place)
  const { store, close, leave, become, refresh, setQuery } = useWorkspace()
  const tab = useTabState((state) => state.tabs.find((other) => other.key === key))
  const life = useTabState((state) => state.lives[key] ?? 0)
  // Everything that the server draws stands behind no boundary: React would keep it hidden until a script shows it, a
  // moment after the first paint. Its words are there (console-root.tsx).
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
      setLabel: (label: string, person?: string) => store.label(key, label, person),
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
  // A query would walk through every hidden page.
  const panel = [...(content?.children ?? [])].find((child) =>
    child.matches('div:not([hidden], [aria-hidden])'),
  )
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
    // Everything that closes with the change, such as a dialog, gives its focus back first, and the page is painted
    // first: the focus asks for styles and layout of its own.
    return afterPaint(() => {
      arrived.current = tab
      focusPage()
    })
  }, [arrived, tab])
  return null
}

/** The value as it was until the frame that has another one is painted. */
function usePainted(value: boolean): boolean {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (value !== painted) return afterPaint(() => setPainted(value))
  }, [value, painted])
  return painted
}

/**
 * A mounted page. `<Activity>` puts the effects of a hidden one to sleep, and would take it out of the layout as well:
 * style and layout of a list of twenty rows cost more than all else that showing it takes. So the page is hidden around
 * the `<Activity>`, in a way that keeps what was laid out (tab-panel.module.css), and effects wake and go to sleep once
 * the page is painted. Of fifty pages a switch draws two.
 */
export const KeptPanel = memo(function KeptPanel({ page, shown }: { page: Page; shown: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const isAwake = usePainted(shown)
  useLayoutEffect(() => {
    const panel = frame.current?.firstElementChild
    if (isAwake || !(panel instanceof HTMLElement)) return
    // React has set it in this same commit, and sets it again when it draws the hidden page in a quiet moment: nothing
    // was laid out without the page in between.
    const stayLaidOut = () => panel.style.removeProperty('display')
    stayLaidOut()
    const observer = new MutationObserver(stayLaidOut)
    observer.observe(panel, { attributeFilter: ['style'] })
    return () => observer.disconnect()
  }, [isAwake])
  // Not drawn anew before it wakes: React would hide it again for that.
  const sleeper = useMemo(
    () => (
      <Activity mode={isAwake ? 'visible' : 'hidden'}>
        <div className={styles.panel}>
          <TabScope place={page.place}>{page.content}</TabScope>
        </div>
      </Activity>
    ),
    [page, isAwake],
  )
  return (
    <div ref={frame} className={styles.frame} hidden={!shown}>
      {sleeper}
    </div>
  )
})

/**
 * Wraps what a page.tsx shows:
 *
 *     export default function Page() {
 *       return <TabPanel><Screen /></TabPanel>
 *     }
 *
 * The first HTML has the content in place. In the browser a keep-alive page is handed to the TabHost, which
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
  const shownNow = use(ShownContext)
  if (!host || !shownNow) throw new Error('TabPanel needs the TabHost of the console layout around it')
  const { keep, slot } = host
  const { active, path, pages } = shownNow
  const here = useHere()
  // The page belongs to the place it came for. When the address bar moves on by itself, to a tab that is alive, the
  // slot still holds this page.
  const [mine, setMine] = useState<Page>({ content: children, place: here })
  if (mine.content !== children) setMine({ content: children, place: here })
  const { place } = mine
  const key = tabKey(place)
  const keepAlive = wanted && matchRoute(mine.place.path)?.route.keepAlive !== false
  const shown = key === active && place.path === path
  const kept = pages.get(key)?.content

  useLayoutEffect(() => {
    slot.current = place
    return () => {
      slot.current = null
    }
  }, [slot, place])

  // Another content of a page that was handed over, such as after a refresh by the router.
  useLayoutEffect(() => {
    if (shown && keepAlive && kept !== undefined && kept !== mine.content) keep(mine)
  }, [shown, keepAlive, kept, keep, mine])

  if (!shown || (keepAlive && kept !== undefined)) return null
  return (
    <div className={styles.frame}>
      <div className={styles.panel}>
        {/* Everything that a page asked before it is handed over would be ended with it, and asked once more. */}
        <IsRestoringProvider value={keepAlive}>
          <TabScope key={key} place={mine.place}>
            {mine.content}
            {keepAlive && <HandOver page={mine} />}
          </TabScope>
        </IsRestoringProvider>
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
