import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import cards from '@/components/ui/card-table.module.css'
import Dialog from '@/components/ui/dialog'
import { useT } from '@/lib/i18n/use-t'
import type { Verb } from './verb'
import styles from './verb.module.css'

/** A row that a verb was not done to: why, and who can clear it, in a line or with the way there. */
export type Left = { row: unknown; reason: string; who?: ReactNode }

/** The rows that a verb on many left undone. */
export function LeftRows({
  verb,
  left,
  onClose,
}: {
  verb: Verb<unknown>
  left: readonly Left[]
  onClose: () => void
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('verbs.leftTitle', { verb: t(verb.label), count: left.length })}</DialogTitle>
      <DialogContent>
        <table className={cards.table}>
          <thead>
            <tr>
              <th scope="col">{t('verbs.leftRow')}</th>
              <th scope="col">{t('verbs.leftReason')}</th>
            </tr>
          </thead>
          <tbody>
            {left.map(({ row, reason, who }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may bear the same name
              <tr key={at}>
                <td data-label={t('verbs.leftRow')}>{verb.name(row)}</td>
                <td data-label={t('verbs.leftReason')}>
                  {reason}
                  {who && <div className={styles.who}>{who}</div>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </DialogContent>
      <DialogActions>
        <ActionButton variant="primary" onClick={onClose}>
          {t('shell.close')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
