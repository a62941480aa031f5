'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { type MortgageView, papers } from '@/lib/domains/materials/contract/papers'
import { type FreeValues, freeFindings, mortgageLimits } from '@/lib/domains/materials/rules/mortgage'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'

const F = fieldsFor<FreeValues>()

/** 解押办理: applied for at the vehicle office, and done. */
export default function FreeMortgageDialog({
  order,
  mortgage,
  onClose,
}: {
  order: { id: number; rowVersion: number }
  mortgage: MortgageView
  onClose: () => void
}) {
  const t = useT()
  const today = businessDate(Date.now())
  const form = useCheckedForm<FreeValues>(
    {
      releaseApplyAt: mortgage.releaseApplyAt ?? today,
      releaseDoneAt: mortgage.releaseDoneAt ?? '',
      releaseExpressNo: mortgage.releaseExpressNo,
    },
    (values): Partial<Record<keyof FreeValues, MessageKey>> => freeFindings(values, today),
  )
  const save = async ({ releaseDoneAt, ...values }: FreeValues, rowVersion: number | undefined) => {
    await call(papers.freeMortgage, {
      ...values,
      ...(releaseDoneAt !== '' && { releaseDoneAt }),
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('papers.freed'))
    onClose()
  }
  return (
    <FormDialog title={t('papers.free')} form={form} row={order} onSubmit={save} onClose={onClose}>
      <F.Date name="releaseApplyAt" label={t('papers.releaseApplyAt')} required />
      <F.Date name="releaseDoneAt" label={t('papers.releaseDoneAt')} help={t('papers.releaseDoneHelp')} />
      <F.Text name="releaseExpressNo" label={t('papers.releaseExpressNo')} maxLength={mortgageLimits.agent} />
    </FormDialog>
  )
}
