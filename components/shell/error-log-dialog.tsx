'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Upload } from 'lucide'
import { useId, useState, useSyncExternalStore } from 'react'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import Dialog from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { clearErrors, loggedErrors, subscribeToErrors } from '@/lib/client/error-log'
import { system } from '@/lib/domains/system/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './error-log-dialog.module.css'
import { ErrorLogTable } from './error-log-table'

/** 日志: the local errors, to be uploaded or cleared, each after a question (wording.md, row Error log). */
export default function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const confirm = useConfirm()
  const errors = useSyncExternalStore(subscribeToErrors, loggedErrors, loggedErrors)
  const [busy, setBusy] = useState(false)
  const [newest] = errors

  async function upload() {
    if (!newest || !(await confirm({ message: t('settings.logUploadQuestion') }))) return
    setBusy(true)
    try {
      await call(system.uploadErrors, { errors: [...errors] })
      clearErrors(newest.time)
      toast.success(t('settings.logUploaded'))
    } catch {
      // Said by the funnel; the log stays as it is.
    } finally {
      setBusy(false)
    }
  }

  async function clear() {
    if (!(await confirm({ message: t('settings.logClearQuestion'), tone: 'danger' }))) return
    clearErrors()
    toast.success(t('settings.logCleared'))
  }

  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} aria-labelledby={id}>
      <DialogTitle className={styles.head}>
        <span id={id}>{t('settings.log')}</span>
        <IconButton icon="cross" label={t('shell.close')} onClick={onClose} />
      </DialogTitle>
      <DialogContent>
        {newest ? (
          <ErrorLogTable errors={errors} />
        ) : (
          <EmptyState title={t('shell.logEmpty')} hint={t('settings.logNone')} />
        )}
      </DialogContent>
      {newest && (
        <DialogActions>
          <ActionButton variant="danger" onClick={() => void clear()}>
            {t('settings.logClear')}
          </ActionButton>
          <ActionButton variant="primary" icon={Upload} busy={busy} onClick={() => void upload()}>
            {t('settings.logUpload')}
          </ActionButton>
        </DialogActions>
      )}
    </Dialog>
  )
}
