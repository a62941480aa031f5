'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import type { OrderHeader } from '@/lib/contracts/applications'
import { riskApproval } from '@/lib/contracts/risk-approval'
import { useT } from '@/lib/i18n/use-t'
import { amount as amountRule } from '@/lib/rules/fields'

type Values = { amount: string; term: string; reason: string }
const F = fieldsFor<Values>()

/** 方案变更: another amount and term, and why. */
export default function ChangeTermsDialog({ order, onClose }: { order: OrderHeader; onClose: () => void }) {
  const t = useT()
  const form = useCheckedForm<Values>(
    { amount: order.financeAmount ?? '', term: String(order.term ?? ''), reason: '' },
    ({ amount, term, reason }) => ({
      ...(amount.trim() === ''
        ? { amount: 'rules.required' }
        : amountRule(amount) && { amount: 'rules.amount' }),
      ...(!/^[1-9]\d{0,2}$/.test(term) && { term: 'riskApproval.wrong.term' }),
      ...(reason.trim().length < 5 && { reason: 'machine.guard.opinion' }),
    }),
  )
  const save = async ({ amount, term, reason }: Values, rowVersion: number | undefined) => {
    const { status } = await call(riskApproval.changeTerms, {
      ...{ orderId: order.id, rowVersion: rowVersion ?? order.rowVersion },
      ...{ amount, term: Number(term), reason },
    })
    const again = status !== order.status
    toast.success(
      t(again ? 'riskApproval.changedAgain' : 'riskApproval.changedStays', { orderNo: order.orderNo }),
    )
    onClose()
  }
  return (
    <FormDialog
      title={t('riskApproval.changeTitle', { orderNo: order.orderNo })}
      form={form}
      row={order}
      ok={t('riskApproval.changeTerms')}
      lead={<p>{t('riskApproval.changeNote')}</p>}
      onSubmit={save}
      onClose={onClose}
    >
      <F.Money name="amount" label={t('riskApproval.newAmount')} required />
      <F.Digits name="term" label={t('riskApproval.newTerm')} maxLength={3} required />
      <F.TextArea name="reason" label={t('riskApproval.changeReason')} rows={2} maxLength={500} required />
    </FormDialog>
  )
}
