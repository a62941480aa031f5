'use client'
import { useEffect, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { listOptions } from '@/lib/client/options'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { termsOnlyFall } from '@/lib/domains/orders/rules/risk-approval'
import { riskApproval } from '@/lib/domains/risk/contract/approval'
import { useT } from '@/lib/i18n/use-t'
import { amount as amountRule } from '@/lib/rules/fields'
import styles from './change-terms-dialog.module.css'
import { TermsCompared } from './terms-compared'
import { useTermsQuote } from './use-terms-quote'

type Values = { amount: string; term: string; reason: string }
const F = fieldsFor<Values>()

/** 方案变更: another amount and term with what they cost beside it, and why. A limit that they break stands at its field. */
export default function ChangeTermsDialog({ order, onClose }: { order: OrderHeader; onClose: () => void }) {
  const t = useT()
  /** Everything that the last quote found, for the terms that it was asked for. */
  const found = useRef<Readonly<Record<string, string>>>({})
  const form = useCheckedForm<Values>(
    {
      amount: order.approvedAmount ?? order.financeAmount ?? '',
      term: String(order.approvedTerm ?? order.term ?? ''),
      reason: '',
    },
    ({ amount, reason }) => ({
      ...(found.current.approvedTerm && { term: found.current.approvedTerm }),
      ...(amount.trim() === ''
        ? { amount: 'rules.required' }
        : amountRule(amount)
          ? { amount: 'rules.amount' }
          : found.current.approvedAmount && { amount: found.current.approvedAmount }),
      ...(reason.trim().length < 5 && { reason: 'machine.guard.opinion' }),
    }),
  )
  const [amount, term] = useWatch({ control: form.control, name: ['amount', 'term'] })
  const { data, isFetching, issues } = useTermsQuote(order.id, amount, term)
  const said = `${issues.approvedAmount ?? ''}|${issues.approvedTerm ?? ''}`
  const { trigger } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are judged anew by what is said now
  useEffect(() => {
    const before = found.current
    found.current = issues
    if (Object.keys({ ...before, ...issues }).length > 0) void trigger(['amount', 'term'])
  }, [said, trigger])
  const terms = useMemo(
    () =>
      listOptions(
        (data?.terms.length ? data.terms : [order.approvedTerm ?? order.term ?? 0]).map((months) => ({
          value: String(months),
          label: t('details.terms', { count: months }),
        })),
      ),
    [data?.terms, order.approvedTerm, order.term, t],
  )
  const now = data?.now ?? null
  const then = data?.quote ?? null
  const rises =
    now &&
    then &&
    !termsOnlyFall(
      { amount: now.financeAmount, term: now.term },
      { amount: then.financeAmount, term: then.term },
    )
  const save = async ({ amount, term, reason }: Values, rowVersion: number | undefined) => {
    const { status } = await call(riskApproval.changeTerms, {
      orderId: order.id,
      rowVersion: rowVersion ?? order.rowVersion,
      amount,
      term: Number(term),
      reason,
    })
    const again = status !== order.status
    toast.success(
      t(again ? 'riskApproval.changedAgain' : 'riskApproval.changedStays', { orderNo: order.orderNo }),
    )
    onClose()
  }
  return (
    <FormDialog
      title={t('riskApproval.changeTitle', { orderNo: order.orderNo })}
      form={form}
      row={order}
      width={720}
      ok={t('riskApproval.changeTerms')}
      lead={<p>{t('riskApproval.changeNote')}</p>}
      onSubmit={save}
      onClose={onClose}
    >
      <div className={styles.beside}>
        <div className={styles.fields}>
          <F.Money name="amount" label={t('riskApproval.newAmount')} required />
          <F.Select name="term" label={t('riskApproval.newTerm')} options={terms} required />
          <F.TextArea
            name="reason"
            label={t('riskApproval.changeReason')}
            rows={3}
            maxLength={500}
            required
          />
        </div>
        <div>
          <TermsCompared now={now} then={then} busy={isFetching} />
          {rises && !isFetching && <p className={styles.rises}>{t('riskApproval.bigger')}</p>}
        </div>
      </div>
    </FormDialog>
  )
}
