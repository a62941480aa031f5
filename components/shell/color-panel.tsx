'use client'
import { useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { Icon } from '@/components/ui/icon'
import Popover from '@/components/ui/popover'
import { defaultColor } from '@/lib/domains/system/rules/settings'
import { useT } from '@/lib/i18n/use-t'
import styles from './color-panel.module.css'
import { useSettings } from './settings'

/** Seeds far enough apart to be told from each other; any other is one's own. */
const seeds = [
  defaultColor,
  '#5B6EE1',
  '#8E5CD9',
  '#C2417C',
  '#D9534F',
  '#D9822B',
  '#B08D1E',
  '#2E8B57',
  '#14908E',
]

/** The colour of the console: one of a row, one's own, or the tenant's again. It acts at once. */
export default function ColorPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const { settings, about, change } = useSettings()
  const worn = (settings.color || about.color).toUpperCase()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('shell.color') } }}
    >
      <div className={styles.panel}>
        <div className={styles.seeds}>
          {seeds.map((seed) => (
            <button
              key={seed}
              type="button"
              className={styles.seed}
              style={{ background: seed }}
              aria-label={seed}
              aria-pressed={worn === seed.toUpperCase()}
              onClick={() => change({ color: seed })}
            >
              {worn === seed.toUpperCase() && <Icon name="tick" />}
            </button>
          ))}
        </div>
        <label className={styles.own} htmlFor={id}>
          {t('settings.ownColor')}
          <input
            id={id}
            type="color"
            value={worn}
            onChange={(event) => change({ color: event.target.value })}
          />
        </label>
        <ActionButton size="small" onClick={() => change({ color: '' })}>
          {t('settings.tenantColor')}
        </ActionButton>
      </div>
    </Popover>
  )
}
