'use client'
import DialogContent from '@mui/material/DialogContent'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { type Findings, useCheckedForm } from '@/components/form/use-checked-form'
import Dialog from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { SkeletonLines } from '@/components/ui/states'
import { toast } from '@/components/ui/toast'
import { usePaused } from '@/components/ui/use-paused'
import { call } from '@/lib/client/call'
import { codeOptions, listOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { loans } from '@/lib/domains/loans/contract'
import { mostExtension } from '@/lib/domains/loans/rules/fact-permit'
import { fiveClasses, waivable } from '@/lib/domains/loans/rules/facts'
import { repayments } from '@/lib/domains/repayments/contract'
import { registeredChannels, repaymentLimits } from '@/lib/domains/repayments/rules/register'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { compareMoney } from '@/lib/rules/money'
import { formatMoney } from '@/lib/rules/money-text'
import { type Act, actOf, bringsMoney, type FieldName, type Values } from './loan-acts'
import { LoanChange } from './loan-change'
import styles from './loan-change.module.css'

type Standing = OutputOf<typeof loans.standing>
type Props = {
  act: Act
  loanId: number
  /** The amount that it begins with, and the fact that is reversed. */
  amount?: string | undefined
  of?: number | undefined
  onClose: () => void
}

const F = fieldsFor<Values>()

/** The dialog of what can be booked on a loan: it shows what changes while it is filled in, and what stands in the way. */
export default function FactDialog(props: Props) {
  const { loanId, onClose } = props
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...q(loans.standing, { loanId }),
    // A dialog begins with what is true now.
    refetchOnMount: 'always',
  })
  if (data && isFetchedAfterMount) return <FactForm {...props} loan={data} />
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose}>
      <DialogContent>
        {error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={6} />}
      </DialogContent>
    </Dialog>
  )
}

function begun({ act, amount, of, loan }: Props & { loan: Standing }): Values {
  const { dueToday } = loan.figures
  const due = act === 'receipt' && compareMoney(dueToday, '0') > 0 ? dueToday : ''
  return {
    valueDate: loan.today,
    amount: amount ?? due,
    periodNo: '',
    component: 'penalty',
    to: fiveClasses[1],
    periods: '',
    of: of === undefined ? '' : String(of),
    reason: '',
    channel: 'transfer',
    thirdNo: '',
    payerName: bringsMoney(act) ? loan.customerName : '',
    payerCard: '',
  }
}

const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text) && compareMoney(text, '0') > 0

/** Fields that may stay empty: 付款卡号 and 付款人, and the period of a fee, which is then the running one's. */
const isOptional = (name: FieldName, act: Act) =>
  name === 'payerCard' || name === 'payerName' || (name === 'periodNo' && act === 'fee')

function findings(act: Act, values: Values, t: T): Findings {
  const names: FieldName[] = [
    'valueDate',
    ...actOf(act).asks,
    ...(bringsMoney(act) ? [] : ['reason' as const]),
  ]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name].trim()
      if (value === '') return isOptional(name, act) ? [] : [[name, 'rules.required']]
      if (name === 'amount' && !isAmount(value)) return [[name, 'rules.amount']]
      if (
        name === 'periods' &&
        !(/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= mostExtension)
      )
        return [[name, t('loans.badPeriods', { most: mostExtension })]]
      if (name === 'payerCard' && !/^\d{8,30}$/.test(value)) return [[name, 'accounts.wrongNumber']]
      return []
    }),
  )
}

/** Of what is asked, the fact itself hangs on all but who paid, with which number, and why. */
const besideFact: ReadonlySet<string> = new Set(['reason', 'channel', 'thirdNo', 'payerName', 'payerCard'])

function FactForm(props: Props & { loan: Standing }) {
  const t = useT()
  const { act, loan, onClose } = props
  const { loanId, loanNo, customerName } = loan
  const { asks, fact } = actOf(act)
  const form = useCheckedForm<Values>(begun(props), (values) => findings(act, values, t))
  const values = form.watch()
  const open = Object.keys(findings(act, values, t)).filter((name) => !besideFact.has(name))
  const said = open.length === 0 ? { valueDate: values.valueDate, fact: fact(values) } : null

  const save = async (filled: Values, version: number | undefined) => {
    const rowVersion = version ?? loan.rowVersion
    const { valueDate, reason, channel, thirdNo, payerName, payerCard } = filled
    const about = { loanId, rowVersion, valueDate }
    const booked = fact(filled)
    if (bringsMoney(act)) {
      const money = { channel, thirdNo, payerName, payerCard }
      const { repayNo } = await call(repayments.register, { ...about, fact: booked as never, ...money })
      toast.success(t('loans.registered', { repayNo }))
    } else {
      const endpoint = act === 'writeOff' ? loans.writeOff : isPaidOut(act) ? loans.payOut : loans.propose
      await call(endpoint, { ...about, fact: booked as never, reason })
      toast.success(t('loans.submitted'))
    }
    onClose()
  }
  return (
    <FormDialog
      title={t('loans.actTitle', { act: t(`loans.acts.${act}`), loanNo, customerName })}
      form={form}
      row={loan}
      onSubmit={save}
      onClose={onClose}
      width={720}
      ok={t(bringsMoney(act) ? 'loans.acts.receipt' : 'loans.submitToCheck')}
    >
      {asks.map((name) => (
        <FactField key={name} name={name} act={act} loan={loan} />
      ))}
      <F.Date name="valueDate" label={t('loans.form.valueDate')} max={loan.today} required />
      {!bringsMoney(act) && (
        <F.TextArea name="reason" label={t('loans.form.reason')} rows={2} maxLength={200} required />
      )}
      <Trial loanId={loanId} said={said} />
    </FormDialog>
  )
}

