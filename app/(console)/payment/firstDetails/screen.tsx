'use client'
import { useState } from 'react'
import { ChangeBanner } from '@/components/changes/change-banner'
import { OpenGates } from '@/components/order/open-gates'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { Overpaid } from '@/components/order/overpaid'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { download } from '@/lib/client/download'
import { useCan } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { type FirstPaymentView, firstPayments, type RefundView } from '@/lib/domains/first-payments/contract'
import {
  type FirstPaymentStep,
  firstPaymentCan,
  isToPay,
  isWaiting,
  mayFail,
  overpaidOf,
  refundPermit,
  remainingOf,
} from '@/lib/domains/first-payments/rules/first-payment'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { compareMoney } from '@/lib/rules/money'
import { PaymentStateTag, ReceiptStateTag, RefundStateTag } from '../_parts/payment-state'
import styles from '../_parts/payments.module.css'

// Parts that open on a click are loaded with it.
const PaymentDialog = lazyPart(() => import('../_parts/payment-dialog'), ['forms'])
const RefundDialog = lazyPart(() => import('../_parts/refund-dialog'), ['forms'])
const FailedRefundDialog = lazyPart(() => import('../_parts/failed-refund-dialog'), ['forms'])
const RefundPaidDialog = lazyPart(() => import('../_parts/refund-paid-dialog'), ['forms'])

type PaymentCase = OutputOf<typeof firstPayments.get>
/** Everything that opens above the page. */
type Open =
  | { what: 'add' }
  | { what: 'refund'; payment: FirstPaymentView }
  | { what: 'paid' | 'failed'; refund: RefundView }

/** 首付款 of one order: what is due, what came in, each with its proof. */
export function FirstPaymentScreen() {
  return (
    <OrderScreen<PaymentCase> read={(orderId) => q(firstPayments.get, { orderId })}>
      {(data) => <Case key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

function Case({ data }: { data: PaymentCase }) {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const { order, due, paid, waiting, state, payments } = data
  const facts = { orderStatus: order.status, due, paid, waiting }
  const permitOf = (step: FirstPaymentStep) =>
    firstPaymentCan(step, facts, permissions as readonly Permission[])
  const registers = can('payment:register')
  return (
    <OrderPage
      order={order}
      notice={<Overpaid amount={overpaidOf(facts)} />}
      actions={
        registers && (
          <ActionButton variant="primary" permit={permitOf('add')} onClick={() => setOpen({ what: 'add' })}>
            {t('firstPayments.register')}
          </ActionButton>
        )
      }
      side={
        <Section title={t('papers.gates')}>
          <OpenGates order={order} />
        </Section>
      }
    >
      <Section title={t('firstPayments.due')} actions={<PaymentStateTag state={state} />}>
        <KeyValues>
          <KeyValue label={t('firstPayments.downPayment')}>
            <MoneyText value={data.downPayment} />
          </KeyValue>
          <KeyValue label={t('firstPayments.deposit')}>
            <MoneyText value={data.deposit} />
          </KeyValue>
          <KeyValue label={t('firstPayments.others')}>
            <MoneyText value={data.others} />
          </KeyValue>
          <KeyValue label={t('firstPayments.due')}>
            <MoneyText value={due} />
          </KeyValue>
          <KeyValue label={t('firstPayments.paid')}>
            <MoneyText value={paid} />
          </KeyValue>
          <KeyValue label={t('firstPayments.waiting')}>
            <MoneyText value={waiting} />
          </KeyValue>
          <KeyValue label={t('firstPayments.remaining')}>
            <MoneyText value={remainingOf(facts)} />
          </KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('firstPayments.payments')}>
        {payments.length === 0 && <EmptyState title={t('firstPayments.none')} />}
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <li key={payment.id} data-cancelled={payment.state === 'cancelled' || undefined}>
              <ReceiptStateTag state={payment.state} />
              <strong>
                <MoneyText value={payment.amount} />
              </strong>
              <span>
                {payment.paidOn} · {t(`firstPayments.methods.${payment.method}`)} · {payment.payer} ·{' '}
                {payment.reference}
              </span>
              <small>
                {payment.createdByName} <DateTimeText value={payment.createdAt} />
                {payment.confirmedByName && (
                  <> · {t('firstPayments.checkedBy', { name: payment.confirmedByName })}</>
                )}
              </small>
              {payment.cancelledAt && (
                <small>
                  {t('firstPayments.cancelledBy', {
                    name: payment.cancelledByName ?? '',
                    reason: payment.cancelReason ?? '',
                  })}{' '}
                  <DateTimeText value={payment.cancelledAt} />
                </small>
              )}
              <div className={styles.actions}>
                <ActionButton
                  size="small"
                  aria-label={`${t('firstPayments.proof')} ${payment.proofName}`}
                  onClick={() =>
                    download(firstPayments.proof, { orderId: order.id, paymentId: payment.id }).catch(
                      () => {},
                    )
                  }
                >
                  {t('firstPayments.proof')}
                </ActionButton>
                {registers && payment.state === 'counted' && compareMoney(payment.refundable, '0.00') > 0 && (
                  <ActionButton
                    size="small"
                    variant="danger"
                    aria-label={`${t('firstPayments.refund')} ${payment.reference}`}
                    permit={permitOf('refund')}
                    onClick={() => setOpen({ what: 'refund', payment })}
                  >
                    {t('firstPayments.refund')}
                  </ActionButton>
                )}
              </div>
              {payment.state === 'waiting' && (
                <div className={styles.wide}>
                  <ChangeBanner kind="receipt" aboutId={payment.id} />
                </div>
              )}
              {payment.refunds.map((refund) => (
                <RefundOf
                  key={refund.id}
                  refund={refund}
                  onOpen={registers ? (what) => setOpen({ what, refund }) : undefined}
                />
              ))}
            </li>
          ))}
        </ul>
      </Section>
      {open?.what === 'add' && <PaymentDialog data={data} onClose={close} />}
      {open?.what === 'refund' && <RefundDialog order={order} payment={open.payment} onClose={close} />}
      {open?.what === 'failed' && <FailedRefundDialog order={order} refund={open.refund} onClose={close} />}
      {open?.what === 'paid' && <RefundPaidDialog order={order} refund={open.refund} onClose={close} />}
    </OrderPage>
  )
}

