'use client'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { showMoney } from '@/components/ui/number-text'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { dictionaryOptions } from '@/lib/client/options'
import { papers, type UnderwritingView } from '@/lib/domains/materials/contract/papers'
import {
  coverEnd,
  type SubmissionValues,
  submissionFindings,
} from '@/lib/domains/underwriting/rules/underwriting'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { businessDate } from '@/lib/rules/business-date'
import { isIsoDate } from '@/lib/rules/iso-date'
import styles from './papers.module.css'

const F = fieldsFor<SubmissionValues>()
const insurers = dictionaryOptions('insurer')

/** 提交保司: to whom, and from when it is to be insured; the rest follows from the order. */
export default function SubmitInsurerDialog({
  order,
  trial,
  fixed,
  onClose,
}: {
  order: { id: number; rowVersion: number }
  trial: NonNullable<UnderwritingView['trial']>
  /** The insurer that asked for more. */
  fixed: string | undefined
  onClose: () => void
}) {
  const t = useT()
  const today = businessDate(Date.now())
  const form = useCheckedForm<SubmissionValues>(
    { insurer: fixed ?? trial.insurer, startDate: today },
    (values): Partial<Record<keyof SubmissionValues, MessageKey>> => submissionFindings(values, today),
  )
  const startDate = form.watch('startDate')
  const save = async (values: SubmissionValues, rowVersion: number | undefined) => {
    await call(papers.submitInsurer, {
      ...values,
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
    })
    toast.success(t('underwriting.submitted'))
    onClose()
  }
  return (
    <FormDialog
      title={t('underwriting.submit')}
      form={form}
      row={order}
      onSubmit={save}
      onClose={onClose}
      width={520}
    >
      <p className={styles.next}>
        {t('underwriting.submitNote', {
          sum: showMoney(trial.sumInsured),
          premium: showMoney(trial.premium),
        })}
      </p>
      <F.Select
        name="insurer"
        label={t('underwriting.insurer')}
        options={insurers}
        readOnly={fixed !== undefined}
        required
      />
      <F.Date
        name="startDate"
        label={t('underwriting.startDate')}
        help={
          isIsoDate(startDate)
            ? t('underwriting.startHelp', { years: trial.years, to: coverEnd(startDate, trial.years) })
            : undefined
        }
        required
      />
    </FormDialog>
  )
}