/** Money that leaves the company. */
const isPaidOut = (act: Act) => act === 'overpayment' || act === 'depositRefunded' || act === 'compensation'

function FactField({ name, act, loan }: { name: FieldName; act: Act; loan: Standing }) {
  const t = useT()
  const periods = useMemo(
    () =>
      listOptions(
        loan.unpaid.map(({ periodNo, dueDate, ...left }) => ({
          value: String(periodNo),
          label: t('loans.form.unpaidPeriod', {
            periodNo,
            dueDate,
            penalty: formatMoney(left.penalty),
            interest: formatMoney(left.interest),
            fee: formatMoney(left.fee),
          }),
        })),
      ),
    [loan.unpaid, t],
  )
  const facts = useMemo(
    () =>
      listOptions(
        loan.facts.map(({ factNo, kind, amount, valueDate }) => ({
          value: String(factNo),
          label: [valueDate, t(`loans.facts.${kind}`), amount && formatMoney(amount)]
            .filter(Boolean)
            .join(' '),
        })),
      ),
    [loan.facts, t],
  )
  switch (name) {
    case 'amount':
      return <F.Money name="amount" label={t('loans.form.amount')} required />
    case 'periodNo':
      return (
        <F.Select
          name="periodNo"
          label={t('loans.form.periodNo')}
          options={periods}
          none={act === 'fee' ? t('loans.form.anyPeriod') : undefined}
          required={act !== 'fee'}
        />
      )
    case 'component':
      return (
        <F.Radio name="component" label={t('loans.form.component')} options={componentOptions} required />
      )
    case 'to':
      return <F.Radio name="to" label={t('loans.form.to')} options={classOptions} required />
    case 'periods':
      return (
        <F.Digits
          name="periods"
          label={t('loans.form.periods')}
          help={t('loans.form.periodsHelp', { most: mostExtension })}
          required
        />
      )
    case 'of':
      return <F.Select name="of" label={t('loans.form.of')} options={facts} required />
    case 'channel':
      return <F.Select name="channel" label={t('repayments.channel')} options={channelOptions} required />
    case 'thirdNo':
      return (
        <F.Text name="thirdNo" label={t('repayments.thirdNo')} maxLength={repaymentLimits.thirdNo} required />
      )
    case 'payerName':
      return (
        <F.Text name="payerName" label={t('repayments.payerName')} maxLength={repaymentLimits.payerName} />
      )
    case 'payerCard':
      return <F.Card name="payerCard" label={t('repayments.payerCard')} />
    default:
      return null
  }
}

const componentOptions = codeOptions('loans.components', waivable)
const classOptions = listOptions(fiveClasses.slice(1).map((value) => ({ value, label: value })))
const channelOptions = codeOptions('repayments.channels', registeredChannels)

type Said = Pick<Parameters<typeof previewOf>[1], 'valueDate' | 'fact'>
const previewOf = (
  loanId: number,
  said: { valueDate: string; fact: ReturnType<ReturnType<typeof actOf>['fact']> },
) => q(loans.preview, { loanId, ...said })

/** Everything that would change, asked again as it is filled in; the newest answer stands. */
function Trial({ loanId, said }: { loanId: number; said: Said | null }) {
  const t = useT()
  const asked = usePaused(said === null ? '' : JSON.stringify(said))
  const { data, error, refetch, isFetching } = useQuery({
    ...previewOf(loanId, asked === '' ? { valueDate: '', fact: { kind: 'write_off' } } : JSON.parse(asked)),
    enabled: asked !== '',
    staleTime: 0,
  })
  if (said === null) return <p className={styles.trial}>{t('loans.change.fill')}</p>
  if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data || isFetching || asked !== JSON.stringify(said))
    return (
      <p className={styles.trial} role="status">
        {t('loans.change.trying')}
      </p>
    )
  return (
    <section aria-label={t('loans.change.title')}>
      {data.refusal !== null && (
        <Notice tone="rejected" role="alert">
          {data.refusal}
        </Notice>
      )}
      {data.refusal === null && <LoanChange change={data} />}
    </section>
  )
}
