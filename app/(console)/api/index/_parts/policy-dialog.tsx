'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { useServiceDay } from '@/lib/client/service-day'
import { type ManufacturerRow, manufacturers, type PolicyRow } from '@/lib/domains/manufacturers/contract'
import { billedParties, policyFindings, policyModes } from '@/lib/domains/manufacturers/rules/subsidy-policy'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  mode: PolicyRow['mode']
  rate: string
  amount: string
  terms: string
  firstDay: string
  lastDay: string
  billedTo: PolicyRow['billedTo']
}
const F = fieldsFor<Values>()
const modeOptions = codeOptions('manufacturers.policyModes', policyModes)
const partyOptions = codeOptions('manufacturers.billedParties', billedParties)

/** A policy of a maker, from a day on: others of it stay as they are. */
export default function PolicyDialog({ maker, onClose }: { maker: ManufacturerRow; onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const form = useCheckedForm<Values>(
    {
      mode: 'rate',
      rate: '',
      amount: '',
      terms: '',
      firstDay: today,
      lastDay: '',
      billedTo: 'manufacturer',
    },
    (values) => policyFindings(values, today),
  )
  const isFixed = form.watch('mode') === 'fixed'
  const save = async (values: Values) => {
    await call(manufacturers.addPolicy, { manufacturerId: maker.id, ...values })
    toast.success(t('manufacturers.policyAdded'))
    onClose()
  }
  return (
    <FormDialog
      title={`${maker.name} · ${t('manufacturers.addPolicy')}`}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <F.Select name="mode" label={t('manufacturers.mode')} options={modeOptions} required />
      {isFixed ? (
        <F.Money name="amount" label={t('manufacturers.amount')} required />
      ) : (
        <F.Rate name="rate" label={t('manufacturers.rate')} help={t('manufacturers.rateHint')} required />
      )}
      <F.Text
        name="terms"
        label={t('manufacturers.terms')}
        help={t('manufacturers.termHint')}
        maxLength={100}
        required
      />
      <F.Select name="billedTo" label={t('manufacturers.billedTo')} options={partyOptions} required />
      <F.Date name="firstDay" label={t('manufacturers.firstDay')} required />
      <F.Date name="lastDay" label={t('manufacturers.lastDay')} required />
    </FormDialog>
  )
}
