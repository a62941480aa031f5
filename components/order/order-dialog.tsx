'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Form } from '@/components/form/form'
import { useSubmission } from '@/components/form/use-submission'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { ApiError } from '@/lib/client/api-error'
import { useT } from '@/lib/i18n/use-t'
import styles from './order-dialog.module.css'
import type { OrderRef } from './use-order-verbs'

/** A short form about one order. It ends when it was saved, and when somebody else changed the order meanwhile. */
export function OrderDialog<V extends FieldValues, O>({
  order,
  title,
  note,
  ok,
  tone = 'primary',
  form,
  onSubmit,
  onEnd,
  children,
}: {
  order: OrderRef
  title: string
  note?: string
  ok: string
  tone?: 'primary' | 'danger'
  form: UseFormReturn<V, unknown, O>
  onSubmit: (values: O) => Promise<unknown>
  onEnd: () => void
  children: ReactNode
}) {
  const t = useT()
  const id = useId()
  const submission = useSubmission(form)
  const save = async (values: O) => {
    try {
      await onSubmit(values)
    } catch (error) {
      // The row that the dialog was opened on is no longer true, and the toast says so.
      if (!(error instanceof ApiError && error.status === 409)) throw error
    }
    onEnd()
  }
  return (
    <Dialog open maxWidth="xs" fullWidth onClose={onEnd} aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <p className={styles.order}>
          <strong>{order.customerName}</strong>
          <span>{order.orderNo}</span>
        </p>
        {note && <p className={styles.note}>{note}</p>}
        <Form id={id} form={form} submission={submission} onSubmit={save}>
          {children}
        </Form>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onEnd}>{t('shell.cancel')}</ActionButton>
        <ActionButton type="submit" form={id} variant={tone} busy={submission.busy}>
          {ok}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}
