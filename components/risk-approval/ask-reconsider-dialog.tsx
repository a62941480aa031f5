'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { OrderLead } from '@/components/order/order-lead'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { riskApproval } from '@/lib/domains/risk/contract/approval'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { EvidenceField, useEvidence } from './evidence-field'

const path = 'materials.reconsider_evidence'
type Values = { reason: string; materials: { reconsider_evidence: number } }
const F = fieldsFor<{ reason: string }>()

/** 申请复议: why, and the papers that are new. */
export default function AskReconsiderDialog({ order, onClose }: { order: OrderHeader; onClose: () => void }) {
  const t = useT()
  const { item, change, waiting } = useEvidence(order.id)
  const form = useCheckedForm<Values>(
    { reason: '', materials: { reconsider_evidence: 0 } },
    ({ reason }) => ({
      ...(reason.trim().length < 5 && { reason: 'riskApproval.fiveWords' }),
      ...(waiting > 0
        ? { [path]: t('riskApproval.evidenceWaits', { count: waiting }) }
        : !item?.files.length && { [path]: 'machine.guard.newEvidence' }),
    }),
  )
  const missing = form.formState.errors.materials?.reconsider_evidence?.message
  const save = async ({ reason }: Values, rowVersion = order.rowVersion) => {
    await call(riskApproval.askReconsider, { orderId: order.id, rowVersion, reason })
    toast.success(t('riskApproval.asked', { orderNo: order.orderNo }))
    onClose()
  }
  return (
    <FormDialog
      title={t('riskApproval.askTitle', { orderNo: order.orderNo })}
      form={form}
      row={order}
      ok={t('machine.event.ask_reconsider')}
      lead={
        <>
          <OrderLead order={order} />
          <p>{t('riskApproval.askNote')}</p>
        </>
      }
      onSubmit={save}
      onClose={onClose}
    >
      <F.TextArea name="reason" label={t('riskApproval.askReason')} rows={3} maxLength={1000} required />
      <EvidenceField
        orderId={order.id}
        item={item}
        error={missing && t(missing as MessageKey)}
        onChange={(next) => {
          change(next)
          if (next.files.length > 0) form.clearErrors(path)
        }}
      />
    </FormDialog>
  )
}
