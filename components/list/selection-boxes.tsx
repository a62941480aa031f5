'use client'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'
import type { Selection } from './use-selection'

/** The box of a row; with Shift it takes all rows from the one before. */
export function RowBox<Row>({ row, name, selection }: { row: Row; name: string; selection: Selection<Row> }) {
  const t = useT()
  return (
    <input
      type="checkbox"
      className={styles.box}
      data-box
      checked={selection.has(row)}
      disabled={!selection.open(row)}
      aria-label={t('list.selectRow', { name })}
      // A change does not say whether Shift was held; the click before it does, and Space is a click too.
      onClick={(event) => selection.choose(row, !selection.has(row), event.shiftKey)}
      onChange={() => undefined}
    />
  )
}

/** The box of the page. */
export function PageBox<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const t = useT()
  const open = rows.filter(selection.open)
  const chosen = open.filter(selection.has)
  const isAll = chosen.length > 0 && chosen.length === open.length
  return (
    <input
      type="checkbox"
      className={styles.box}
      checked={isAll}
      disabled={open.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = chosen.length > 0 && !isAll
      }}
      aria-label={t('list.selectAll')}
      onChange={({ target }) => selection.choosePage(target.checked)}
    />
  )
}
