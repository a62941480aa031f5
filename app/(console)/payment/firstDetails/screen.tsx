'use client'
import { useMemo, useState } from 'react'
import { OpenGates } from '@/components/order/open-gates'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { download } from '@/lib/client/download'
import { useCan } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import type { OutputOf } from '@/lib/contracts/endpoint'
import { type FirstPaymentView, firstPayments } from '@/lib/contracts/first-payments'
import { useT } from '@/lib/i18n/use-t'
import { firstPaymentCan, firstPaymentLimits, remainingOf } from '@/lib/rules/first-payment'
import type { Permission } from '@/lib/rules/roles'
import { PaymentStateTag } from '../_parts/payment-state'
import styles from '../_parts/payments.module.css'

// What opens on a click comes with the click.
const PaymentDialog = lazyPart(() => import('../_parts/payment-dialog'), ['forms'])

type PaymentCase = OutputOf<typeof firstPayments.get>
type OwnPayment = FirstPaymentView & {
  orderId: number
  rowVersion: number
  permit: ReturnType<typeof firstPaymentCan>
}

/** 首付款 of one order: what is due, what came in, each with its proof. */
export function FirstPaymentScreen() {
  return (
    <OrderScreen<PaymentCase> read={(orderId) => q(firstPayments.get, { orderId })}>
      {(data) => <Case key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

const cancelVerb = verb(firstPayments.cancel, {
  label: 'firstPayments.cancel',
  tone: 'danger',
  of: ({ cancelledAt }: OwnPayment) => cancelledAt === null,
  permit: ({ permit }) => permit,
  name: ({ reference }: OwnPayment) => reference,
  words: ({ amount, payer }: OwnPayment) => ({ amount, payer }),
  ask: 'firstPayments.cancelTitle',
  note: 'firstPayments.cancelNote',
  fields: {
    reason: {
      kind: 'text',
      label: 'firstPayments.reason',
      required: true,
      maxLength: firstPaymentLimits.reason,
    },
  },
  input: ({ orderId, id }, { reason }) => ({ orderId, paymentId: id, reason }),
  done: 'firstPayments.cancelled',
})

function Case({ data }: { data: PaymentCase }) {
  const t = useT()
  const can = useCan()
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  const verbs = useVerbs(useMemo(() => ({ cancel: cancelVerb }), []))
  const { order, due, paid, state, payments } = data
  const permitOf = (step: 'add' | 'cancel') =>
    firstPaymentCan(step, { orderStatus: order.status, due, paid }, permissions as readonly Permission[])
  return (
    <OrderPage
      order={order}
      actions={
        can('payment:register') && (
          <ActionButton variant="primary" permit={permitOf('add')} onClick={() => setOpen(true)}>
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
          <KeyValue label={t('firstPayments.remaining')}>
            <MoneyText value={remainingOf({ due, paid })} />
          </KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('firstPayments.payments')}>
        {payments.length === 0 && <EmptyState title={t('firstPayments.none')} />}
        <ul className={styles.payments}>
          {payments.map((payment) => (
            <li key={payment.id} data-cancelled={payment.cancelledAt !== null || undefined}>
              <strong>
                <MoneyText value={payment.amount} />
              </strong>
              <span>
                {payment.paidOn} · {t(`firstPayments.methods.${payment.method}`)} · {payment.payer} ·{' '}
                {payment.reference}
              </span>
              <small>
                {payment.createdByName} <DateTimeText value={payment.createdAt} />
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
              <div>
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
                <VerbButtons
                  size="small"
                  verbs={verbs.of({
                    ...payment,
                    ...{ orderId: order.id, rowVersion: order.rowVersion, permit: permitOf('cancel') },
                  })}
                />
              </div>
            </li>
          ))}
        </ul>
      </Section>
      {verbs.dialog}
      {isOpen && <PaymentDialog data={data} onClose={() => setOpen(false)} />}
    </OrderPage>
  )
}
