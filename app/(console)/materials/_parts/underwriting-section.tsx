'use client'
import Link from 'next/link'
import { useState } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { showMoney, showPercent } from '@/components/ui/number-text'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { dictionaryOptions, useOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { papers, type UnderwritingView } from '@/lib/domains/materials/contract/papers'
import { hasPassed } from '@/lib/domains/materials/rules/material-sets'
import {
  boundTo,
  isAbandoned,
  isFailed,
  isInForce,
  isInsured,
  isRejected,
  isToSupplement,
  isUnderway,
  type PolicyChoice,
  type UnderwritingFacts,
  underwritingCan,
  underwritingPermission,
} from '@/lib/domains/underwriting/rules/underwriting'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { compareMoney } from '@/lib/rules/money'
import type { PaperCase } from './paper-set-screen'
import styles from './papers.module.css'
import { SectionTable } from './section-table'
import { UnderwritingStateTag } from './set-state'

// Parts that open on a click are loaded with it.
const SubmitDialog = lazyPart(() => import('./submit-insurer-dialog'), ['forms'])

const insurers = dictionaryOptions('insurer')

const factsOf = ({ order, setStatus, asked }: PaperCase, own: UnderwritingView): UnderwritingFacts => ({
  orderStatus: order.status,
  asked,
  setStatus,
  status: own.status,
  silent: own.silent,
  conflict: own.conflict,
  outdated: own.outdated,
  premium: own.trial?.premium ?? null,
})

const ask = verb(papers.askInsurer, {
  label: 'underwriting.ask',
  name: ({ customerName }: PaperCase['order']) => customerName,
  ask: 'underwriting.askTitle',
  input: ({ id }) => ({ orderId: id }),
  done: 'underwriting.asked',
})

type Two = PaperCase['order'] & { own: UnderwritingView }

/** The policy of two that counts. */
const choose = (choice: PolicyChoice, numberOf: (own: UnderwritingView) => string | null | undefined) =>
  verb(papers.choosePolicy, {
    label: `underwriting.choose.${choice}`,
    of: ({ own }: Two) => own.conflict,
    name: ({ customerName }: Two) => customerName,
    words: ({ own }: Two) => ({ policyNo: numberOf(own) ?? '' }),
    ask: `underwriting.choose.${choice}Title`,
    note: `underwriting.choose.${choice}Note`,
    input: ({ id }) => ({ orderId: id, choice }),
    done: 'underwriting.choose.done',
  })
const chooses = {
  insurer: choose('insurer', ({ submissions }) => submissions[0]?.policyNo),
  typed: choose('typed', ({ typed }) => typed?.policyNo),
}

/** 提交保司: who and what is insured, what it costs, what the insurers said, and the way on. */
export function UnderwritingSection({ data, own }: { data: PaperCase; own: UnderwritingView }) {
  const t = useT()
  const { permissions } = useSession()
  const maySubmit = useHasPermission(underwritingPermission)
  const [isOpen, setOpen] = useState(false)
  const asking = useVerbs({ ask })
  const { order } = data
  const { status, silent, trial, submissions } = own
  const facts = factsOf(data, own)
  const permit = underwritingCan('submit', facts, permissions)
  const isSilent = isUnderway(status) && silent
  return (
    <>
      <Section
        title={t('underwriting.section')}
        actions={
          <>
            <UnderwritingStateTag {...own} />
            {maySubmit && isSilent && !own.outdated && <VerbButtons verbs={asking.of(order)} size="small" />}
            {maySubmit && (!isUnderway(status) || isAbandoned(own)) && !isInForce(own) && (
              <ActionButton size="small" variant="primary" permit={permit} onClick={() => setOpen(true)}>
                {t('underwriting.submit')}
              </ActionButton>
            )}
          </>
        }
      >
        <Next data={data} own={own} />
        <KeyValues>
          <KeyValue label={t('underwriting.applicant')}>
            {order.customerName} {order.idNo}
          </KeyValue>
          <KeyValue label={t('underwriting.insured')}>
            {own.insuredname} {own.identifynumber}
          </KeyValue>
          <KeyValue label={t('underwriting.beneficiary')}>{own.beneficiary}</KeyValue>
          <KeyValue label={t('underwriting.vehicle')}>{own.model}</KeyValue>
          <KeyValue label={t('underwriting.vin')}>{own.vin}</KeyValue>
          <KeyValue label={t('underwriting.plateNo')}>{own.plateNo}</KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('underwriting.trial')}>
        {trial ? (
          <KeyValues>
            <KeyValue label={t('underwriting.sumInsured')}>
              <MoneyText value={trial.sumInsured} />
            </KeyValue>
            <KeyValue label={t('underwriting.plan')}>{trial.planName}</KeyValue>
            <KeyValue label={t('underwriting.base')}>
              <MoneyText value={trial.base} /> <small>{t('underwriting.baseNote')}</small>
            </KeyValue>
            <KeyValue label={t('underwriting.premiumRate')}>{showPercent(trial.premiumRate)}</KeyValue>
            <KeyValue label={t('underwriting.years')}>
              {t('underwriting.yearsOf', { years: trial.years })}
            </KeyValue>
            <KeyValue label={t('underwriting.premium')}>
              <MoneyText value={trial.premium} />
            </KeyValue>
          </KeyValues>
        ) : (
          t('underwriting.noTrial')
        )}
      </Section>
      <Section title={t('underwriting.submissions')}>
        {submissions.length === 0 ? t('underwriting.noSubmission') : <Submissions rows={submissions} />}
      </Section>
      {isOpen && trial && (
        <SubmitDialog
          order={order}
          trial={trial}
          // Everything that it missed goes to the insurer that asked for it.
          fixed={boundTo(submissions[0])}
          onClose={() => setOpen(false)}
        />
      )}
      {asking.dialog}
    </>
  )
}

