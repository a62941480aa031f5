'use client'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { ApiError } from '@/lib/client/api-error'
import styles from './order-dialog.module.css'
import type { OrderRef } from './use-order-verbs'

/** A short form about one order. It ends when it was saved, and when somebody else changed the order meanwhile. */
export function OrderDialog<V extends FieldValues, O>({
  order,
  title,
  note,
  ok,
  tone,
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
    <FormDialog
      title={title}
      form={form}
      onSubmit={save}
      onClose={onEnd}
      ok={ok}
      tone={tone}
      lead={
        <>
          <p className={styles.order}>
            <strong>{order.customerName}</strong>
            <span>{order.orderNo}</span>
          </p>
          {note && <p className={styles.note}>{note}</p>}
        </>
      }
    >
      {children}
    </FormDialog>
  )
}
