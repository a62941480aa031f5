'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type ReactTable,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTabLocation } from '@/components/ui/tab-port'
import type { ApiError } from '@/lib/client/api-error'
import { q } from '@/lib/client/query'
import type { Endpoint, InputOf } from '@/lib/contracts/endpoint'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { FilterInput, ListDefinition, RowOf } from './define-list'
import { type ColumnPart, columnParts, filterParts, labelOf } from './list-parts'
import { type ListPreference, useListPreference } from './list-preference'
import { type Changes, defaultPageSize, filterInputOf, inputOf, type ListState, readState } from './list-url'

export const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
})
export type ListTableModel<Row extends object> = ReactTable<typeof features, Row>

/** A column as the table draws it: its definition without the types of its endpoint. */
export type Column<Row> = {
  id: string
  label: string
  kind: NonNullable<ColumnPart<Row>['kind']>
  width: number
  sort: string | undefined
  card: boolean
  hidden: boolean
  cell: ((row: Row) => ReactNode) | undefined
  value: (row: Row) => unknown
}

export type List<Row extends object> = {
  state: ListState
  /** Rows of a page when the URL does not say. */
  defaultSize: number
  /** Changes parameters of the tab's URL; see list-url.ts for the changes there are. */
  change: (changes: Changes) => void
  rows: Row[]
  total: number
  /** There are more rows than `total`. */
  more: boolean
  pages: number
  phase: 'loading' | 'failed' | 'empty' | 'ready'
  error: ApiError | null
  /** Newer rows than those shown are on their way. */
  updating: boolean
  refresh: () => void
  columns: ReadonlyMap<string, Column<Row>>
  /** Order, visibility, pinning and widths of the columns. */
  table: ListTableModel<Row>
  rowKey: (row: Row) => string
  dense: boolean
  prefer: (part: Partial<ListPreference>) => void
  resetPreference: () => void
  /** Writes the filter and the columns shown into a file; absent when the list has no export. */
  exportFile: (() => Promise<void>) | undefined
}

const none: never[] = []
const defaultWidth = 120

/**
 * The pieces of a list, to be placed by hand (level 2): state in the tab's URL, rows, columns, preference.
 *
 *     const list = useList(intakes)
 *     return <><FilterBar definition={intakes} list={list} /><ListTable list={list} /><Pager list={list} /></>
 */
export function useList<E extends Endpoint>(definition: ListDefinition<E>): List<RowOf<E> & object> {
  type Row = RowOf<E> & object
  const t = useT()
  const { query: tabQuery, setQuery } = useTabLocation()
  const { preference, ready, change: prefer, reset } = useListPreference(definition.name)
  const filters = filterParts(definition)

  const state = useMemo(
    () => readState(tabQuery, filters, definition.sort, definition.pageSize),
    [tabQuery, filters, definition.sort, definition.pageSize],
  )
  const input = { ...inputOf(state, filters), ...definition.fixed } as InputOf<E>
  const read = useQuery({ ...q(definition.endpoint, input), placeholderData: keepPreviousData })
  const page = read.data as { data: Row[]; total: number; more?: boolean; allPage: number } | undefined
  const rows = page?.data ?? none
  const pages = Math.max(page?.allPage ?? 1, 1)

  // The last row of the last page is gone: show the page that is the last one now.
  const beyond = page !== undefined && !read.isPlaceholderData && rows.length === 0 && state.page > pages
  useEffect(() => {
    if (beyond) setQuery({ page: pages === 1 ? null : String(pages) })
  }, [beyond, pages, setQuery])

  const columns = useMemo(() => columnsOf(columnParts<E, Row>(definition), t), [definition, t])
  const table = useColumnTable(columns, rows, preference, prefer)
  const shown = () => table.getVisibleLeafColumns().map((column) => column.id)

  return {
    state,
    defaultSize: definition.pageSize ?? defaultPageSize,
    change: setQuery,
    rows,
    total: page?.total ?? 0,
    more: page?.more ?? false,
    pages,
    phase:
      page && ready ? (rows.length > 0 ? 'ready' : 'empty') : read.isError && ready ? 'failed' : 'loading',
    error: read.error,
    updating: page !== undefined && read.isFetching,
    refresh: () => void read.refetch(),
    columns,
    table,
    rowKey: (row) => String(definition.rowKey ? definition.rowKey(row) : (row as { id?: unknown }).id),
    dense: preference.dense,
    prefer,
    resetPreference: reset,
    exportFile:
      definition.exportFile &&
      (async () =>
        definition.exportFile?.(
          { ...filterInputOf(state, filters), ...definition.fixed } as FilterInput<E>,
          shown(),
        )),
  }
}

function columnsOf<Row extends object>(
  parts: readonly ColumnPart<Row>[],
  t: T,
): ReadonlyMap<string, Column<Row>> {
  return new Map(
    parts.map((column) => {
      const { key, id = key, kind = 'text', width = defaultWidth } = column
      return [
        id,
        {
          id,
          label: labelOf(column.label, key, t),
          kind,
          width,
          sort: column.sort ? key : undefined,
          card: column.card ?? false,
          hidden: column.hidden ?? false,
          cell: column.cell,
          value: (row: Row) => (row as Record<string, unknown>)[key],
        },
      ]
    }),
  )
}

function useColumnTable<Row extends object>(
  columns: ReadonlyMap<string, Column<Row>>,
  rows: Row[],
  preference: ListPreference,
  prefer: (part: Partial<ListPreference>) => void,
): ListTableModel<Row> {
  const defs = useMemo(
    () => Array.from(columns.values(), ({ id, width }) => ({ id, size: width, minSize: 60, maxSize: 800 })),
    [columns],
  )
  const state = useMemo(() => {
    const ids = [...columns.keys()]
    const known = preference.order.filter((id) => columns.has(id))
    const hidden = Array.from(columns.values(), ({ id, hidden }) => [id, !hidden] as const)
    return {
      columnVisibility: { ...Object.fromEntries(hidden), ...preference.visibility },
      // A column that is newer than the user's order stands where the list puts it, at the end.
      columnOrder: [...known, ...ids.filter((id) => !known.includes(id))],
      columnPinning: {
        start: (preference.pinned ?? ids.slice(0, 1)).filter((id) => columns.has(id)),
        end: [],
      },
      columnSizing: { ...preference.widths },
    }
  }, [columns, preference])
  return useTable({
    features,
    columns: defs,
    data: rows,
    state,
    columnResizeMode: 'onChange',
    onColumnVisibilityChange: (next) => prefer({ visibility: resolve(next, state.columnVisibility) }),
    onColumnOrderChange: (next) => prefer({ order: resolve(next, state.columnOrder) }),
    onColumnPinningChange: (next) => prefer({ pinned: resolve(next, state.columnPinning).start }),
    onColumnSizingChange: (next) => prefer({ widths: resolve(next, state.columnSizing) }),
  })
}

function resolve<S>(next: Updater<S>, current: S): S {
  return next instanceof Function ? next(current) : next
}
