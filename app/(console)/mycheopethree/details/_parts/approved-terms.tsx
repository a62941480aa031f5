'use client'
import { Trash2 } from 'lucide'
import { useMemo } from 'react'
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { fieldsFor } from '@/components/form/fields-for'
import type { OpinionPart } from '@/components/review/opinion-form'
import { TermsCompared } from '@/components/risk-approval/terms-compared'
import { useTermsQuote } from '@/components/risk-approval/use-terms-quote'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { showMoney } from '@/components/ui/number-text'
import { codeOptions, listOptions } from '@/lib/client/options'
import { approvalIssues, askedConditions, type ConditionCode } from '@/lib/domains/orders/rules/risk-approval'
import type { riskApproval } from '@/lib/domains/risk/contract/approval'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './terms.module.css'

type Case = OutputOf<typeof riskApproval.get>
export type TermsValues = {
  approvedAmount: string
  approvedTerm: string
  conditions: { code: ConditionCode; detail: string }[]
}
const F = fieldsFor<TermsValues>()
const conditionOptions = codeOptions('riskApproval.conditions', askedConditions)

const appliedOf = ({ order, quote }: Case) => ({
  amount: order.appliedAmount ?? quote?.financeAmount ?? '',
  term: quote?.term ?? order.term ?? 0,
})

/** 批复方案 and 放款条件 as a part of the opinion: asked of a pass alone. */
export function termsPart(risk: Case): OpinionPart {
  const applied = appliedOf(risk)
  const empty: TermsValues = {
    approvedAmount: applied.amount,
    approvedTerm: String(applied.term),
    conditions: [],
  }
  return {
    empty,
    issues: (values) => {
      const { approvedAmount, approvedTerm, conditions } = values as unknown as TermsValues
      return approvalIssues(
        { approvedAmount, approvedTerm: Number(approvedTerm), conditions },
        { appliedAmount: applied.amount, terms: risk.limits?.terms ?? [applied.term] },
      )
    },
    fields: <ApprovedTerms risk={risk} />,
  }
}

function ApprovedTerms({ risk }: { risk: Case }) {
  const t = useT()
  const applied = appliedOf(risk)
  const { setValue } = useFormContext<TermsValues>()
  const [amount = '', term = ''] = useWatch<TermsValues, ['approvedAmount', 'approvedTerm']>({
    name: ['approvedAmount', 'approvedTerm'],
  })
  const terms = useMemo(
    () =>
      listOptions(
        (risk.limits?.terms ?? []).map((months) => ({
          value: String(months),
          label: t('details.terms', { count: months }),
        })),
      ),
    [risk.limits, t],
  )
  const differs = amount !== applied.amount || term !== String(applied.term)
  return (
    <div className={styles.terms}>
      <p className={styles.head}>
        <strong>{t('riskApproval.terms')}</strong>
        <span>{t('riskApproval.applied', { amount: showMoney(applied.amount), term: applied.term })}</span>
        {differs && (
          <ActionButton
            size="small"
            variant="text"
            onClick={() => {
              setValue('approvedAmount', applied.amount, { shouldDirty: true, shouldValidate: true })
              setValue('approvedTerm', String(applied.term), { shouldDirty: true, shouldValidate: true })
            }}
          >
            {t('riskApproval.asApplied')}
          </ActionButton>
        )}
      </p>
      <div className={styles.pair}>
        <F.Money name="approvedAmount" label={t('riskApproval.approvedAmount')} required />
        <F.Select name="approvedTerm" label={t('riskApproval.approvedTerm')} options={terms} required />
      </div>
      <Requoted risk={risk} amount={amount} term={term} />
      <Conditions />
      {differs && <p className={styles.note}>{t('riskApproval.consentNote')}</p>}
    </div>
  )
}

/** The cost of the terms as typed beside those that were applied for. */
function Requoted({ risk, amount, term }: { risk: Case; amount: string; term: string }) {
  const t = useT()
  const { data, isFetching, issues } = useTermsQuote(risk.order.id, amount, term)
  const issue = Object.values(issues)[0]
  if (issue) {
    return (
      <p className={styles.wrong} role="alert">
        {issue}
      </p>
    )
  }
  if (!data?.quote) return isFetching ? <p className={styles.note}>{t('riskApproval.quoting')}</p> : null
  return <TermsCompared now={data.now} then={data.quote} busy={isFetching} />
}

function Conditions() {
  const t = useT()
  const { fields, append, remove } = useFieldArray<TermsValues, 'conditions'>({ name: 'conditions' })
  const { errors } = useFormState<TermsValues>({ name: 'conditions' })
  return (
    <fieldset className={styles.conditions} data-field="conditions">
      <legend>{t('riskApproval.conditionsTitle')}</legend>
      {fields.map(({ id }, index) => (
        <div key={id} className={styles.condition}>
          <F.Select
            name={`conditions.${index}.code`}
            label={t('riskApproval.condition')}
            options={conditionOptions}
            required
          />
          <F.Text name={`conditions.${index}.detail`} label={t('riskApproval.detail')} maxLength={200} />
          <IconButton
            icon={Trash2}
            size="small"
            label={t('riskApproval.removeCondition', { name: String(index + 1) })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {errors.conditions?.message && (
        <p className={styles.wrong} role="alert">
          {t(errors.conditions.message as MessageKey)}
        </p>
      )}
      {fields.length < 20 && (
        <ActionButton
          size="small"
          variant="text"
          icon="plus"
          onClick={() => append({ code: 'gps', detail: '' })}
        >
          {t('riskApproval.addCondition')}
        </ActionButton>
      )}
    </fieldset>
  )
}
