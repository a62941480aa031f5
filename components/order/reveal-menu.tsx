'use client'
import MenuItem from '@mui/material/MenuItem'
import Menu from '@/components/ui/menu'
import { type CasePurpose, casePurposes } from '@/lib/domains/identity/rules/reveal'
import { useT } from '@/lib/i18n/use-t'
import styles from './reveal-menu.module.css'

/** The purpose for which the personal data of a case are wanted: it is asked once, and the audit log keeps it. */
export default function RevealMenu({
  anchor,
  count,
  onChoose,
  onClose,
}: {
  anchor: HTMLElement
  /** Values that will be shown. */
  count: number
  onChoose: (purpose: CasePurpose) => void
  onClose: () => void
}) {
  const t = useT()
  return (
    <Menu
      anchorEl={anchor}
      open
      onClose={onClose}
      slotProps={{ list: { 'aria-label': t('details.revealFor') } }}
    >
      <li className={styles.purpose} role="presentation">
        <strong>{t('details.revealFor')}</strong>
        <span>{t('details.revealHint', { count })}</span>
      </li>
      {casePurposes.map((purpose) => (
        <MenuItem key={purpose} onClick={() => onChoose(purpose)}>
          {t(`details.purpose.${purpose}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}
