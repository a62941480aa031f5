'use client'
import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import Menu from '@/components/ui/menu'
import {
  type Closing,
  closeAll,
  closeLeft,
  closeOthers,
  closeRight,
  closeTab,
  reorderTab,
  type Tab,
} from '@/lib/domains/workspace/rules/tabs'
import { useT } from '@/lib/i18n/use-t'
import { useTabState, useWorkspace } from './workspace'

export type TabMenuPlace = { tab: Tab; at: HTMLElement }

/** Everything that can be done with a tab; what would change nothing is off. */
export default function TabMenu({ tab, at, onClose }: TabMenuPlace & { onClose: () => void }) {
  const t = useT()
  const { store, refresh, close, reopen } = useWorkspace()
  const tabs = useTabState((state) => state.tabs)
  const active = useTabState((state) => state.active)
  const canReopen = useTabState((state) => state.closed.length > 0)
  const index = tabs.findIndex(({ key }) => key === tab.key)
  const pinned = tabs[index]?.pinned ?? false
  const canMoveTo = (to: number) =>
    to < tabs.length && reorderTab(tabs, tab.key, to).findIndex(({ key }) => key === tab.key) !== index

  const closings = [
    ['tabMenu.close', closeTab(tabs, tab.key, active)],
    ['tabMenu.closeOthers', closeOthers(tabs, tab.key, active)],
    ['tabMenu.closeLeft', closeLeft(tabs, tab.key, active)],
    ['tabMenu.closeRight', closeRight(tabs, tab.key, active)],
    ['tabMenu.closeAll', closeAll(tabs, active)],
  ] as const satisfies readonly (readonly [string, Closing])[]

  const run = (action: () => unknown) => {
    onClose()
    void action()
  }
  return (
    <Menu open anchorEl={at} onClose={onClose}>
      <MenuItem onClick={() => run(() => refresh(tab.key))}>{t('tabMenu.refresh')}</MenuItem>
      <Divider />
      {closings.map(([key, closing]) => (
        <MenuItem key={key} disabled={closing.closed.length === 0} onClick={() => run(() => close(closing))}>
          {t(key)}
        </MenuItem>
      ))}
      <Divider />
      <MenuItem disabled={index <= 0} onClick={() => run(() => store.pin(tab.key, !pinned))}>
        {t(pinned ? 'tabMenu.unpin' : 'tabMenu.pin')}
      </MenuItem>
      <MenuItem disabled={!canMoveTo(index - 1)} onClick={() => run(() => store.reorder(tab.key, index - 1))}>
        {t('tabMenu.moveLeft')}
      </MenuItem>
      <MenuItem disabled={!canMoveTo(index + 1)} onClick={() => run(() => store.reorder(tab.key, index + 1))}>
        {t('tabMenu.moveRight')}
      </MenuItem>
      <MenuItem disabled={!canReopen} onClick={() => run(reopen)}>
        {t('tabMenu.reopen')}
      </MenuItem>
    </Menu>
  )
}
