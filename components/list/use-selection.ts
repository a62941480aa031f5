'use client'
import { useRef, useState } from 'react'
import { mostOfBulk } from '@/lib/platform/bulk/rules/bulk'
import type { List } from './use-list'

export type Selection<Row> = {
  /** In the order of choosing, those of other pages too. */
  rows: readonly Row[]
  has(row: Row): boolean
  /** True where it may be chosen now. */
  open(row: Row): boolean
  /** @param range up to the row that was chosen last, as with Shift */
  choose(row: Row, on: boolean, range?: boolean): void
  /** All rows of the page. */
  choosePage(on: boolean): void
  /** The rows that match beyond the page, as far as one go takes them; 0 where all that may be are chosen. */
  beyond: number
  /** All rows that match, of other pages too. */
  chooseAll(): Promise<void>
  /** These alone stay chosen. */
  keep(rows: readonly Row[]): void
}

/**
 * The rows of a list that are chosen for a verb on many. They stay chosen from page to page, with what is newest of
 * them; another filter chooses anew, so that nobody acts on what he no longer sees the reason of.
 *
 * @param mayChoose whether any verb is for the row
 */
export function useSelection<Row extends object>(
  {
    rows,
    rowKey,
    state,
    total = 0,
    readAll = async () => [...rows],
  }: Pick<List<Row>, 'rows' | 'rowKey'> &
    Partial<Pick<List<Row>, 'total' | 'readAll'>> & { state: Pick<List<Row>['state'], 'q' | 'filters'> },
  mayChoose: (row: Row) => boolean = () => true,
): Selection<Row> {
  const filter = JSON.stringify([state.q, state.filters])
  const [held, setHeld] = useState<{ filter: string; rows: ReadonlyMap<string, Row> }>()
  const [whole, setWhole] = useState<string>()
  const last = useRef<string>(undefined)
  const before: ReadonlyMap<string, Row> = held?.filter === filter ? held.rows : new Map()
  const newest = new Map(rows.map((row) => [rowKey(row), row]))
  const chosen = new Map([...before].map(([key, row]) => [key, newest.get(key) ?? row]))

  const isWhole = whole === filter && chosen.size > 0
  const put = (next: ReadonlyMap<string, Row>) => {
    setHeld({ filter, rows: next })
    setWhole(undefined)
  }
  const isOpen = (row: Row) => chosen.has(rowKey(row)) || (chosen.size < mostOfBulk && mayChoose(row))
  const set = (some: readonly Row[], on: boolean) => {
    const next = new Map(chosen)
    for (const row of some) {
      if (!on) next.delete(rowKey(row))
      else if (next.size < mostOfBulk && mayChoose(row)) next.set(rowKey(row), row)
    }
    put(next)
  }
  return {
    rows: [...chosen.values()],
    has: (row) => chosen.has(rowKey(row)),
    open: isOpen,
    choose: (row, on, range) => {
      const keys = rows.map(rowKey)
      const at = keys.indexOf(rowKey(row))
      const from = range && last.current !== undefined ? keys.indexOf(last.current) : at
      last.current = rowKey(row)
      set(from < 0 ? [row] : rows.slice(Math.min(from, at), Math.max(from, at) + 1), on)
    },
    choosePage: (on) => set(rows, on),
    beyond: total > rows.length && !isWhole ? Math.min(total, mostOfBulk) : 0,
    chooseAll: async () => {
      set(await readAll(mostOfBulk), true)
      setWhole(filter)
    },
    keep: (some) => put(new Map(some.map((row) => [rowKey(row), row]))),
  }
}