/** The part of a payment that goes back, and its progress. */
function RefundOf({
  refund,
  onOpen,
}: {
  refund: RefundView
  onOpen: ((what: 'paid' | 'failed') => void) | undefined
}) {
  const t = useT()
  const { kind, amount, status, payeeName, payeeAccount, payeeBank, refundedOn, reference } = refund
  const to = [payeeName, payeeAccount, payeeBank].filter(Boolean).join(' ')
  const permit = refundPermit(refund.failing)
  const paidWith = [refundedOn, reference].filter(Boolean).join(' ')
  return (
    <section className={styles.refund}>
      <RefundStateTag state={status} />
      {refund.failing && <StatusTag tone="working">{t('firstPayments.failed')}</StatusTag>}
      <span>
        {t(`firstPayments.refundKinds.${kind}`)} <MoneyText value={amount} />
      </span>
      <span>{[to, paidWith, refund.reason, refund.endReason].filter(Boolean).join(' · ')}</span>
      <small>
        {refund.createdByName} <DateTimeText value={refund.createdAt} />
        {refund.confirmedByName && <> · {t('firstPayments.checkedBy', { name: refund.confirmedByName })}</>}
      </small>
      {onOpen && mayFail(status) && (
        <div className={styles.actions}>
          {isToPay(status) && (
            <ActionButton size="small" variant="primary" permit={permit} onClick={() => onOpen('paid')}>
              {t('firstPayments.pay')}
            </ActionButton>
          )}
          <ActionButton
            size="small"
            variant="danger"
            aria-label={`${t('firstPayments.failed')} ${amount}`}
            permit={permit}
            onClick={() => onOpen('failed')}
          >
            {t('firstPayments.failed')}
          </ActionButton>
        </div>
      )}
      {refund.failing && (
        <div className={styles.wide}>
          <ChangeBanner kind="refundFailed" aboutId={refund.id} />
        </div>
      )}
      {isWaiting(status) && (
        <div className={styles.wide}>
          <ChangeBanner kind="refund" aboutId={refund.id} />
        </div>
      )}
    </section>
  )
}
