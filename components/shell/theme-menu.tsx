'use client'
import ListSubheader from '@mui/material/ListSubheader'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '@/components/ui/icon'
import Menu from '@/components/ui/menu'
import { lookAttributes, type ThemeName, themeNames } from '@/lib/domains/system/rules/settings'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { useSettings } from './settings'
import styles from './theme-menu.module.css'

const labels: Record<ThemeName, MessageKey> = {
  default: 'settings.themeDefault',
  colourful: 'settings.themeColourful',
  black: 'settings.themeBlack',
  gradient: 'settings.themeGradient',
}

/** The four themes, each with its frame in small. */
export default function ThemeMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const t = useT()
  const { settings, change } = useSettings()
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': t('shell.theme') } }}
    >
      <ListSubheader role="presentation" className={styles.head}>
        {t('settings.choose')}
      </ListSubheader>
      {themeNames.map((name) => (
        <MenuItem
          key={name}
          role="menuitemradio"
          aria-checked={settings.theme === name}
          autoFocus={settings.theme === name}
          className={styles.item}
          onClick={() => {
            change({ theme: name })
            onClose()
          }}
        >
          <span
            className={styles.frame}
            {...lookAttributes({ ...settings, theme: name })}
            aria-hidden="true"
          />
          <span className={styles.label}>{t(labels[name])}</span>
          {settings.theme === name && <Icon name="tick" />}
        </MenuItem>
      ))}
    </Menu>
  )
}
