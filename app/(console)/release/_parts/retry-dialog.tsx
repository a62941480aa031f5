'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { releases } from '@/lib/domains/releases/contract'
import { releaseLimits } from '@/lib/domains/releases/rules/disbursement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { PayeeField, type ReleaseCase, ReleaseReading } from './release-reading'
import type { ReleaseOrder } from './use-release-verbs'

type Values = { payee: string; reason: string }
const F = fieldsFor<Values>()

const findings = ({ payee, reason }: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...(payee === '' && { payee: 'rules.required' as const }),
  ...(reason.trim() === '' && { reason: 'rules.required' as const }),
})

/** 更正收款账户 of a payment that failed: one that is audited, or the same where the account was not the fault. */
export default function RetryDialog({ order, onClose }: { order: ReleaseOrder; onClose: () => void }) {
  const t = useT()
  const title = t('releases.retryTitle', { name: order.customerName })
  return (
    <ReleaseReading orderId={order.id} title={title} onClose={onClose}>
      {(data) => <RetryForm title={title} order={order} data={data} onClose={onClose} />}
    </ReleaseReading>
  )
}

function RetryForm({
  title,
  order,
  data: { payees, payments },
  onClose,
}: {
  title: string
  order: ReleaseOrder
  data: ReleaseCase
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>({ payee: '', reason: '' }, findings)
  const save = async (values: Values, rowVersion: number | undefined) => {
    await call(releases.retry, { ...values, orderId: order.id, rowVersion: rowVersion ?? order.rowVersion })
    toast.success(t('releases.retryDone'))
    onClose()
  }
  const failed = payments[0]?.failReason
  return (
    <FormDialog
      title={title}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      ok={t('releases.submit')}
      width={560}
      lead={
        <>
          {failed && <Notice tone="rejected">{failed}</Notice>}
          <p>{t('releases.retryLead')}</p>
        </>
      }
    >
      <PayeeField payees={payees} />
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
