'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from '@/components/ui/toast'
import { q } from '@/lib/client/query'
import { type SavedView, type ViewQuery, views } from '@/lib/domains/views/contract'
import { useT } from '@/lib/i18n/use-t'
import { useListPreference } from './list-preference'
import {
  type Changes,
  hasListParameter,
  standardView,
  type UrlFilter,
  viewChange,
  viewQuery,
} from './list-url'

/** The saved views of a list know and do these. */
export type ListViews = {
  list: string
  /** The one that is open. */
  current: SavedView | undefined
  /** The parameters of the address now, as a view keeps them. */
  query: ViewQuery
  /** The list opens with it. */
  first: number | undefined
  open: (view: Pick<SavedView, 'id' | 'query'> | undefined) => void
  openFirst: (id: number | undefined) => void
  /** The record of a row stands beside the list, whichever view is open. */
  split: boolean
  setSplit: (split: boolean) => void
}

/**
 * The arrangement of a list, and the saved view that its address names: with it come the columns that it was saved
 * with. A list that is opened without any parameter opens the user's first view, if he has chosen one.
 */
export function useListView(
  list: string,
  filters: readonly UrlFilter[],
  tabQuery: string,
  setQuery: (changes: Changes) => void,
) {
  const t = useT()
  const base = useListPreference(list)
  const first = base.preference.view
  const asked = new URLSearchParams(tabQuery).get('view')
  const named = asked === null || asked === standardView ? undefined : Number(asked)
  const opening = asked === null && !hasListParameter(tabQuery, filters) ? first : undefined
  const read = useQuery({ ...q(views.list, { list }), enabled: (named ?? opening) !== undefined })
  const found = read.data?.views.find(({ id }) => id === (named ?? opening))
  const current = named === undefined ? undefined : found
  const own = useListPreference(list, current)

  const isDecided = opening !== undefined && !read.isPending
  const isGone = isDecided && !found
  useEffect(() => {
    if (isDecided) setQuery(viewChange(filters, found))
    if (isGone && !read.isError) toast.info(t('list.viewGone'))
  }, [isDecided, isGone, read.isError, found, filters, setQuery, t])

  const saved: ListViews = {
    list,
    current,
    query: viewQuery(tabQuery, filters),
    first,
    open: (view) => setQuery(viewChange(filters, view)),
    openFirst: (id) => base.change({ view: id }),
    split: base.preference.split ?? false,
    setSplit: (split) => base.change({ split }),
  }
  return {
    ...own,
    // A view that is on its way brings filters and columns of its own.
    ready: own.ready && opening === undefined && (named === undefined || !read.isPending),
    saved,
    isOpening: opening !== undefined,
  }
}
