'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { CopyButton } from '@/components/ui/copy-button'
import Dialog from '@/components/ui/dialog'
import { showDateTime } from '@/components/ui/time-text'
import type { openings } from '@/lib/domains/openings/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './openings.module.css'

export type Handed = OutputOf<typeof openings.handOver>

/** The one-time password of a shop, shown this once: it closes by its button alone. */
export default function PasswordDialog({
  of: { account, password, until },
  onClose,
}: {
  of: Handed
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open aria-labelledby={id} slotProps={{ paper: { style: { maxWidth: 444 } } }}>
      <DialogTitle id={id}>{t('openings.passwordTitle')}</DialogTitle>
      <DialogContent>
        <p>{t('openings.passwordLead', { account, until: showDateTime(until) })}</p>
        <p className={styles.password}>
          <output aria-label={t('openings.passwordLabel')}>{password}</output>
          <CopyButton text={password} />
        </p>
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('openings.passwordTaken')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
