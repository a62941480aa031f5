import { and, eq } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { businessDate } from '../../rules/business-date.ts'
import { formatMoney } from '../../rules/money-text.ts'
import { moveOrder } from '../applications/move-order.ts'
import { recordAudit } from '../audit.ts'
import { type By, type Call, withCall } from '../context.ts'
import { systemCall } from '../contracts/signing/system-call.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { notification } from '../db/schema/messages.ts'
import { disbursement } from '../db/schema/releases.ts'
import { refused } from '../errors.ts'
import { holdersOf } from '../identity/holders.ts'
import { clerksOf } from '../messages/order-notices.ts'
import { sendMessages } from '../messages/send-messages.ts'
import { answered, type Final } from '../outside/answered.ts'
import { openLoan } from './open-loan.ts'
import { lockPayment, movePayment, type Payment } from './release-record.ts'
import { tellCustomer } from './tell-customer.ts'

/**
 * What the bank says of a payment, each once and in nobody's name: with success the loan is opened, with failure the
 * cashier hears why. Silence is neither: the payment waits, and its 放款单 is never sent a second time.
 */

export const paymentAnswered = answered<'payment'>({
  purpose: 'releases.purpose',
  done: ({ bankReference, paidAt }, { aboutId, tenantId }) =>
    settlePayment(aboutId, tenantId, { ok: true, bankReference, paidAt }),
  failed: (reason, { aboutId, tenantId }) => settlePayment(aboutId, tenantId, { ok: false, reason }),
  dead: (_reason, { aboutId }) =>
    db().update(disbursement).set({ silent: true }).where(eq(disbursement.id, aboutId)),
  again: (said, { aboutId }) => tellContradiction(aboutId, said),
})

/** The bank says something else than what counts: somebody may be about to pay twice, so all who check hear it, once. */
export async function tellContradiction(id: number, said: Final): Promise<void> {
  const [found] = await db()
    .select({ payment: disbursement, orderNo: application.orderNo })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .where(eq(disbursement.id, id))
  if (!found) return
  const { payment, orderNo } = found
  const { orderId, payNo, makerId, status } = payment
  const reference = said.result === 'done' ? String(said.answer.bankReference) : ''
  const isSame = said.result === 'done' ? reference === payment.bankReference : status === '失败'
  if (isSame) return
  const title = zhCN('releases.toldContradiction', { orderNo, payNo })
  const told = and(eq(notification.orderId, orderId), eq(notification.title, title))
  if ((await db().$count(notification, told)) > 0) return
  const body = zhCN('releases.toldContradictionBody', {
    says: said.result === 'done' ? zhCN('releases.saysPaid', { reference }) : said.reason,
    status: zhCN(`releases.payStates.${status}`),
  }).slice(0, 500)
  const createdAt = new Date().toISOString()
  const to = new Set([...(await holdersOf('release:check', orderId)), makerId])
  await sendMessages(
    [...to].map((userId) => ({
      ...{ kind: 'notice' as const, userId, orderId, opens: 'releaseCase' as const, createdBy: 0 },
      ...{ title, body, createdAt },
    })),
  )
}

/** A day before the check, or one to come, is none on which the plan could begin: somebody asks the bank. @throws 422 */
function requireDay(paidAt: Date, { checkedAt }: Payment, { now }: By): void {
  const day = businessDate(paidAt)
  if (checkedAt && day >= businessDate(checkedAt) && day <= businessDate(now)) return
  throw refused('releases.refusals.paidAt', { at: paidAt.toISOString() })
}

export type BankSays = { ok: true; bankReference: string; paidAt: string } | { ok: false; reason: string }

/** Two people said what the bank did, with its paper in hand: who made it, and the call in which it was checked. */
type Registered = { madeBy: number; call: Call; proofId: number }

/** @returns whether it was taken; one that is over is as it was */
export async function settlePayment(
  id: number,
  tenantId: number,
  said: BankSays,
  registered?: Registered,
): Promise<boolean> {
  const locked = await lockPayment(id, undefined)
  if (!locked) throw new Error(`there is no payment ${id}`)
  const { order, payment } = locked
  if (payment.status !== '付款中') return false
  const call = systemCall(tenantId, registered?.call.now ?? new Date())
  const people = registered && (await namesOf(registered))
  const by = people && zhCN('releases.registeredBy', people)
  await withCall(call, async () => {
    if (said.ok) {
      const { bankReference } = said
      const paidAt = new Date(said.paidAt)
      requireDay(paidAt, payment, call)
      const valueDate = businessDate(paidAt)
      const paid = await movePayment(
        payment,
        '成功',
        {
          ...{ bankReference, paidAt: paidAt.toISOString(), silent: false },
          ...(registered && { voucherFile: registered.proofId }),
        },
        call,
      )
      const { set, next } = await openLoan(order, paid, valueDate, call)
      await moveOrder(order, call, {
        ...{ event: 'pay_ok', bySystem: true, ...(by && { opinion: by }) },
        set: { ...set, releasedAt: paidAt.toISOString() },
      })
      await tellCustomer(order, paid, next, call)
    } else {
      const failReason = said.reason.slice(0, 200)
      await movePayment(payment, '失败', { failReason, silent: false }, call)
      await moveOrder(order, call, {
        ...{ event: 'pay_fail', bySystem: true },
        opinion: by ? `${failReason} ${by}` : failReason,
      })
    }
  })
  await recordAudit(
    {
      action: 'release.answer',
      object: `application:${order.id}`,
      before: { status: payment.status },
      after: { payNo: payment.payNo, ...said, ...people },
    },
    { actorId: registered?.call.actor.id ?? 0, ip: registered?.call.ip ?? '', now: call.now },
  )
  await tell(locked, said, call)
  return true
}

async function namesOf({ madeBy, call }: Registered) {
  const [maker] = await db().select({ name: sysUser.name }).from(sysUser).where(eq(sysUser.id, madeBy))
  return { madeByName: maker?.name ?? '', checkerName: call.actor.name }
}

/** Who made it, and whose order it is. */
async function tell(
  { order, payment }: NonNullable<Awaited<ReturnType<typeof lockPayment>>>,
  said: BankSays,
  { now }: Call,
): Promise<void> {
  const words = { payNo: payment.payNo, orderNo: order.orderNo, name: order.customerName }
  const createdAt = now.toISOString()
  const to = (userId: number, opens: 'releaseCase' | 'entryDetails') => ({
    ...{ kind: 'notice' as const, userId, orderId: order.id, opens, createdAt, createdBy: 0 },
    title: zhCN(said.ok ? 'releases.toldPaid' : 'releases.toldFailed', words),
    body: said.ok
      ? zhCN('releases.toldPaidBody', { ...words, amount: formatMoney(payment.amount) })
      : said.reason.slice(0, 500),
  })
  const clerks = said.ok ? clerksOf(order, payment.makerId) : []
  await sendMessages([to(payment.makerId, 'releaseCase'), ...clerks.map((id) => to(id, 'entryDetails'))])
}
