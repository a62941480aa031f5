'use client'
import { useId, useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { uploadFile } from '@/lib/client/upload'
import type { OrderHeader } from '@/lib/contracts/applications'
import { riskApproval } from '@/lib/contracts/risk-approval'
import { useT } from '@/lib/i18n/use-t'
import styles from './conditions.module.css'

type Values = { reason: string; file: File | null }
const F = fieldsFor<{ reason: string }>()

/** 复议: why, and the evidence that is new. */
export default function ReconsiderDialog({ order, onClose }: { order: OrderHeader; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const form = useCheckedForm<Values>({ reason: '', file: null }, ({ reason, file: chosen }) => ({
    ...(reason.trim().length < 5 && { reason: 'machine.guard.opinion' }),
    ...(!chosen && { file: 'rules.required' }),
  }))
  const error = form.formState.errors.file?.message
  const save = async ({ reason }: Values, rowVersion: number | undefined) => {
    if (!file) return
    const sent = { orderId: order.id, rowVersion: rowVersion ?? order.rowVersion, reason }
    await uploadFile(riskApproval.reconsider, sent, file)
    toast.success(t('riskApproval.reconsidered', { orderNo: order.orderNo }))
    onClose()
  }
  return (
    <FormDialog
      title={t('riskApproval.reconsiderTitle', { orderNo: order.orderNo })}
      form={form}
      row={order}
      ok={t('riskApproval.reconsider')}
      lead={<p>{t('riskApproval.reconsiderNote')}</p>}
      onSubmit={save}
      onClose={onClose}
    >
      <F.TextArea
        name="reason"
        label={t('riskApproval.reconsiderReason')}
        rows={3}
        maxLength={1000}
        required
      />
      <div className={styles.file} data-field="file">
        <label htmlFor={id}>
          {t('riskApproval.evidence')} <span className={styles.quiet}>{t('riskApproval.evidenceHint')}</span>
        </label>
        <input
          id={id}
          type="file"
          accept="image/jpeg,image/png,application/pdf"
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            const chosen = target.files?.[0] ?? null
            setFile(chosen)
            form.setValue('file', chosen, { shouldDirty: true, shouldValidate: true })
          }}
        />
        {error && (
          <span className={styles.wrong} role="alert" id={`${id}-note`}>
            {t(error as 'rules.required')}
          </span>
        )}
      </div>
    </FormDialog>
  )
}
