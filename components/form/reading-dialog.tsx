'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { SkeletonLines } from '@/components/ui/states'
import type { ApiError } from '@/lib/client/api-error'
import { useT } from '@/lib/i18n/use-t'

/**
 * Stands where a FormDialog will, until what its fields offer is read; where that failed, it says so and tries again.
 * Where they offer nothing, `children` say why.
 *
 *     if (!data) return <ReadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} />
 */
export function ReadingDialog({
  title,
  error,
  onRetry,
  onClose,
  width = 444,
  children,
}: {
  /** That of the form. */
  title: string
  error: ApiError | null
  onRetry: () => unknown
  onClose: () => void
  /** That of the form, in px. */
  width?: number
  children?: ReactNode
}) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open
      fullWidth
      maxWidth={false}
      slotProps={{ paper: { style: { maxWidth: width } } }}
      onClose={onClose}
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        {children ??
          (error ? (
            <ReadFailure error={error} onRetry={() => void onRetry()} />
          ) : (
            <SkeletonLines lines={6} />
          ))}
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('shell.cancel')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}
