'use client'
import { ChangeBanner } from '@/components/changes/change-banner'
import { MissingMilestones } from '@/components/order/missing-milestones'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { Overpaid } from '@/components/order/overpaid'
import { OrderConditions } from '@/components/risk-approval/order-conditions'
import { ActionButton } from '@/components/ui/action-button'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { showMoney, showPercent } from '@/components/ui/number-text'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { DateTimeText, MoneyText } from '@/components/ui/texts'
import { showDateTime } from '@/components/ui/time-text'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { isPaidLine } from '@/lib/domains/payment-files/rules/payment-file'
import { type PaymentView, releases } from '@/lib/domains/releases/contract'
import { isPaid } from '@/lib/domains/releases/rules/disbursement'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { ReleaseAmounts } from '../_parts/release-amounts'
import { PayStateTag, ReleaseStateTag } from '../_parts/release-state'
import { useReleaseVerbs } from '../_parts/use-release-verbs'

type Case = OutputOf<typeof releases.get>

/** While somebody checks it or the bank is asked, what comes of it shows without a reload. */
const askedEveryMs = 5_000
/** A paid release can be 退票 for months: that one was refused is told for so long. */
const toldDays = 7
const goesOn = ({ releaseState }: Case) => releaseState === 'check' || releaseState === 'paying'

