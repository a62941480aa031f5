'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTabLocation } from '@/components/ui/tab-port'
import type { ApiError } from '@/lib/client/api-error'
import type { FileCall } from '@/lib/client/download'
import { useCan } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import type { MessageKey, T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { Endpoint, InputOf } from '@/lib/platform/contract/endpoint'
import type { FilterInput, ListDefinition, RowOf } from './define-list'
import { type Arranged, arrange, place } from './list-columns'
import { type ColumnPart, columnParts, filterParts, labelOf } from './list-parts'
import type { ListPreference } from './list-preference'
import { type Changes, defaultPageSize, filterInputOf, inputOf, type ListState, readState } from './list-url'
import { type ListViews, useListView } from './use-list-view'
import { wordRoom } from './word-room'

/** A column as the table draws it: its definition without the types of its endpoint. */
export type Column<Row> = {
  id: string
  label: string
  kind: NonNullable<ColumnPart<Row>['kind']>
  codes: string | undefined
  tones: ColumnPart<Row>['tones']
  width: number
  sort: string | undefined
  card: boolean
  hidden: boolean
  pinned: boolean
  cell: ((row: Row) => ReactNode) | undefined
  value: (row: Row) => unknown
}

export type List<Row extends object> = {
  state: ListState
  /** The order when the URL does not say. */
  defaultSort: string
  /** Rows of a page when the URL does not say. */
  defaultSize: number
  /** Changes parameters of the tab's URL; see list-url.ts for the changes there are. */
  change: (changes: Changes) => void
  rows: Row[]
  /** Undefined until it is known. */
  total: number | undefined
  /** There are more rows than `total`. */
  more: boolean
  pages: number
  phase: 'loading' | 'failed' | 'empty' | 'ready'
  error: ApiError | null
  /** Newer rows than those shown are on their way. */
  updating: boolean
  refresh: () => void
  /** The sums over all rows that match, by key of their column. */
  totals: Readonly<Record<string, unknown>> | undefined
  /** The choices of grouping, and the heads of the one that is chosen; none where the list has no groups. */
  groups: Groups<Row> | undefined
  /** All columns in the user's order, hidden ones too. */
  columns: readonly Arranged<Column<Row>>[]
  rowKey: (row: Row) => string
  dense: boolean
  preference: ListPreference
  prefer: (part: Partial<ListPreference>) => void
  resetPreference: () => void
  views: ListViews
  /** The rows shown are those of what was asked before; what is asked now is on its way. */
  isPrevious: boolean
  /** Reads rows that match, from the one at `start`. */
  readRows: (start: number, length: number) => Promise<{ data: Row[]; total: number; more?: boolean }>
  /** Reads all rows that match, the first `most` of them. */
  readAll: (most: number) => Promise<Row[]>
  /** The call that writes the filter and the columns shown into a file; absent when the list has no export. */
  exportFile: (() => FileCall) | undefined
}

export type GroupHead = { key: string | null; count: number; sums: Readonly<Record<string, string>> }
export type Groups<Row> = {
  choices: readonly { name: string; label: string }[]
  /** The chosen one. */
  name: string | undefined
  show: ((row: Row) => ReactNode) | undefined
  /** Over all pages; undefined until they are known. */
  heads: readonly GroupHead[] | undefined
}
type HeadsAnswer = { groups: GroupHead[] }

function groupsOf<E extends Endpoint, Row>(
  { groups }: ListDefinition<E>,
  name: string | undefined,
  answer: HeadsAnswer | undefined,
  t: T,
): Groups<Row> | undefined {
  if (!groups) return undefined
  const by = groups.by as readonly { name: string; label: MessageKey; show?: (row: Row) => ReactNode }[]
  return {
    choices: by.map((one) => ({ name: one.name, label: t(one.label) })),
    name,
    show: by.find((one) => one.name === name)?.show,
    heads: answer?.groups,
  }
}

const none: never[] = []
const defaultWidth = 120

/** No head is narrower than its own words. */
function widthFor(
  { width = defaultWidth, sort }: Pick<ColumnPart<object>, 'width' | 'sort'>,
  label: string,
): number {
  return Math.ceil(Math.max(width, wordRoom(label) + (sort ? 40 : 22)))
}
const watchedEveryMs = 3_000
/** A call answers no more rows. */
const longestPage = 100

/**
 * The pieces of a list, to be placed by hand (level 2): state in the tab's URL, rows, columns, preference.
 *
 *     const list = useList(intakes)
 *     return <><FilterBar definition={intakes} list={list} /><ListTable list={list} /><Pager list={list} /></>
 */
export function useList<E extends Endpoint>(definition: ListDefinition<E>): List<RowOf<E> & object> {
  type Row = RowOf<E> & object
  const t = useT()
  const client = useQueryClient()
  const { query: tabQuery, setQuery } = useTabLocation()
  const filters = filterParts(definition)
  const {
    preference,
    ready,
    change: prefer,
    reset,
    saved,
    isOpening,
  } = useListView(definition.name, filters, tabQuery, setQuery)

  const { sort: standardSort, pageSize, groups: grouped } = definition
  const state = useMemo(
    () =>
      readState(
        tabQuery,
        filters,
        standardSort,
        pageSize,
        grouped?.by.map(({ name }) => name),
      ),
    [tabQuery, filters, standardSort, pageSize, grouped],
  )
  const input = { ...inputOf(state, filters), ...definition.fixed } as InputOf<E>
  const { watch, exportFile: write } = definition
  const read = useQuery({
    ...q(definition.endpoint, input),
    // The rows of another view would be read for nothing.
    enabled: !isOpening,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      watch && (data as { data: Row[] } | undefined)?.data.some(watch) ? watchedEveryMs : false,
  })
  const { totals: summed } = definition
  const { sort: _sort, group, ...asked } = filterInputOf(state, filters)
  const sums = useQuery({
    ...q(summed ?? definition.endpoint, { ...asked, ...definition.fixed }),
    enabled: summed !== undefined,
    placeholderData: keepPreviousData,
  })
  const heads = useQuery({
    ...q(grouped?.endpoint ?? definition.endpoint, { ...asked, ...definition.fixed, group }),
    enabled: grouped !== undefined && group !== undefined && !isOpening,
    placeholderData: keepPreviousData,
  })
  const page = read.data as { data: Row[]; total: number; more?: boolean; allPage: number } | undefined
  const rows = page?.data ?? none
  const pages = Math.max(page?.allPage ?? 1, 1)

  // The last row of the last page is gone: show the page that is the last one now.
  const beyond = page !== undefined && !read.isPlaceholderData && rows.length === 0 && state.page > pages
  useEffect(() => {
    if (beyond) setQuery({ page: pages === 1 ? null : String(pages) })
  }, [beyond, pages, setQuery])

  const readRows = async (start: number, length: number) => {
    const wanted = { ...inputOf(state, filters), ...definition.fixed, start, length } as InputOf<E>
    return (await client.fetchQuery(q(definition.endpoint, wanted))) as {
      data: Row[]
      total: number
      more?: boolean
    }
  }

  const can = useCan()
  const defined = useMemo(() => {
    // A column of nothing is none: what the contract keeps from the user is not in the rows either.
    const shown = columnParts<E, Row>(definition).filter(({ key, same }) => {
      const permission = definition.endpoint.rowNeeds?.[key]
      return !same?.(state.filters) && (!permission || can(permission))
    })
    return columnsOf(shown, definition.words, t)
  }, [definition, state.filters, t, can])
  const columns = useMemo(() => arrange(defined, preference), [defined, preference])

  return {
    state,
    defaultSort: definition.sort ?? '',
    defaultSize: definition.pageSize ?? defaultPageSize,
    change: setQuery,
    rows,
    total: page?.total,
    more: page?.more ?? false,
    pages,
    phase:
      page && ready ? (rows.length > 0 ? 'ready' : 'empty') : read.isError && ready ? 'failed' : 'loading',
    error: read.error,
    updating: page !== undefined && read.isFetching,
    refresh: () => void read.refetch(),
    totals: summed && (sums.data as Readonly<Record<string, unknown>> | undefined),
    groups: groupsOf(definition, state.group, heads.data as HeadsAnswer | undefined, t),
    columns,
    rowKey: (row) => String(definition.rowKey ? definition.rowKey(row) : (row as { id?: unknown }).id),
    dense: preference.dense,
    preference,
    prefer,
    resetPreference: reset,
    views: saved,
    isPrevious: read.isPlaceholderData,
    readRows,
    readAll: async (most) => {
      const found: Row[] = []
      for (;;) {
        const { data, total } = await readRows(found.length, Math.min(most - found.length, longestPage))
        found.push(...data)
        if (data.length === 0 || found.length >= Math.min(most, total)) return found
      }
    },
    exportFile:
      write &&
      (() =>
        write(
          { ...filterInputOf(state, filters), ...definition.fixed } as FilterInput<E>,
          place(columns).map(({ id }) => id),
        )),
  }
}

function columnsOf<Row extends object>(
  parts: readonly ColumnPart<Row>[],
  words: string | undefined,
  t: T,
): ReadonlyMap<string, Column<Row>> {
  return new Map(
    parts.map((column) => {
      const { key, id = key, kind = 'text' } = column
      const label = labelOf(column.label, key, words, t)
      return [
        id,
        {
          id,
          label,
          kind,
          codes: column.codes,
          tones: column.tones,
          width: widthFor(column, label),
          sort: column.sort ? key : undefined,
          card: column.card ?? false,
          hidden: column.hidden ?? false,
          pinned: column.pinned ?? false,
          cell: column.cell,
          value: (row: Row) => (row as Record<string, unknown>)[key],
        },
      ]
    }),
  )
}