/** The next step and its page. */
function Next({ data, own }: { data: PaperCase; own: UnderwritingView }) {
  const t = useT()
  const all = useOptions(insurers)
  const { status, silent, trial, submissions } = own
  const [last] = submissions
  const words = {
    insurer: all.find(({ value }) => value === last?.insurer)?.label ?? last?.insurer ?? '',
    submitNo: last?.submitNo ?? '',
    reply: last?.reply ?? t('underwriting.results.rejected'),
  }
  if (own.conflict) return <Conflict data={data} own={own} text={t('underwriting.next.conflict', words)} />
  if (own.outdated && isInsured(status))
    return <Notice tone="returned">{t('underwriting.next.outdated', words)}</Notice>
  if (isInsured(status))
    return (
      <>
        <p className={styles.next}>
          {t('underwriting.next.underwritten', words)}{' '}
          <Link href={href('insuranceMaterialsDetails', { orderId: data.order.id })}>
            {t('underwriting.policy')}
          </Link>
        </p>
        {trial && last && compareMoney(last.premium, trial.premium) !== 0 && (
          <Notice tone="returned">
            {t('underwriting.otherPremium', {
              premium: showMoney(last.premium),
              trial: showMoney(trial.premium),
            })}
          </Notice>
        )}
      </>
    )
  if (isUnderway(status))
    return silent && !own.outdated ? (
      <Notice tone="returned">{t('underwriting.next.silent', words)}</Notice>
    ) : (
      <p className={styles.next}>
        {t(own.outdated ? 'underwriting.next.outdatedUnderway' : 'underwriting.next.underway', words)}
      </p>
    )
  if (isRejected(status)) return <Notice tone="rejected">{t('underwriting.next.rejected', words)}</Notice>
  if (isFailed(status)) return <Notice tone="rejected">{t('underwriting.next.failed', words)}</Notice>
  if (!trial) return <Notice tone="rejected">{t('underwriting.next.noTrial')}</Notice>
  const passed = hasPassed(data.setStatus)
  if (isToSupplement(status) && !passed)
    return <Notice tone="returned">{t('underwriting.next.supplement', words)}</Notice>
  return <p className={styles.next}>{t(passed ? 'underwriting.next.submit' : 'underwriting.next.papers')}</p>
}

/** Two policies, side by side, for whoever may say which one counts. */
function Conflict({ data: { order }, own, text }: { data: PaperCase; own: UnderwritingView; text: string }) {
  const t = useT()
  const maySubmit = useHasPermission(underwritingPermission)
  const choosing = useVerbs(chooses)
  const [made] = own.submissions
  const both = [
    { name: 'made' as const, policy: made },
    { name: 'typed' as const, policy: own.typed },
  ]
  return (
    <>
      <Notice tone="returned">{text}</Notice>
      <SectionTable
        label={t('underwriting.policy')}
        columns={[
          '',
          'underwriting.insurer',
          'underwriting.policyNo',
          'underwriting.premium',
          'underwriting.cover',
        ]}
      >
        {both.map(({ name, policy }) => (
          <tr key={name}>
            <th scope="row">{t(`underwriting.${name}`)}</th>
            <td>{policy ? <DictionaryText type="insurer" code={policy.insurer} /> : noValue}</td>
            <td>{policy?.policyNo ?? t('underwriting.noTyped')}</td>
            <td>
              <MoneyText value={policy?.premium} />
            </td>
            <td>
              {policy?.startDate && policy.endDate
                ? t('underwriting.coverOf', { from: policy.startDate, to: policy.endDate })
                : noValue}
            </td>
          </tr>
        ))}
      </SectionTable>
      {maySubmit && (
        <div className={styles.choose}>
          <VerbButtons verbs={choosing.of({ ...order, own })} size="small" />
        </div>
      )}
      {choosing.dialog}
    </>
  )
}

const columns = [
  'submitNo',
  'status',
  'insurer',
  'premium',
  'cover',
  'policyNo',
  'submittedAt',
  'answeredAt',
  'reply',
] as const

function Submissions({ rows }: { rows: UnderwritingView['submissions'] }) {
  const t = useT()
  return (
    <SectionTable
      label={t('underwriting.submissions')}
      columns={columns.map((name) => `underwriting.${name}` as MessageKey)}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            {row.submitNo}
            {row.round > 1 && <small> {t('underwriting.round', { round: row.round })}</small>}
          </td>
          <td className={styles.state}>
            <UnderwritingStateTag {...row} silent={false} conflict={false} />
          </td>
          <td>
            <DictionaryText type="insurer" code={row.insurer} />
          </td>
          <td>
            <MoneyText value={row.premium} />
          </td>
          <td>
            {row.endDate
              ? t('underwriting.coverOf', { from: row.startDate, to: row.endDate })
              : row.startDate}
          </td>
          <td>{row.policyNo ?? noValue}</td>
          <td>
            <DateTimeText value={row.submittedAt} /> {row.submittedByName}
          </td>
          <td>
            <DateTimeText value={row.answeredAt} />
          </td>
          <td className={styles.words}>{row.reply ?? noValue}</td>
        </tr>
      ))}
    </SectionTable>
  )
}
