import { useEffect, useEffectEvent } from 'react'
import { noteRows } from '@/lib/client/row-trail'
import type { List } from './use-list'

/** Keeps the list as it is left: the record that a row opens leads on to those beside it. */
export function useNotedRows<Row extends object>(
  name: string,
  { rows, total = 0, more, state, isPrevious, rowKey, readRows }: List<Row>,
  open: ((row: Row) => string | undefined) | undefined,
): void {
  const note = useEffectEvent((shown: readonly Row[]) => {
    if (!open || shown.length === 0) return
    const seen = (some: readonly Row[]) => some.map((row) => ({ id: rowKey(row), address: open(row) }))
    const { page, size, ...asked } = state
    noteRows(name, {
      query: JSON.stringify(asked),
      rows: seen(shown),
      start: (page - 1) * size,
      total,
      more,
      read: async (start, length) => {
        const found = await readRows(start, length)
        return { rows: seen(found.data), total: found.total, more: found.more ?? false }
      },
    })
  })
  useEffect(() => {
    if (!isPrevious) note(rows)
  }, [rows, isPrevious])
}
