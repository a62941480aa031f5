'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { type MortgageView, papers } from '@/lib/domains/materials/contract/papers'
import { type MortgageValues, mortgageFindings, mortgageLimits } from '@/lib/domains/materials/rules/mortgage'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'

const F = fieldsFor<MortgageValues>()

/** 抵押办理. */
export default function MortgageDialog({
  order,
  mortgage,
  onClose,
}: {
  order: { id: number; rowVersion: number }
  mortgage: MortgageView | null
  onClose: () => void
}) {
  const t = useT()
  const today = businessDate(Date.now())
  const { agent = '', dmvOffice = '', applyAt = today, regNo = '' } = mortgage ?? {}
  const form = useCheckedForm<MortgageValues>(
    { agent, dmvOffice, applyAt, regNo: regNo ?? '' },
    (values): Partial<Record<keyof MortgageValues, MessageKey>> =>
      mortgageFindings({ ...values, regNo: values.regNo.toUpperCase() }, today),
  )
  const save = async (values: MortgageValues, rowVersion: number | undefined) => {
    await call(papers.saveMortgage, {
      ...values,
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('papers.mortgageSaved'))
    onClose()
  }
  return (
    <FormDialog title={t('papers.mortgage')} form={form} row={order} onSubmit={save} onClose={onClose}>
      <F.Text name="agent" label={t('papers.agent')} maxLength={mortgageLimits.agent} required />
      <F.Text name="dmvOffice" label={t('papers.dmvOffice')} maxLength={mortgageLimits.office} required />
      <F.Date name="applyAt" label={t('papers.applyAt')} required />
      <F.Text
        name="regNo"
        label={t('papers.regNo')}
        help={t('papers.regNoHelp')}
        maxLength={mortgageLimits.number}
      />
    </FormDialog>
  )
}
