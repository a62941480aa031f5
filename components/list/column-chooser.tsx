'use client'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import Popover from '@/components/ui/popover'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'

/** What the chooser reads and changes of a list, whatever its rows are. */
type Columns = {
  columns: ReadonlyMap<string, { label: string }>
  table: {
    state: { columnOrder: string[] }
    setColumnOrder(order: string[]): void
    getColumn(id: string):
      | {
          getIsVisible(): boolean
          toggleVisibility(visible: boolean): void
          getIsPinned(): false | 'start' | 'end'
          pin(at: false | 'start'): void
        }
      | undefined
  }
  resetPreference: () => void
}

/** Which columns, in which order, which stay at the left. */
export default function ColumnChooser({
  list: { table, columns, resetPreference },
  anchor,
  onClose,
}: {
  list: Columns
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  const order = table.state.columnOrder
  const move = (id: string, step: number) => {
    const from = order.indexOf(id)
    const next = order.filter((one) => one !== id)
    next.splice(from + step, 0, id)
    table.setColumnOrder(next)
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('list.columns') } }}
    >
      <div className={styles.chooser}>
        <ul>
          {order.map((id, i) => {
            const column = table.getColumn(id)
            const label = columns.get(id)?.label ?? id
            if (!column) return null
            return (
              <li key={id}>
                <label>
                  <input
                    type="checkbox"
                    checked={column.getIsVisible()}
                    onChange={(event) => column.toggleVisibility(event.target.checked)}
                  />
                  {label}
                </label>
                <IconButton
                  icon="pin"
                  size="small"
                  label={t('list.pin', { label })}
                  aria-pressed={column.getIsPinned() !== false}
                  onClick={() => column.pin(column.getIsPinned() ? false : 'start')}
                />
                <IconButton
                  icon="up"
                  size="small"
                  label={t('list.moveUp', { label })}
                  busy={i === 0}
                  onClick={() => move(id, -1)}
                />
                <IconButton
                  icon="down"
                  size="small"
                  label={t('list.moveDown', { label })}
                  busy={i === order.length - 1}
                  onClick={() => move(id, 1)}
                />
              </li>
            )
          })}
        </ul>
        <ActionButton variant="text" size="small" onClick={resetPreference}>
          {t('list.columnsReset')}
        </ActionButton>
      </div>
    </Popover>
  )
}