/** 放款详情: what is paid to whom, what is missing, and every 放款单 of the order. */
export function ReleaseCaseScreen() {
  return (
    <OrderScreen<Case>
      read={(orderId) => ({
        ...q(releases.get, { orderId }),
        refetchInterval: ({ state: { data } }) => (data && goesOn(data) ? askedEveryMs : false),
      })}
    >
      {(data) => <CaseOf key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

function CaseOf({ data }: { data: Case }) {
  const t = useT()
  const seesLoan = useHasPermission('loan:view')
  const verbs = useReleaseVerbs()
  const { order, releaseState, amounts, missing, payments } = data
  const [newest] = payments
  // Everything that 登记银行结果 is about now: what was registered of a payment that is settled is over.
  const resultOf =
    order.status === 'releasing' ? newest : payments.find(({ payNo }) => payNo === data.contradicted)
  return (
    <OrderPage
      order={order}
      actions={<VerbButtons verbs={verbs.of({ ...order, ...data })} />}
      notice={
        <>
          {newest && <ChangeBanner kind="release" aboutId={newest.id} />}
          {resultOf && <ChangeBanner kind="bankResult" aboutId={resultOf.id} />}
          {newest && releaseState === 'failed' && <ChangeBanner kind="payee" aboutId={newest.id} />}
          {newest && releaseState === 'paid' && (
            <ChangeBanner kind="undo" aboutId={newest.id} days={toldDays} />
          )}
          {data.uncheckedReceipts > 0 && (
            <Notice tone="returned">
              {t('releases.uncheckedNote', { count: data.uncheckedReceipts })}{' '}
              <Link href={href('firstPaymentCase', { orderId: order.id })}>{t('releases.toReceipts')}</Link>
            </Notice>
          )}
          <Overpaid amount={data.overpaid} />
          {payments.map(
            ({ id, payNo, status, contradiction: said }) =>
              said && (
                <Notice key={id} tone="rejected">
                  <strong>
                    {t('releases.contradictedNote', {
                      payNo,
                      says: isPaidLine(said.result)
                        ? t('releases.saysPaid', { reference: said.bankReference })
                        : said.reason,
                      time: showDateTime(said.saidAt),
                      status: t(`releases.payStates.${status}`),
                    })}
                  </strong>{' '}
                  {t('releases.contradictedDo')}
                </Notice>
              ),
          )}
          {releaseState === 'silent' && <Notice tone="returned">{t('releases.silentNote')}</Notice>}
          {releaseState === 'failed' && (
            <Notice tone="rejected">
              <strong>{newest?.failReason}</strong> {data.contradicted === null && t('releases.failedNote')}
            </Notice>
          )}
        </>
      }
    >
      <Section title={t('releases.summary')} actions={<ReleaseStateTag state={releaseState} />}>
        {amounts ? (
          <ReleaseAmounts orderId={order.id} amounts={amounts}>
            <KeyValue label={t('columns.capitalName')}>{order.capitalName}</KeyValue>
            {releaseState === 'paid' && seesLoan && (
              <KeyValue label={t('releases.loan')}>
                <Link href={href('loanCase', { orderId: order.id })}>{t('releases.openLoan')}</Link>{' '}
                <Link href={href('settlementDetails', { orderId: order.id })}>
                  {t('releases.toSettlement')}
                </Link>
              </KeyValue>
            )}
          </ReleaseAmounts>
        ) : (
          t('releases.refusals.noTerms')
        )}
      </Section>
      {data.plans && releaseState !== 'paid' && <Plans {...data.plans} />}
      {releaseState === 'missing' && missing.length > 0 && (
        <Section title={t('releases.missing')}>
          <MissingMilestones codes={missing} order={order} />
        </Section>
      )}
      <OrderConditions order={order} />
      {payments.length === 0 && releaseState !== 'missing' && (
        <EmptyState title={t('releases.noPayment')} hint={t('releases.noPaymentHint')} />
      )}
      {payments.map((payment) => (
        <PaymentSection key={payment.id} orderId={order.id} payment={payment} />
      ))}
      {verbs.dialog}
    </OrderPage>
  )
}

const planFigures = [
  ['valueDate', (day) => day],
  ['count', (count) => count],
  ['monthlyPayment', showMoney],
  ['firstDueDate', (day) => day],
  ['firstInterest', showMoney],
  ['lastAmount', showMoney],
  ['totalInterest', showMoney],
  ['aprSimple', showPercent],
] as const satisfies readonly (readonly [
  keyof NonNullable<Case['plans']>['signed'],
  (value: string) => string,
])[]

/** 放款方案: as it was signed, and beside it what a release of today makes of it. */
function Plans({ signed, today }: NonNullable<Case['plans']>) {
  const t = useT()
  return (
    <Section title={t('releases.plans')}>
      <KeyValues>
        {planFigures.map(([name, show]) => {
          const [was, is] = [signed, today].map((plan) =>
            plan[name] === null ? '—' : show(String(plan[name])),
          )
          return (
            <KeyValue key={name} label={t(`releases.planFigures.${name}`)}>
              {was === is ? was : t('releases.planMoves', { was: was ?? '', is: is ?? '' })}
            </KeyValue>
          )
        })}
      </KeyValues>
    </Section>
  )
}

/** Everything that its reason is a reason for. */
const whyLabels: Partial<Record<PaymentView['status'], 'backReason' | 'returnReason'>> = {
  待制单: 'backReason',
  退票: 'returnReason',
}

function PaymentSection({ orderId, payment }: { orderId: number; payment: PaymentView }) {
  const t = useT()
  return (
    <Section
      title={t('releases.paymentOf', { payNo: payment.payNo })}
      actions={<PayStateTag state={payment.status} />}
    >
      <KeyValues>
        <KeyValue label={t('releases.amount')}>
          <MoneyText value={payment.amount} />
        </KeyValue>
        <KeyValue label={t('releases.payeeName')}>{payment.payeeName}</KeyValue>
        <KeyValue label={t('releases.payeeAccount')}>{payment.payeeAccount}</KeyValue>
        <KeyValue label={t('releases.payeeBank')}>{payment.payeeBank}</KeyValue>
        <KeyValue label={t('releases.payerAccount')}>{payment.payerAccount}</KeyValue>
        <KeyValue label={t('releases.maker')}>
          {payment.makerName} <DateTimeText value={payment.createdAt} />
        </KeyValue>
        <KeyValue label={t('releases.checker')}>
          {payment.checkerName && (
            <>
              {payment.checkerName} <DateTimeText value={payment.checkedAt} />
            </>
          )}
        </KeyValue>
        {payment.bankReference && (
          <KeyValue label={t('releases.bankReference')}>{payment.bankReference}</KeyValue>
        )}
        {payment.paidAt && (
          <KeyValue label={t('releases.paidAt')}>
            <DateTimeText value={payment.paidAt} />
          </KeyValue>
        )}
        {payment.proofName && (
          <KeyValue label={t(isPaid(payment.status) ? 'releases.voucherFile' : 'releases.proof')}>
            {payment.proofName}{' '}
            <ActionButton
              size="small"
              aria-label={`${t('releases.openProof')} ${payment.proofName}`}
              onClick={() => download(releases.proof, { orderId, paymentId: payment.id }).catch(() => {})}
            >
              {t('releases.openProof')}
            </ActionButton>
          </KeyValue>
        )}
        {payment.failReason && (
          <KeyValue label={t(`releases.${whyLabels[payment.status] ?? 'failReason'}`)}>
            {payment.failReason}
          </KeyValue>
        )}
        {payment.remark && <KeyValue label={t('releases.remark')}>{payment.remark}</KeyValue>}
      </KeyValues>
    </Section>
  )
}
