'use client'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ProofField } from '@/components/form/proof-field'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { wordOptions } from '@/lib/client/options'
import { uploadFile } from '@/lib/client/upload'
import { registeredChannels } from '@/lib/domains/repayments/rules/register'
import { type SettlementView, settlements } from '@/lib/domains/settlements/contract'
import { settlementLimits } from '@/lib/domains/settlements/rules/settlement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { parseMoney } from '@/lib/rules/money-text'

type Values = {
  paidAmount: string
  paidOn: string
  channel: (typeof registeredChannels)[number]
  payer: string
  thirdNo: string
  proof: string
}
const F = fieldsFor<Values>()
const channels = wordOptions(
  registeredChannels.map((value) => ({ value, label: `repayments.channels.${value}` as const })),
)
const required = ['paidOn', 'payer', 'thirdNo'] as const

/** Everything that came in on the day of the quote, with its proof. */
export default function PayDialog({
  settlement,
  onClose,
}: {
  settlement: SettlementView
  onClose: () => void
}) {
  const t = useT()
  const [proof, setProof] = useState<File>()
  const form = useCheckedForm<Values>(
    {
      paidAmount: settlement.payable,
      paidOn: settlement.quoteDate,
      channel: 'transfer',
      payer: settlement.customerName,
      thirdNo: '',
      proof: '',
    },
    (values): Partial<Record<keyof Values, MessageKey>> => ({
      ...Object.fromEntries(
        required.flatMap((name) => (values[name].trim() === '' ? [[name, 'rules.required' as const]] : [])),
      ),
      ...(parseMoney(values.paidAmount) === null && { paidAmount: 'rules.amount' as const }),
      ...(values.proof === '' && { proof: 'settlements.proofHint' as const }),
    }),
  )
  const save = async ({ proof: _name, ...values }: Values, rowVersion: number | undefined) => {
    if (!proof) return
    const paidAmount = parseMoney(values.paidAmount) ?? values.paidAmount
    const input = {
      ...values,
      paidAmount,
      id: settlement.id,
      rowVersion: rowVersion ?? settlement.rowVersion,
    }
    await uploadFile(settlements.pay, input, proof)
    toast.success(t('settlements.payRegistered'))
    onClose()
  }
  return (
    <FormDialog
      title={t('settlements.pay')}
      form={form}
      row={settlement}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <F.Money name="paidAmount" label={t('settlements.paidAmount')} required />
      <F.Date name="paidOn" label={t('settlements.paidOn')} help={t('settlements.paidOnHelp')} required />
      <F.Radio name="channel" label={t('settlements.channel')} options={channels} required />
      <F.Text name="payer" label={t('settlements.payer')} maxLength={settlementLimits.payer} required />
      <F.Text
        name="thirdNo"
        label={t('settlements.thirdNo')}
        maxLength={settlementLimits.reference}
        required
      />
      <ProofField
        name="proof"
        label={t('settlements.proof')}
        help={t('settlements.proofHint')}
        onFile={setProof}
        span={3}
        required
      />
    </FormDialog>
  )
}
