'use client'
import { useEffect } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { dictionaryOptions } from '@/lib/client/options'
import { type PolicyView, papers } from '@/lib/domains/materials/contract/papers'
import {
  lastDayOf,
  type PolicyValues,
  policyFindings,
  policyLimits,
} from '@/lib/domains/materials/rules/policy'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { isIsoDate } from '@/lib/rules/iso-date'

const F = fieldsFor<PolicyValues>()
const kinds = dictionaryOptions('ins_type')
const insurers = dictionaryOptions('insurer')

const blank: PolicyValues = {
  insType: '1',
  insurer: '',
  policyNo: '',
  premium: '',
  sumInsured: '',
  beneficiary: '',
  startDate: '',
  endDate: '',
}

/** A policy of an order as its scan says. Its last day follows from the first until somebody types another. */
export default function PolicyDialog({
  order,
  policy,
  onClose,
}: {
  order: { id: number; rowVersion: number }
  policy: PolicyView | null
  onClose: () => void
}) {
  const t = useT()
  const known = policy && {
    insType: policy.insType ?? '',
    insurer: policy.insurer,
    policyNo: policy.policyNo ?? '',
    premium: policy.premium ?? '',
    sumInsured: policy.sumInsured ?? '',
    beneficiary: policy.beneficiary ?? '',
    startDate: policy.startDate ?? '',
    endDate: policy.endDate ?? '',
  }
  const form = useCheckedForm<PolicyValues>(
    known ?? blank,
    (values): Partial<Record<keyof PolicyValues, MessageKey>> => policyFindings(values),
  )
  const startDate = form.watch('startDate')
  useEffect(() => {
    if (
      isIsoDate(startDate) &&
      !form.getFieldState('endDate').isDirty &&
      form.getFieldState('startDate').isDirty
    )
      form.setValue('endDate', lastDayOf(startDate))
  }, [form, startDate])
  const save = async ({ sumInsured, ...values }: PolicyValues, rowVersion: number | undefined) => {
    await call(papers.savePolicy, {
      ...values,
      ...(sumInsured !== '' && { sumInsured }),
      ...(policy && { policyId: policy.id }),
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('papers.policySaved'))
    onClose()
  }
  return (
    <FormDialog
      title={t(policy ? 'papers.editPolicyTitle' : 'papers.addPolicy')}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <F.Select name="insType" label={t('papers.insType')} options={kinds} required />
      <F.Select name="insurer" label={t('papers.insurer')} options={insurers} required />
      <F.Text name="policyNo" label={t('papers.policyNo')} maxLength={policyLimits.number} required />
      <F.Date name="startDate" label={t('papers.startDate')} required />
      <F.Date name="endDate" label={t('papers.endDate')} required />
      <F.Money name="premium" label={t('papers.premium')} required />
      <F.Money name="sumInsured" label={t('papers.sumInsured')} help={t('papers.sumInsuredHelp')} />
      <F.Text
        name="beneficiary"
        label={t('papers.beneficiary')}
        help={t('papers.beneficiaryHelp')}
        maxLength={policyLimits.beneficiary}
      />
    </FormDialog>
  )
}
