'use client'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { instantOf } from '@/components/form/date-time-field'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { ProofField } from '@/components/form/proof-field'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { wordOptions } from '@/lib/client/options'
import { uploadFile } from '@/lib/client/upload'
import { isPaidLine, lineResults } from '@/lib/domains/payment-files/rules/payment-file'
import { releases } from '@/lib/domains/releases/contract'
import { type BankResult, bankResultFindings, releaseLimits } from '@/lib/domains/releases/rules/disbursement'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './release.module.css'
import type { ReleaseOrder } from './use-release-verbs'

type Values = BankResult & { proof: string }
const F = fieldsFor<Values>()
const results = wordOptions(
  lineResults.map((value) => ({ value, label: `paymentFiles.results.${value}` as const })),
)

// The time when the release was checked is the service's to compare.
const findings = (values: Values): Partial<Record<keyof Values, MessageKey>> => ({
  ...bankResultFindings({ ...values, paidAt: instantOf(values.paidAt) }, null, Date.now()),
  ...(values.proof === '' && { proof: 'releases.proofHint' as const }),
})

/** 登记银行结果: what the bank's own paper says, with the paper. */
export default function ResultDialog({ order, onClose }: { order: ReleaseOrder; onClose: () => void }) {
  const t = useT()
  const [proof, setProof] = useState<File>()
  const form = useCheckedForm<Values>(
    { result: lineResults[0], bankReference: '', paidAt: '', reason: '', proof: '' },
    findings,
  )
  const paid = isPaidLine(useWatch({ control: form.control, name: 'result' }))
  const save = async ({ proof: _name, ...values }: Values, rowVersion: number | undefined) => {
    if (!proof) return
    await uploadFile(
      releases.result,
      {
        ...values,
        paidAt: instantOf(values.paidAt),
        orderId: order.id,
        rowVersion: rowVersion ?? order.rowVersion,
      },
      proof,
    )
    toast.success(t('releases.resultDone'))
    onClose()
  }
  return (
    <FormDialog
      title={t('releases.resultTitle', { name: order.customerName })}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      ok={t('releases.submit')}
      width={520}
      lead={
        <p className={styles.lead}>
          {order.contradicted !== null && order.status !== 'releasing'
            ? t('releases.resultContradicted', { payNo: order.contradicted })
            : `${t('releases.resultLead')} ${t(paid ? 'releases.paidNote' : 'releases.failedResultNote')}`}
        </p>
      }
    >
      <F.Radio name="result" label={t('releases.resultOf')} options={results} required />
      {paid ? (
        <>
          <F.Text
            name="bankReference"
            label={t('releases.bankReference')}
            maxLength={releaseLimits.bankReference}
            required
          />
          <F.DateTime name="paidAt" label={t('releases.paidAt')} required />
        </>
      ) : (
        <F.TextArea
          name="reason"
          label={t('releases.failReason')}
          rows={2}
          maxLength={releaseLimits.reason}
          required
        />
      )}
      <ProofField
        name="proof"
        label={t('releases.proof')}
        help={t('releases.proofHint')}
        onFile={setProof}
        span={3}
        required
      />
    </FormDialog>
  )
}
