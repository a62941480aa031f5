'use client'
import { createContext, use } from 'react'

/** What a screen may know and say about the tab it stands in. The shell provides it; see `TabPanel`. */
export type TabPort = {
  /** Path of the tab, which in a hidden tab is not the path of the address bar. */
  path: string
  /** Query text of the tab, without the question mark. */
  query: string
  /** Changes parameters of the tab's query; null takes one away. No entry in the history. */
  setQuery(changes: Readonly<Record<string, string | null>>): void
  /** Marks the tab as holding something that is not saved: it shows a dot and asks before it closes. */
  setDirty(dirty: boolean): void
}

export const TabPortContext = createContext<TabPort | null>(null)

function usePort(): TabPort {
  const port = use(TabPortContext)
  if (port === null) throw new Error('this screen needs a <TabPanel> around it')
  return port
}

/** Where the tab of this screen is: its path, its query, and how to change the query. */
export function useTabLocation(): Pick<TabPort, 'path' | 'query' | 'setQuery'> {
  return usePort()
}

/** The tab of this screen. */
export function useTab(): Pick<TabPort, 'setDirty'> {
  return usePort()
}
