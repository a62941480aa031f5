'use client'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { toast } from '@/components/ui/toast'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'
import type { List } from './use-list'

/** Refresh, density, columns and export, at the right of a list's head. */
export function ListTools<Row extends object>({ list }: { list: List<Row> }) {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton icon="refresh" label={t('list.refresh')} busy={list.updating} onClick={list.refresh} />
      <IconButton
        icon="rows"
        label={t(list.dense ? 'list.normal' : 'list.dense')}
        aria-pressed={list.dense}
        onClick={() => list.prefer({ dense: !list.dense })}
      />
      <IconButton
        icon="columns"
        label={t('list.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {list.exportFile && <ExportButton exportFile={list.exportFile} />}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('list.columns') } }}
      >
        <ColumnChooser list={list} />
      </Popover>
    </>
  )
}

function ExportButton({ exportFile }: { exportFile: () => Promise<void> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await exportFile()
      toast.success(t('list.exported'))
    } catch {
      // The error funnel has shown it.
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton icon="download" busy={busy} onClick={run}>
      {t('list.export')}
    </ActionButton>
  )
}

/** Which columns, in which order, which stay at the left. */
function ColumnChooser<Row extends object>({
  list: { table, columns, resetPreference },
}: {
  list: List<Row>
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
  )
}
