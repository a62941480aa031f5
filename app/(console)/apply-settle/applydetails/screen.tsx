'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReleaseTasks } from '@/app/(console)/loans/_parts/release-tasks'
import { ChangeBanner } from '@/components/changes/change-banner'
import { LoanChange } from '@/components/loan/loan-change'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { download } from '@/lib/client/download'
import { useCan } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { isOverLoan } from '@/lib/domains/loans/rules/loan-states'
import { releases } from '@/lib/domains/releases/contract'
import { type SettlementView, settlements } from '@/lib/domains/settlements/contract'
import {
  endStates,
  isPrepayment,
  settlementCan,
  settlementFits,
} from '@/lib/domains/settlements/rules/settlement'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { QuoteTable } from '../_parts/quote-table'
import { SettlementStateTag } from '../_parts/settlement-state'
import { submitSettlement, withdrawSettlement } from '../_parts/settlement-verbs'
import { TrialPanel } from '../_parts/trial-panel'

// Parts that open on a click are loaded with it.
const PayDialog = lazyPart(() => import('../_parts/pay-dialog'), ['forms'])

type Case = OutputOf<typeof settlements.get>

/** 结清申请详情: trial, quote, decisions, money and certificate of the loan of an order. */
export function SettlementScreen() {
  return (
    <OrderScreen<Case> read={(orderId) => q(settlements.get, { orderId })}>
      {(data) => <SettlementCase key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

function SettlementCase({ data }: { data: Case }) {
  const t = useT()
  const can = useCan()
  const { order, loan, applications, today } = data
  const verbs = useVerbs({ submitSettlement, withdrawSettlement })
  const [paying, setPaying] = useState(false)
  if (!loan)
    return (
      <OrderPage order={order}>
        <EmptyState title={t('settlements.noLoan')} hint={t('settlements.noLoanHint')} />
      </OrderPage>
    )
  const live = applications.find(({ status }) => !endStates.includes(status))
  const proposes = can('loan:propose')
  const quotes = proposes && !isOverLoan(loan.status) && (!live || settlementFits('save', live.status))
  return (
    <OrderPage
      order={order}
      actions={
        <>
          {live && <VerbButtons verbs={verbs.of(live)} />}
          {live && can('loan:register') && settlementFits('pay', live.status) && (
            <ActionButton
              variant="primary"
              permit={settlementCan('pay', live, today)}
              onClick={() => setPaying(true)}
            >
              {t('settlements.pay')}
            </ActionButton>
          )}
          {data.certificate?.sealedAt && (
            <ActionButton onClick={() => void download(settlements.certificate, { orderId: order.id })}>
              {t('settlements.certificate')}
            </ActionButton>
          )}
        </>
      }
      notice={
        <>
          {live && <ChangeBanner kind="settlement" aboutId={live.id} />}
          {live && <ChangeBanner kind="settlementBooking" aboutId={live.id} />}
          {data.change?.refusal && (
            <Notice tone="rejected">
              {t('settlements.refusals.cannotBook', { why: data.change.refusal })}
            </Notice>
          )}
        </>
      }
    >
      <Section title={t('settlements.loan', { loanNo: loan.loanNo })}>
        <KeyValues>
          <KeyValue label={t('settlements.loanStatus')}>{loan.status}</KeyValue>
          <KeyValue label={t('settlements.outstanding')}>
            <MoneyText value={loan.outstandingPrincipal} />
          </KeyValue>
          <KeyValue label={t('settlements.deposit')}>
            <MoneyText value={loan.depositBalance} />
          </KeyValue>
          <KeyValue label={t('settlements.prepaid')}>
            <MoneyText value={loan.prepaidBalance} />
          </KeyValue>
          {data.certificate && (
            <KeyValue label={t('settlements.paper.title')}>
              {data.certificate.proofNo}{' '}
              {!data.certificate.sealedAt && (data.certificate.trouble ?? t('settlements.sealing'))}
            </KeyValue>
          )}
          <KeyValue label={t('settlements.plan')}>
            <Link href={href('loanCase', { orderId: order.id })}>{t('settlements.toPlan')}</Link>
          </KeyValue>
        </KeyValues>
      </Section>
      {live && <Application settlement={live} />}
      {live && data.change && (
        <Section title={t('settlements.change')}>
          <LoanChange change={data.change} />
        </Section>
      )}
      {quotes && (
        <TrialPanel key={`${live?.id} ${live?.rowVersion}`} today={today} loan={loan} draft={live} />
      )}
      {applications
        .filter(({ status }) => endStates.includes(status))
        .map((one) => (
          <Application key={one.id} settlement={one} />
        ))}
      {isOverLoan(loan.status) && <TasksOf order={order} />}
      {applications.length === 0 && !quotes && (
        <EmptyState title={t('settlements.none')} hint={t('settlements.noneHint')} />
      )}
      {paying && live && <PayDialog settlement={live} onClose={() => setPaying(false)} />}
      {verbs.dialog}
    </OrderPage>
  )
}

/** Tasks that the settlement left: the mortgage, the title, the device, papers that lie with us. */
function TasksOf({ order }: Pick<Case, 'order'>) {
  const { data } = useQuery(q(releases.loan, { orderId: order.id }))
  return data && data.tasks.length > 0 ? <ReleaseTasks order={order} tasks={data.tasks} /> : null
}

function Application({ settlement }: { settlement: SettlementView }) {
  const t = useT()
  const { id, applyNo, kind, quoteDate, reason, note, way, steps, proofName } = settlement
  return (
    <Section
      title={t('settlements.applicationOf', { kind: t(`settlements.kinds.${kind}`), applyNo })}
      actions={<SettlementStateTag {...settlement} />}
    >
      <QuoteTable quote={settlement} isPrepayment={isPrepayment(kind)} />
      <KeyValues>
        <KeyValue label={t('settlements.quoteDate')}>{quoteDate}</KeyValue>
        <KeyValue label={t('settlements.reason')}>
          {t(`settlements.reasons.${reason}`)} {note}
        </KeyValue>
        {isPrepayment(kind) && (
          <KeyValue label={t('settlements.way')}>{t(`settlements.ways.${way}`)}</KeyValue>
        )}
        {settlement.approvedAt && (
          <KeyValue label={t('settlements.approvedBy')}>
            {settlement.approvedByName} <DateTimeText value={settlement.approvedAt} />
          </KeyValue>
        )}
        {settlement.paidAt && (
          <>
            <KeyValue label={t('settlements.paidAmount')}>
              <MoneyText value={settlement.paidAmount} />
            </KeyValue>
            <KeyValue label={t('settlements.channel')}>
              {settlement.channel && t(`repayments.channels.${settlement.channel}`)}
            </KeyValue>
            <KeyValue label={t('settlements.payer')}>{settlement.payer}</KeyValue>
            <KeyValue label={t('settlements.thirdNo')}>{settlement.thirdNo}</KeyValue>
            <KeyValue label={t('settlements.proof')}>
              <ActionButton
                variant="text"
                size="small"
                onClick={() => void download(settlements.proof, { id })}
              >
                {proofName}
              </ActionButton>
            </KeyValue>
            <KeyValue label={t('settlements.paidBy')}>
              {settlement.paidByName} <DateTimeText value={settlement.paidAt} />
            </KeyValue>
          </>
        )}
        {settlement.bookedAt && (
          <KeyValue label={t('settlements.bookedBy')}>
            {settlement.bookedByName} <DateTimeText value={settlement.bookedAt} />
          </KeyValue>
        )}
        <KeyValue label={t('settlements.steps')} wide>
          {steps.map(({ id: stepId, step, at, byName, details }) => (
            <div key={stepId}>
              <DateTimeText value={at} /> {t(`settlements.stepNames.${step}`)} {byName} {details.reason}
              {details.payable && (
                <>
                  {' '}
                  {details.quoteDate} <MoneyText value={details.payable} />
                </>
              )}
              {details.paidAmount && (
                <>
                  {' '}
                  {details.thirdNo} <MoneyText value={details.paidAmount} />
                </>
              )}
            </div>
          ))}
        </KeyValue>
      </KeyValues>
    </Section>
  )
}
