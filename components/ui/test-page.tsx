import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { type TabPort, TabPortContext } from './tab-port'

/** A test says and learns this of the tab around its screen. */
export type TestTab = {
  query: string
  dirty: boolean
  label?: string
  person?: string | undefined
  closed?: boolean
  left?: string
}

/** The surroundings of a screen in tests: Chinese words, a query cache, a tab whose URL is `tab.query`. */
export function TestPage({
  children,
  tab = { query: '', dirty: false },
}: {
  children: ReactNode
  tab?: TestTab
}) {
  const [client] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } }),
  )
  const [query, setQueryText] = useState(tab.query)
  const port = useMemo<TabPort>(
    () => ({
      key: '/test',
      path: '/test',
      params: {},
      query,
      setQuery: (changes) => {
        const params = new URLSearchParams(tab.query)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) params.delete(name)
          else params.set(name, value)
        }
        tab.query = params.toString()
        setQueryText(tab.query)
      },
      setDirty: (dirty) => {
        tab.dirty = dirty
      },
      setLabel: (label, person) => {
        tab.label = label
        tab.person = person
      },
      close: () => {
        tab.closed = true
      },
      leave: (address) => {
        tab.left = address
      },
      become: (address) => {
        tab.query = address.split('?')[1] ?? ''
        setQueryText(tab.query)
      },
      refresh: () => {},
    }),
    [query, tab],
  )
  return (
    <ZhCnMessages>
      <QueryClientProvider client={client}>
        <TabPortContext value={port}>{children}</TabPortContext>
      </QueryClientProvider>
    </ZhCnMessages>
  )
}
