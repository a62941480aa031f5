import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { makerAndChecker } from '../../../platform/changes/maker-and-checker.ts'
import { type By, type Call, withCall } from '../../../platform/context.ts'
import { refused, textOf } from '../../../platform/errors.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { moveOrder } from '../../orders/service/move-order.ts'
import { type BankResult, isContradicted, isMadeAgain } from '../rules/disbursement.ts'
import { closed, keepContradiction } from './contradiction.ts'
import { openLoan } from './open-loan.ts'
import { outcomeRefusal } from './outcome-refusal.ts'
import { lockPayment, movePayment, newestPayment, type Payment } from './release-record.ts'
import { tellCustomer } from './tell-customer.ts'

/**
 * The fate of a payment, each once and in nobody's name: with success the loan is opened, with failure the cashier
 * hears why. Silence is neither: the payment waits, and its 放款单 is never sent a second time. Of one that is over and
 * that its bank contradicts two people with the bank's paper may say what is true.
 */

export type BankSays = { ok: true; bankReference: string; paidAt: string } | { ok: false; reason: string }

const outcomeOf = (said: BankSays): BankResult =>
  said.ok
    ? { result: '成功', bankReference: said.bankReference, paidAt: said.paidAt, reason: '' }
    : { result: '失败', bankReference: '', paidAt: '', reason: said.reason }

/** No loan is made of an outcome that people could not register: somebody asks the bank. @throws 422 */
async function requireOutcome(payment: Payment, said: BankSays, { now }: By): Promise<void> {
  const why = await outcomeRefusal(payment, outcomeOf(said), now)
  if (why) throw refused('releases.refusals.outcome', { payNo: payment.payNo, why: textOf(why) })
}

/** Two people said what the bank did, with its paper in hand: who made it, and the call in which it was checked. */
type Registered = { madeBy: number; call: Call; proofId: number }

/** True where a payment that is over stays where it is by it. */
export const counts = ({ status }: Payment, said: BankSays): boolean =>
  said.ok ? status === '成功' : status === '失败' || status === '退票'

/** @returns whether it was taken; one that is over is as it was, unless people decide what its bank contradicts */
export async function settlePayment(
  id: number,
  tenantId: number,
  said: BankSays,
  registered?: Registered,
): Promise<boolean> {
  const locked = await lockPayment(id, undefined)
  if (!locked) throw new Error(`there is no payment ${id}`)
  const { order, payment } = locked
  if (payment.status !== '付款中' && !(registered && isContradicted(payment))) return false
  const call = systemCall(tenantId, registered?.call.now ?? new Date())
  const people = registered && (await makerAndChecker(registered.madeBy, registered.call.actor))
  const by = people && say('releases.registeredBy', people)
  const contradiction = registered ? closed(payment, call.now) : payment.contradiction
  await withCall(call, async () => {
    await requireOutcome(payment, said, call)
    if (counts(payment, said)) await keepContradiction(payment, contradiction)
    else if (said.ok) {
      const { bankReference } = said
      const paidAt = new Date(said.paidAt)
      const valueDate = businessDate(paidAt)
      await endDraft(payment, call)
      const paid = await movePayment(
        payment,
        '成功',
        {
          bankReference,
          paidAt: paidAt.toISOString(),
          silent: false,
          failReason: null,
          contradiction,
          ...(registered && { voucherFile: registered.proofId }),
        },
        call,
      )
      const { set, next, rows } = await openLoan(order, paid, valueDate, call)
      await moveOrder(order, call, {
        event: 'pay_ok',
        bySystem: true,
        ...(by && { opinion: by }),
        set: { ...set, releasedAt: paidAt.toISOString() },
      })
      await tellCustomer(order, paid, { next, rows }, call)
    } else {
      const failReason = said.reason.slice(0, 200)
      await movePayment(payment, '失败', { failReason, silent: false, contradiction }, call)
      await moveOrder(order, call, {
        event: 'pay_fail',
        bySystem: true,
        opinion: by ? `${failReason} ${by}` : failReason,
      })
    }
  })
  await recordAudit(
    {
      action: 'release.answer',
      object: `application:${order.id}`,
      before: { status: payment.status, contradiction: payment.contradiction },
      after: { payNo: payment.payNo, ...said, ...people },
    },
    { actorId: registered?.call.actor.id ?? 0, ip: registered?.call.ip ?? '', now: call.now },
  )
  if (!counts(payment, said)) await tell(locked, said, call)
  return true
}

/** Everything that was to be made instead of a payment that turns out to be paid is never sent. */
async function endDraft({ id, orderId, payNo }: Payment, call: Call): Promise<void> {
  const live = await newestPayment(orderId)
  if (live && live.id !== id && isMadeAgain(live.status))
    await movePayment(live, '失败', { failReason: say('releases.neverSent', { payNo }) }, call)
}

/** The person who made it, and whose order it is. */
async function tell(
  { order, payment }: NonNullable<Awaited<ReturnType<typeof lockPayment>>>,
  said: BankSays,
  { now }: Call,
): Promise<void> {
  const words = { payNo: payment.payNo, orderNo: order.orderNo, name: order.customerName }
  const createdAt = now.toISOString()
  const to = (userId: number, opens: 'releaseCase' | 'entryDetails') => ({
    kind: 'notice' as const,
    userId,
    orderId: order.id,
    opens,
    createdAt,
    createdBy: 0,
    title: say(said.ok ? 'releases.toldPaid' : 'releases.toldFailed', words),
    body: said.ok
      ? say('releases.toldPaidBody', { ...words, amount: formatMoney(payment.amount) })
      : said.reason.slice(0, 500),
  })
  const clerks = said.ok ? clerksOf(order, payment.makerId) : []
  await sendMessages([to(payment.makerId, 'releaseCase'), ...clerks.map((id) => to(id, 'entryDetails'))])
}
