'use client'
import { type CSSProperties, memo, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import Link from '@/components/ui/link'
import { Bone } from '@/components/ui/states'
import { MoneyText } from '@/components/ui/texts'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import { alignOf, CellValue } from './cell'
import styles from './list.module.css'
import { type Placed, place, widthWithin } from './list-columns'
import { sortChange } from './list-url'
import { type RowAction, RowActions, useActionsWidth } from './row-actions'
import { PageBox, RowBox } from './selection-boxes'
import { useColumnDrag } from './use-column-drag'
import type { Column, List } from './use-list'
import { useRowKeys } from './use-list-keys'
import { useMoreBeside } from './use-more-beside'
import type { Selection } from './use-selection'

const boxWidth = 36
const skeletonRows = 20

/**
 * The table of a list: head and operation column stay in sight, the operations at the right edge; the first column of
 * the record opens it, j and k move between rows. Heads are dragged into another order, their edges wider or
 * narrower; a shadow stands where there is more to scroll to. Below 768 px each row is a card of the columns marked
 * `card`.
 */
export function ListTable<Row extends object>({
  list,
  open,
  current,
  peek,
  rowActions,
  selection,
  children,
}: {
  list: List<Row>
  open?: ((row: Row) => string | undefined) | undefined
  /** The address of the row that is shown beside the list. */
  current?: string | undefined
  /** The act of `o` on the row that has the focus. */
  peek?: ((row: Row) => void) | undefined
  rowActions?: (row: Row) => readonly RowAction[]
  /** Rows may be chosen: a box before their columns. */
  selection?: Selection<Row> | undefined
  /** The content that stands in the place of rows when there are none. */
  children?: ReactNode
}) {
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  useRowKeys(frame, (at) => {
    const row = list.rows[at]
    if (row) peek?.(row)
  })
  useMoreBeside(frame)
  const drag = useColumnDrag(list.columns, list.prefer)
  useTips()
  const shown = useMemo(() => place(list.columns), [list.columns])
  const actions = rowActions ? list.rows.map(rowActions) : []
  const actionsWidth = useActionsWidth(actions)
  const boxes = selection ? boxWidth : 0
  const width = shown.reduce((sum, column) => sum + column.width, boxes + (rowActions ? actionsWidth : 0))
  const measures = { '--w': `${width}px`, '--boxes': `${boxes}px`, '--actions': `${actionsWidth}px` }

  return (
    <div className={styles.edges}>
      <div
        className={styles.frame}
        ref={frame}
        data-dense={list.dense || undefined}
        onPointerOver={tellWhole}
      >
        <table
          className={styles.table}
          style={measures as CSSProperties}
          aria-busy={list.updating || list.phase === 'loading'}
        >
          <thead>
            <tr onClickCapture={drag.onClickCapture}>
              {selection && (
                <td className={styles.boxCell}>
                  <PageBox rows={list.rows} selection={selection} />
                </td>
              )}
              {shown.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  style={placeOf(column)}
                  data-column={column.id}
                  data-pinned={column.pinned || undefined}
                  data-edge={column.edge || undefined}
                  data-drag={drag.markOf(column.id)}
                  data-align={alignOf(column.kind)}
                  onPointerDown={(event) => drag.onPointerDown(event, column.id)}
                  onPointerMove={drag.onPointerMove}
                  onPointerUp={drag.onPointerUp}
                  onPointerCancel={drag.onPointerCancel}
                  aria-sort={ariaSort(column, list)}
                >
                  <HeadLabel column={column} list={list} />
                  <Grip
                    label={t('list.resize', { label: column.label })}
                    width={column.width}
                    onWidth={(next) =>
                      list.prefer({ widths: { ...list.preference.widths, [column.id]: next } })
                    }
                  />
                </th>
              ))}
              {rowActions && (
                <th scope="col" className={styles.actionCell}>
                  {t('list.actions')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {list.phase === 'loading' && (
              <SkeletonRows
                columns={shown}
                rows={list.state.size}
                boxes={selection !== undefined}
                actions={rowActions !== undefined}
              />
            )}
            {list.phase === 'ready' &&
              list.rows.flatMap((row, at) => [
                isGroupStart(list, at) && (
                  <GroupRow
                    key={`group ${list.rowKey(row)}`}
                    row={row}
                    list={list}
                    columns={shown}
                    boxes={selection !== undefined}
                    actions={rowActions !== undefined}
                  />
                ),
                <tr
                  key={list.rowKey(row)}
                  // The keys j and k stop at the row itself where nothing opens.
                  tabIndex={open?.(row) === undefined ? -1 : undefined}
                  data-row={open?.(row) === undefined || undefined}
                  data-current={(current !== undefined && open?.(row) === current) || undefined}
                  data-chosen={selection?.has(row) || undefined}
                >
                  {selection && (
                    <td className={styles.boxCell}>
                      <RowBox row={row} name={nameIn(row, shown)} selection={selection} />
                    </td>
                  )}
                  <Cells row={row} columns={shown} open={open?.(row)} />
                  {rowActions && (
                    <td className={styles.actionCell}>
                      <RowActions actions={actions[at] ?? []} />
                    </td>
                  )}
                </tr>,
              ])}
          </tbody>
          {list.phase === 'ready' && list.totals && (
            <tfoot>
              <tr>
                {selection && <td className={styles.boxCell} />}
                <SumCells sums={list.totals} columns={shown} first={t('list.sums')} />
                {rowActions && <td className={styles.actionCell} />}
              </tr>
            </tfoot>
          )}
        </table>
        {list.phase !== 'ready' && list.phase !== 'loading' && (
          <div className={styles.instead}>{children}</div>
        )}
      </div>
    </div>
  )
}

type Shown<Row> = Column<Row> & Placed

/** The name of a row: the text in its first column. */
const nameIn = <Row,>(row: Row, [first]: readonly Shown<Row>[]) => String(first?.value(row) ?? '')

function RowCells<Row>({
  row,
  columns,
  open,
}: {
  row: Row
  columns: readonly Shown<Row>[]
  open: string | undefined
}): ReactNode {
  return columns.map((column, i) => (
    <td
      key={column.id}
      style={placeOf(column)}
      data-pinned={column.pinned || undefined}
      data-edge={column.edge || undefined}
      data-align={alignOf(column.kind)}
      data-kind={column.kind}
      data-card={column.card || i === 0 || undefined}
      data-label={column.label}
    >
      {i === 0 && open !== undefined ? (
        <Link href={open} data-row>
          <CellValue column={column} row={row} />
        </Link>
      ) : (
        <CellValue column={column} row={row} />
      )}
    </td>
  ))
}

/** The values of a row. They are drawn anew when they are others, not when the list is asked for or its tab is shown. */
const Cells = memo(RowCells) as typeof RowCells

const groupKey = <Row extends object>(row: Row | undefined, name: string): string | null | undefined => {
  const value = (row as Record<string, unknown> | undefined)?.[name]
  return value === null || value === undefined ? value : String(value)
}

/** True of the first row of a page, and of one of another group than the row before. */
function isGroupStart<Row extends object>({ rows, groups }: List<Row>, at: number): boolean {
  const name = groups?.name
  if (name === undefined) return false
  return at === 0 || groupKey(rows[at - 1], name) !== groupKey(rows[at], name)
}

/** The head of a group: its rows on all pages, and what they add up to. */
function GroupRow<Row extends object>({
  row,
  list,
  columns,
  boxes,
  actions,
}: {
  row: Row
  list: List<Row>
  columns: readonly Shown<Row>[]
  boxes: boolean
  actions: boolean
}) {
  const t = useT()
  const { name = '', heads, show } = list.groups ?? {}
  const head = heads?.find(({ key }) => key === groupKey(row, name))
  const column = list.columns.find(({ id }) => id === name)
  const label = show ? show(row) : column ? <CellValue column={column} row={row} /> : groupKey(row, name)
  return (
    <tr data-group>
      {boxes && <td className={styles.boxCell} />}
      <SumCells
        sums={head?.sums ?? {}}
        columns={columns}
        first={
          <>
            {label} {head && t('list.groupCount', { count: head.count })}
          </>
        }
      />
      {actions && <td className={styles.actionCell} />}
    </tr>
  )
}

/** The sums below their columns; the first cell says of which rows they are. */
function SumCells<Row>({
  sums,
  columns,
  first,
}: {
  sums: Readonly<Record<string, unknown>>
  columns: readonly Shown<Row>[]
  first: ReactNode
}): ReactNode {
  return columns.map((column, i) => (
    <td
      key={column.id}
      style={placeOf(column)}
      data-pinned={column.pinned || undefined}
      data-edge={column.edge || undefined}
      data-align={alignOf(column.kind)}
      data-kind={column.kind}
      data-card={column.id in sums || i === 0 || undefined}
      data-label={i === 0 ? '' : column.label}
    >
      {i === 0 ? first : column.id in sums && <MoneyText value={String(sums[column.id])} />}
    </td>
  ))
}

/** A cell, or an operation that has no tooltip of its own. */
const cuttable = `td[data-label],th,.${styles.actions}>:not([aria-disabled])`

/** The tooltip tells what a narrow column cuts off. */
function tellWhole({ target }: PointerEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>(cuttable) : null
  if (!cell) return
  const cut = [cell, ...cell.children].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  if (cut) cell.dataset.tip = cell.textContent ?? ''
  else delete cell.dataset.tip
}

/** As high as the rows will be: nothing jumps when they come. */
function SkeletonRows<Row>({
  columns,
  rows,
  boxes,
  actions,
}: {
  columns: readonly Shown<Row>[]
  rows: number
  boxes: boolean
  actions: boolean
}) {
  const keys = Array.from({ length: Math.min(rows, skeletonRows) }, (_, row) => `row-${row}`)
  return keys.map((key) => (
    <tr key={key}>
      {boxes && <td className={styles.boxCell} />}
      {columns.map((column) => (
        <td
          key={column.id}
          style={placeOf(column)}
          data-pinned={column.pinned || undefined}
          data-edge={column.edge || undefined}
          data-card={column.card || undefined}
        >
          <Bone />
        </td>
      ))}
      {actions && <td className={styles.actionCell} />}
    </tr>
  ))
}

/** Widths and places are variables: on a narrow screen, where rows are cards, nothing uses them. */
function placeOf({ width, at }: { width: number } & Placed): CSSProperties {
  return { '--w': `${width}px`, ...(at !== undefined && { '--at': `${at}px` }) } as CSSProperties
}

/** The edge of a head that is dragged to make the column wider or narrower; `width` in pixels. */
function Grip({ label, width, onWidth }: { label: string; width: number; onWidth: (width: number) => void }) {
  const [start, setStart] = useState<{ x: number; width: number } | null>(null)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.grip}
      data-grip
      aria-label={label}
      data-active={start !== null || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId)
        setStart({ x: event.clientX, width })
      }}
      onPointerMove={(event) => {
        if (start) onWidth(widthWithin(start.width + event.clientX - start.x))
      }}
      onPointerUp={() => setStart(null)}
      onPointerCancel={() => setStart(null)}
    />
  )
}

/** Rows of a group stand in the order in which they were made: no column sorts them. */
const sortOf = <Row extends object>({ sort }: Column<Row>, { groups }: List<Row>) =>
  groups?.name === undefined ? sort : undefined

function ariaSort<Row extends object>(
  column: Column<Row>,
  list: List<Row>,
): 'ascending' | 'descending' | undefined {
  const sort = sortOf(column, list)
  const current = list.state.sort
  if (!sort || !current.startsWith(`${sort}:`)) return undefined
  return current.endsWith(':asc') ? 'ascending' : 'descending'
}

function HeadLabel<Row extends object>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { label } = column
  const sort = sortOf(column, list)
  if (!sort) return label
  const direction = ariaSort(column, list)
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={() => list.change(sortChange(sort, list.state.sort, list.defaultSort))}
    >
      {label}
      <span data-active={direction !== undefined || undefined}>
        <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />
      </span>
    </button>
  )
}
