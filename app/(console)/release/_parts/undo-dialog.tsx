'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { releases } from '@/lib/domains/releases/contract'
import { releaseLimits } from '@/lib/domains/releases/rules/disbursement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { ReleaseOrder } from './use-release-verbs'

type Values = { bankReference: string; reason: string }
const F = fieldsFor<Values>()

const findings = (values: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...(values.bankReference.trim() === '' && { bankReference: 'rules.required' as const }),
  ...(values.reason.trim() === '' && { reason: 'rules.required' as const }),
})

/** 退票: the money is back; an administrator confirms it. */
export default function UndoDialog({ order, onClose }: { order: ReleaseOrder; onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>({ bankReference: '', reason: '' }, findings)
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(releases.undo, { ...values, orderId: order.id, rowVersion: rowVersion ?? order.rowVersion })
    toast.success(t('releases.undoDone'))
    onClose()
  }
  return (
    <FormDialog
      title={t('releases.undoTitle', { name: order.customerName })}
      form={form}
      row={order}
      tone="danger"
      onSubmit={save}
      onClose={onClose}
      ok={t('releases.submit')}
      lead={<p>{t('releases.undoLead')}</p>}
    >
      <F.Text name="bankReference" label={t('releases.returnReference')} maxLength={60} required />
      <F.TextArea
        name="reason"
        label={t('releases.reason')}
        rows={2}
        maxLength={releaseLimits.reason}
        required
      />
    </FormDialog>
  )
}
