'use client'
import { Minus } from 'lucide'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import Popover from '@/components/ui/popover'
import { useT } from '@/lib/i18n/use-t'
import styles from './list.module.css'
import { moved, widthWithin } from './list-columns'
import type { ListPreference } from './list-preference'

/** The chooser reads and changes these of a list, whatever its rows are. */
type Columns = {
  columns: readonly { id: string; label: string; width: number; visible: boolean; pinned: boolean }[]
  preference: ListPreference
  prefer: (part: Partial<ListPreference>) => void
  resetPreference: () => void
}

/** Pixels for each press. */
const step = 20

/** The user says which columns, in which order, how wide, which stay at the left: all the mouse drags, by buttons. */
export default function ColumnChooser({
  list: { columns, preference, prefer, resetPreference },
  anchor,
  onClose,
}: {
  list: Columns
  anchor: HTMLElement
  onClose: () => void
}) {
  const t = useT()
  const order = columns.map(({ id }) => id)
  const pin = (id: string, wanted: boolean) => {
    const pinned = columns.filter((column) => column.pinned && column.id !== id).map((column) => column.id)
    prefer({ pinned: wanted ? [...pinned, id] : pinned })
  }
  const resize = (id: string, width: number) =>
    prefer({ widths: { ...preference.widths, [id]: widthWithin(width) } })
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
          {columns.map(({ id, label, width, visible, pinned }, i) => (
            <li key={id}>
              <label>
                <input
                  type="checkbox"
                  checked={visible}
                  onChange={({ target }) =>
                    prefer({ visibility: { ...preference.visibility, [id]: target.checked } })
                  }
                />
                {label}
              </label>
              <IconButton
                icon="pin"
                size="small"
                label={t('list.pin', { label })}
                aria-pressed={pinned}
                onClick={() => pin(id, !pinned)}
              />
              <IconButton
                icon={Minus}
                size="small"
                label={t('list.narrower', { label })}
                busy={width === widthWithin(width - step)}
                onClick={() => resize(id, width - step)}
              />
              <output>{width}</output>
              <IconButton
                icon="plus"
                size="small"
                label={t('list.wider', { label })}
                busy={width === widthWithin(width + step)}
                onClick={() => resize(id, width + step)}
              />
              <IconButton
                icon="up"
                size="small"
                label={t('list.moveUp', { label })}
                busy={i === 0}
                onClick={() => prefer({ order: moved(order, id, -1) })}
              />
              <IconButton
                icon="down"
                size="small"
                label={t('list.moveDown', { label })}
                busy={i === order.length - 1}
                onClick={() => prefer({ order: moved(order, id, 1) })}
              />
            </li>
          ))}
        </ul>
        <ActionButton variant="text" size="small" onClick={resetPreference}>
          {t('list.columnsReset')}
        </ActionButton>
      </div>
    </Popover>
  )
}
