'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { showMoney } from '@/components/ui/number-text'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { codeOptions } from '@/lib/client/options'
import { capitalOrders } from '@/lib/contracts/capital-orders'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import {
  capitalLimits,
  type FunderResult,
  funderResults,
  type ResultValues,
  resultFindings,
} from '@/lib/rules/capital-order'

const F = fieldsFor<ResultValues>()
const results = codeOptions('capitalOrders.results', funderResults)
const blank = { result: '', capitalOrderNo: '', approvedAmount: '', approvedRate: '', reply: '' }

/** 登记结果: what a funder said by telephone or at its own site. */
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
  const form = useCheckedForm<ResultValues>(
    { ...blank, capitalOrderNo: pushed.capitalOrderNo ?? '', approvedAmount: pushed.amount },
    (values): Partial<Record<keyof ResultValues, MessageKey>> => resultFindings(values, pushed),
  )
  const result = form.watch('result')
  const isPass = result === 'pass'
  const save = async (
    { approvedAmount, approvedRate, ...values }: ResultValues,
    rowVersion: number | undefined,
  ) => {
    await call(capitalOrders.result, {
      ...{ ...values, result: values.result as FunderResult },
      ...(values.result === 'pass' && { approvedAmount, approvedRate }),
      ...{ orderId: order.id, rowVersion: rowVersion ?? order.rowVersion },
    })
    toast.success(t('capitalOrders.resultSaved'))
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
    </FormDialog>
  )
}
