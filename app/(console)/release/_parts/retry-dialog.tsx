'use client'
import { useQuery } from '@tanstack/react-query'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ReadingDialog } from '@/components/form/reading-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { releases } from '@/lib/domains/releases/contract'
import { releaseLimits } from '@/lib/domains/releases/rules/disbursement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
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
  const { data, error, refetch } = useQuery(q(releases.get, { orderId: order.id }))
  const title = t('releases.retryTitle', { name: order.customerName })
  if (data) return <RetryForm title={title} order={order} data={data} onClose={onClose} />
  return <ReadingDialog title={title} error={error} onRetry={refetch} onClose={onClose} width={560} />
}

function RetryForm({
  title,
  order,
  data: { payees, payments },
  onClose,
}: {
  title: string
  order: ReleaseOrder
  data: OutputOf<typeof releases.get>
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
      <F.Radio
        name="payee"
        label={t('releases.payee')}
        help={payees.length === 0 ? t('releases.refusals.noPayee') : undefined}
        options={listOptions(
          payees.map(({ key, name, account, bank }) => ({ value: key, label: `${name} ${account} ${bank}` })),
        )}
        required
      />
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
