'use client'
import { createContext, use } from 'react'

/** A screen may know and say this about the tab it stands in. The shell provides it; see `TabPanel`. */
export type TabPort = {
  /** The key that makes it this tab: the path, or the `src` of the query. */
  key: string
  /** Path of the tab, which in a hidden tab is not the path of the address bar. */
  path: string
  /** Parameters of the path, such as `variant`, decoded. */
  params: Readonly<Record<string, string>>
  /** The page stands beside its list: it has less room than the window says. */
  beside?: true
  /** Query text of the tab, without the question mark. */
  query: string
  /**
   * Changes parameters of the tab's query; null takes one away. No entry in the history, unless `replace` is false.
   * A hidden tab changes its own address, not the address bar.
   */
  setQuery(changes: Readonly<Record<string, string | null>>, options?: { replace?: boolean }): void
  /**
   * Marks the tab as holding something that is not saved: it shows a dot and asks before it closes. Its page stays
   * mounted while it does, unless a draft on the server has it too (`kept`).
   */
  setDirty(dirty: boolean, options?: { kept?: boolean }): void
  /**
   * Calls the tab by a name of its own, such as the number of an order; no personal data, the name survives a reload.
   * `person` is whom it is about: said before the name, in the bar alone, and forgotten with the page.
   */
  setLabel(label: string, person?: string): void
  /** Closes the tab and goes to the one before it; asks first while it is dirty. */
  close(): void
  /** Goes to another page of the console and closes the tab behind it; asks first while it is dirty. */
  leave(address: string): void
  /**
   * Goes on as the tab of another address, with its page as it is: the form that made a record becomes the record's,
   * and opening the record from a list finds it. Nothing happens where that tab is open already.
   */
  become(address: string): void
  /** Begins the page of the tab again, with fresh data. */
  refresh(): void
}

export const TabPortContext = createContext<TabPort | null>(null)

function usePort(): TabPort {
  const port = use(TabPortContext)
  if (port === null) throw new Error('this screen needs a <TabPanel> around it')
  return port
}

/** The place of this screen's tab: its path, its query, and how to change the query. Never ask the router. */
export function useTabLocation(): Pick<TabPort, 'path' | 'params' | 'query' | 'setQuery'> {
  return usePort()
}

/** The tab of this screen. */
export function useTab(): Omit<TabPort, 'path' | 'params' | 'query' | 'setQuery'> {
  return usePort()
}
