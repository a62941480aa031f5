'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions, dictionaryOptions } from '@/lib/client/options'
import { useServiceDay } from '@/lib/client/service-day'
import { type FeeRow, products } from '@/lib/domains/products/contract'
import type { FeeConstant } from '@/lib/domains/products/rules/product'
import { feeBases, feeFindings, fixedBasis, refunds } from '@/lib/domains/products/rules/product-tables'
import { useT } from '@/lib/i18n/use-t'
import type { InputOf } from '@/lib/platform/contract/endpoint'
import { FeeTrial } from './fee-trial'

type Sent = InputOf<typeof products.addFee>
type Values = {
  code: string
  name: string
  feeClass: string
  basis: Sent['basis']
  rate: string
  amount: string
  minAmount: string
  maxAmount: string
  chargeMode: Sent['chargeMode']
  refundable: Sent['refundable']
  inApr: boolean
  taxRate: string
  effectiveFrom: string
}
const F = fieldsFor<Values>()
const classes = dictionaryOptions('fee_class')
const modes = dictionaryOptions('charge_mode')
const baseOptions = codeOptions('product.fee.bases', feeBases)
const refundOptions = codeOptions('product.fee.refunds', refunds)

const orNone = (text: string) => (text === '' ? undefined : text)
const orNull = (text: string) => (text === '' ? null : text)

/** The fee as it is typed, as a quote would charge it. */
const typedFee = ({ code, name, basis, chargeMode, inApr, ...typed }: Values): FeeConstant => ({
  code,
  name,
  basis,
  chargeMode,
  inApr,
  rate: basis === fixedBasis ? null : orNull(typed.rate),
  amount: basis === fixedBasis ? orNull(typed.amount) : null,
  minAmount: basis === fixedBasis ? null : orNull(typed.minAmount),
  maxAmount: basis === fixedBasis ? null : orNull(typed.maxAmount),
})

/** A fee, or new terms of one from a day on: the former row stays as it was. */
export default function FeeDialog({ fee, onClose }: { fee: FeeRow | undefined; onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const form = useCheckedForm<Values>(
    {
      code: fee?.code ?? '',
      name: fee?.name ?? '',
      feeClass: fee?.feeClass ?? 'service',
      basis: (fee?.basis as Sent['basis'] | undefined) ?? feeBases[0],
      rate: fee?.rate ?? '',
      amount: fee?.amount ?? '',
      minAmount: fee?.minAmount ?? '',
      maxAmount: fee?.maxAmount ?? '',
      chargeMode: (fee?.chargeMode as Sent['chargeMode'] | undefined) ?? 'upfront',
      refundable: (fee?.refundable as Sent['refundable'] | undefined) ?? refunds[0],
      inApr: fee?.inApr ?? true,
      taxRate: fee?.taxRate ?? '',
      effectiveFrom: '',
    },
    (values) => feeFindings(values, today),
  )
  const isFixed = form.watch('basis') === fixedBasis
  const save = async ({ rate, amount, minAmount, maxAmount, taxRate, ...values }: Values) => {
    await call(products.addFee, {
      ...values,
      rate: isFixed ? undefined : orNone(rate),
      amount: isFixed ? orNone(amount) : undefined,
      minAmount: isFixed ? undefined : orNone(minAmount),
      maxAmount: isFixed ? undefined : orNone(maxAmount),
      taxRate: orNone(taxRate),
    })
    toast.success(t('product.fee.added', { name: values.name, date: values.effectiveFrom }))
    onClose()
  }
  return (
    <FormDialog
      title={fee ? t('product.fee.changeTitle', { name: fee.name }) : t('product.fee.add')}
      lead={fee && t('product.fee.changeNote')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      width={760}
    >
      <F.Text
        name="code"
        label={t('product.fee.code')}
        clean={(text) => text.trim().toUpperCase()}
        maxLength={20}
        readOnly={fee !== undefined}
        required
      />
      <F.Text name="name" label={t('product.fee.name')} maxLength={40} required />
      <F.Select name="feeClass" label={t('product.fee.feeClass')} options={classes} required />
      <F.Select name="basis" label={t('product.fee.basis')} options={baseOptions} required />
      {isFixed ? (
        <F.Money name="amount" label={t('product.fee.amount')} required />
      ) : (
        <>
          <F.Rate name="rate" label={t('product.fee.rate')} required />
          <F.Money name="minAmount" label={t('product.fee.minAmount')} />
          <F.Money name="maxAmount" label={t('product.fee.maxAmount')} />
        </>
      )}
      <F.Select name="chargeMode" label={t('product.fee.chargeMode')} options={modes} required />
      <F.Select name="refundable" label={t('product.fee.refundable')} options={refundOptions} required />
      <F.Rate name="taxRate" label={t('product.fee.taxRate')} />
      <F.Checkbox name="inApr" label={t('product.fee.inApr')} />
      <F.Date name="effectiveFrom" label={t('product.fee.effectiveFrom')} required />
      <FeeTrial fee={typedFee(form.watch())} />
    </FormDialog>
  )
}
