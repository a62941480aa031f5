'use client'
import { useRouter, useSelectedLayoutSegments } from 'next/navigation'
import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { returnScroll } from '@/lib/client/kept-scroll'
import { mountedTabs } from '@/lib/domains/workspace/rules/tab-parking'
import { addressOf, mostKept, type Place, tabKey } from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import { useTabLabel } from './tab-label'
import { type Host, HostContext, KeptPanel, type Page, type Pages, ShownContext } from './tab-panel'
import { useHere, useTabState, useWorkspace } from './workspace'

/**
 * The number of pages that stay mounted, as many as the workspace keeps tabs; the one shown longest ago is parked
 * first.
 */
export const liveLimit = mostKept

/** Next gives segments decoded or not, depending on where they come from. */
function samePath(a: string, b: string): boolean {
  try {
    return decodeURI(a) === decodeURI(b)
  } catch {
    return a === b
  }
}

/**
 * The content area: one {@link KeptPanel} for each tab with a mounted page, and Next's own slot, whose pages come as
 * `TabPanel`. A hidden page keeps its values and its place in the document, its effects sleep. Of a parked page
 * only what the server sent is kept: showing it again asks no server for it.
 */
export const TabHost = memo(function TabHost({ children }: { children: ReactNode }) {
  const { live } = useWorkspace()
  const router = useRouter()
  const here = useHere()
  const became = useTabState((state) => state.became)
  const ahead = useTabState((state) => state.ahead)
  // The address bar follows a tab that is shown, or became another, a render later.
  const shownPlace = became?.address === addressOf(here) ? became.place : here
  const active = ahead ?? tabKey(shownPlace)
  const segments = useSelectedLayoutSegments()
  const slotPath = `/${segments.filter((segment) => !segment.startsWith('(')).join('/')}`
  const tabs = useTabState((state) => state.tabs)
  const dirty = useTabState((state) => state.dirty)
  // In the order in which they came: a page that moved in the document would load its frames again.
  const [pages, setPages] = useState<Pages>(() => new Map())
  const [used, setUsed] = useState<readonly string[]>([])
  const slot = useRef<Place | null>(null)
  const arrived = useRef(active)
  const lastId = useRef(0)

  const host = useMemo<Host>(
    () => ({
      slot,
      arrived,
      keep: (page) => {
        lastId.current += 1
        const fresh = lastId.current
        const key = tabKey(page.place)
        setPages((now) => new Map(now).set(key, { ...page, id: now.get(key)?.id ?? fresh }))
      },
    }),
    [],
  )

  // A tab that became another keeps its page, one that was closed takes it along.
  const [followed, setFollowed] = useState(became)
  const open = new Map(tabs.map((tab) => [tab.key, tab.path]))
  const path = ahead === null ? shownPlace.path : (open.get(ahead) ?? shownPlace.path)
  const shown = useMemo(() => ({ active, path, pages }), [active, path, pages])
  // A tab that went on to another page of its record has left this one.
  const isGone = ([key, page]: readonly [string, Page]) => open.get(key) !== page.place.path
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
  } else if ([...pages].some(isGone)) {
    const left = new Map([...pages].filter((entry) => !isGone(entry)))
    setPages(left)
    setUsed(used.filter((key) => left.has(key)))
  }
  if (pages.has(active) && used.at(-1) !== active) {
    setUsed([...used.filter((key) => key !== active), active])
  }
  const mounted = mountedTabs(used, active, dirty, liveLimit)

  useEffect(() => {
    const content = document.getElementById('content')
    return content ? returnScroll(content) : undefined
  }, [])

  useLayoutEffect(() => {
    live.clear()
    for (const key of pages.keys()) live.add(key)
  }, [live, pages])

  // Back and forward may lead to a tab whose page is closed, while Next's slot holds another page: fetch it.
  useLayoutEffect(() => {
    const held = slot.current
    if (pages.has(active) || (held && tabKey(held) === active && held.path === path)) return
    if (!samePath(slotPath, here.path) || held !== null) router.replace(addressOf(here))
  }, [router, pages, active, path, here, slotPath])

  return (
    <HostContext value={host}>
      <TabTitle />
      {[...pages]
        .filter(([key]) => mounted.has(key))
        .map(([key, page]) => (
          <KeptPanel key={page.id} page={page} shown={key === active} />
        ))}
      <ShownContext value={shown}>{children}</ShownContext>
    </HostContext>
  )
})

/**
 * The document is called after its tab (specification point 2), once the address bar has followed: the browser gives
 * the title to the entry of its history that is open.
 */
function TabTitle() {
  const t = useT()
  const labelOf = useTabLabel()
  const active = useTabState((state) => state.active)
  const isAhead = useTabState((state) => state.ahead !== null)
  const [named, setNamed] = useState(active)
  if (!isAhead && named !== active) setNamed(active)
  const tab = useTabState((state) => state.tabs.find(({ key }) => key === named))
  if (!tab) return null
  // Browsers keep titles in their history for good: whom the tab is about stays out of them.
  const { path, label } = tab
  return <title>{t('shell.documentTitle', { label: labelOf({ path, label }) })}</title>
}
