'use client'
import MenuItem from '@mui/material/MenuItem'
import Menu from '@/components/ui/menu'
import { useT } from '@/lib/i18n/use-t'
import styles from './tab-bar.module.css'
import { useTabLabel } from './tab-label'
import { useTabState, useWorkspace } from './workspace'

/** All open tabs below each other, for a bar that has more than it can show; typing goes to a label. */
export default function TabList({ at, onClose }: { at: HTMLElement; onClose: () => void }) {
  const t = useT()
  const labelOf = useTabLabel()
  const { show } = useWorkspace()
  const tabs = useTabState((state) => state.tabs)
  const active = useTabState((state) => state.active)
  const dirty = useTabState((state) => state.dirty)
  return (
    <Menu
      open
      anchorEl={at}
      onClose={onClose}
      slotProps={{ paper: { style: { width: 260, maxHeight: 'min(480px, 70vh)' } } }}
    >
      {tabs.map((tab) => (
        <MenuItem
          key={tab.key}
          selected={tab.key === active}
          aria-current={tab.key === active ? 'page' : undefined}
          onClick={() => {
            onClose()
            show(tab)
          }}
        >
          <span className={styles.listed}>{labelOf(tab)}</span>
          {dirty.has(tab.key) && (
            <span className={styles.dot}>
              <span className="visually-hidden">{t('shell.unsaved')}</span>
            </span>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}
