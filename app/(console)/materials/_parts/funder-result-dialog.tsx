'use client'
import { useState } from 'react'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ProofField } from '@/components/form/proof-field'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { showMoney } from '@/components/ui/number-text'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { uploadFile } from '@/lib/client/upload'
import { capitalOrders } from '@/lib/domains/capital/contract'
import {
  capitalLimits,
  funderResults,
  type RefusalResult,
  type ResultValues,
  resultFindings,
} from '@/lib/domains/capital/rules/capital-order'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = ResultValues & { proof: string }
const F = fieldsFor<Values>()
const results = codeOptions('capitalOrders.results', funderResults)
const blank = { result: '', capitalOrderNo: '', approvedAmount: '', approvedRate: '', reply: '', proof: '' }

/** 登记结果: what a funder said by telephone or at its own site; its consent with the paper that says so. */
export default function FunderResultDialog({
  order,
  pushed,
  onClose,
}: {
  order: { id: number; rowVersion: number; customerName: string }
  pushed: { amount: string; capitalOrderNo: string | null }
  onClose: () => void
}) {
  const t = useT()
  const [proof, setProof] = useState<File>()
  const form = useCheckedForm<Values>(
    { ...blank, capitalOrderNo: pushed.capitalOrderNo ?? '', approvedAmount: pushed.amount },
    (values): Partial<Record<keyof Values, MessageKey>> => ({
      ...resultFindings(values, pushed),
      ...(values.result === 'pass' && values.proof === '' && { proof: 'capitalOrders.proofHint' as const }),
    }),
  )
  const result = form.watch('result')
  const isPass = result === 'pass'
  const save = async (
    { result: said, approvedAmount, approvedRate, proof: _name, ...values }: Values,
    rowVersion: number | undefined,
  ) => {
    const own = { ...values, orderId: order.id, rowVersion: rowVersion ?? order.rowVersion }
    if (said !== 'pass') await call(capitalOrders.result, { ...own, result: said as RefusalResult })
    else if (!proof) return
    else await uploadFile(capitalOrders.consent, { ...own, approvedAmount, approvedRate }, proof)
    toast.success(t(said === 'pass' ? 'capitalOrders.consentSaved' : 'capitalOrders.resultSaved'))
    onClose()
  }
  return (
    <FormDialog
      title={t('capitalOrders.resultTitle', { name: order.customerName })}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <F.Radio name="result" label={t('capitalOrders.resultOf')} options={results} required />
      <F.Text
        name="capitalOrderNo"
        label={t('capitalOrders.capitalOrderNo')}
        maxLength={capitalLimits.number}
        required={isPass}
      />
      {isPass && (
        <>
          <F.Money
            name="approvedAmount"
            label={t('capitalOrders.approvedAmount')}
            help={t('capitalOrders.amountHelp', { amount: showMoney(pushed.amount) })}
            required
          />
          <F.Rate name="approvedRate" label={t('capitalOrders.approvedRate')} />
        </>
      )}
      <F.TextArea
        name="reply"
        label={t('capitalOrders.reply')}
        maxLength={capitalLimits.reply}
        required={result !== '' && !isPass}
      />
      {isPass && (
        <ProofField
          name="proof"
          label={t('capitalOrders.proof')}
          help={t('capitalOrders.proofHint')}
          onFile={setProof}
          span={3}
          required
        />
      )}
    </FormDialog>
  )
}
