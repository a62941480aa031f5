'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { ReactNode } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { showDateTime } from '@/components/ui/time-text'
import type { Conflict } from '@/lib/contracts/errors'
import { useT } from '@/lib/i18n/use-t'
import styles from './form.module.css'

/** Two people edited one record: what differs, and whose values to go on with. Escape keeps the own ones. */
export default function ConflictDialog({
  conflict,
  title,
  lead,
  fieldLabel = (path) => path,
  comparedValue,
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: Conflict
  /** Instead of the words for two people, where it is one with two windows. */
  title?: string
  lead?: string
  fieldLabel?: (path: string) => string
  /** A value as the page shows it; undefined leaves it to the dialog. */
  comparedValue?: (path: string, value: unknown) => ReactNode
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const t = useT()
  const shown = (path: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return t('form.conflictNothing')
    const text = comparedValue?.(path, value)
    if (text !== undefined) return text
    if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return (
    <Dialog open onClose={onKeepMine} maxWidth="md" fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">{title ?? t('form.conflictTitle')}</DialogTitle>
      <DialogContent>
        <p>
          {lead ?? t('form.conflictBy', { name: conflict.updatedBy, time: showDateTime(conflict.updatedAt) })}
          {t('form.conflictKept')}
        </p>
        {conflict.changes.length > 0 && (
          <table className={styles.conflict}>
            <thead>
              <tr>
                <th scope="col">{t('form.conflictField')}</th>
                <th scope="col">{t('form.conflictMine')}</th>
                <th scope="col">{t('form.conflictTheirs')}</th>
              </tr>
            </thead>
            <tbody>
              {conflict.changes.map(({ path, mine, theirs }) => (
                <tr key={path}>
                  <th scope="row">{fieldLabel(path)}</th>
                  <td>{shown(path, mine)}</td>
                  <td>{shown(path, theirs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onTakeTheirs}>{t('form.conflictTake')}</ActionButton>
        <ActionButton variant="primary" onClick={onKeepMine}>
          {t('form.conflictKeep')}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
