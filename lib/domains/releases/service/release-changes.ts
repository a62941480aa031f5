import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { type Case, changeKind, changeKindOfMany } from '../../../platform/changes/change-kind.ts'
import { lastMakerOf } from '../../../platform/changes/last-maker.ts'
import type { By, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { CallError, type FieldMessage } from '../../../platform/errors.ts'
import { clerksOf } from '../../../platform/messages/order-notices.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { callOutsideForAll } from '../../../platform/outside/outbox.ts'
import { compareMoney } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { moveOrder, moveOrders, type Order } from '../../orders/service/move-order.ts'
import { nextPayNo } from '../../orders/service/number-series.ts'
import { checkUnready } from '../../orders/service/stamp-milestone.ts'
import { rememberedProducts } from '../../products/service/product-terms.ts'
import { ownRow } from '../../tenants/service/tenant-row.ts'
import { hindrance, payeeKinds, paymentSummary } from '../rules/disbursement.ts'
import { sheetDay } from '../rules/release-day.ts'
import { disbursement } from '../table.ts'
import { type ApprovedTerms, approvedTerms } from './approved-terms.ts'
import { undoLoan } from './open-loan.ts'
import { keepTerms } from './paid-terms.ts'
import { isPayable, type PaidTo, payeesFor, payeesOf, payersOf } from './payees.ts'
import {
  contradictedOf,
  type LockedPayment,
  lockPayment,
  lockPayments,
  movePayment,
  movePayments,
  type Payment,
  waitsOf,
} from './release-record.ts'
import { isUntouched } from './untouched-loan.ts'

/** The fate of a 放款单 when its second person has decided. */

const payeeShape = {
  payeeKind: z.enum(payeeKinds),
  payeeId: z.number().int(),
  payeeName: z.string(),
  payeeAccount: z.string(),
  payeeBank: z.string(),
}

/** 放款复核 (T28): the amount is worked out anew, the money goes. */
export const releaseChange = changeKindOfMany({
  content: z.object({
    payNo: z.string(),
    amount: z.string(),
    approved: z.string(),
    netted: z.string(),
    payerAccount: z.string(),
    remark: z.string(),
    makerId: z.number().int(),
    ...payeeShape,
  }),
  lock: lockPayments,
  async judge(
    cases: readonly Case<{ amount: string; payerAccount: string } & PaidTo, LockedPayment>[],
    call,
  ) {
    const orders = cases.map(({ about }) => about.order)
    const waits = await waitsOf(orders.map(({ id }) => id))
    const payees = await payeesFor(orders)
    const payers = new Set((await payersOf()).map(({ code }) => code))
    const find = rememberedProducts()
    const judgeOne = async ({ content, about: { order, payment } }: (typeof cases)[number]) => {
      if (payment.status !== '待复核') return 'changes.refusals.isOver'
      if (order.status !== 'wait_release') return 'releases.refusals.notReady'
      const hindered = hindrance(waits(order.id))
      if (hindered) return hindered
      const terms = await termsNow(order, call, find)
      if (terms === null) return 'releases.refusals.noTerms'
      if (terms.overCap) return terms.overCap
      const { amount } = terms
      if (compareMoney(amount, content.amount) !== 0 || compareMoney(payment.amount, amount) !== 0)
        return {
          key: 'releases.refusals.amountChanged' as const,
          params: { shown: formatMoney(content.amount), now: formatMoney(amount) },
        }
      if (!payers.has(content.payerAccount)) return 'releases.refusals.payerGone'
      return isPayable(payees(order), content, payment) ? undefined : 'releases.refusals.payeeChanged'
    }
    const reasons: (FieldMessage | undefined)[] = []
    for (const one of cases) reasons.push(await judgeOne(one))
    return reasons
  },
  async apply(cases, call) {
    const { payBy, releaseCutoff } = await ownRow(call.tenantId)
    const checkedAt = call.now.toISOString()
    const checked = {
      checkerId: call.actor.id,
      checkedAt,
      payBy,
      sheetDay: sheetDay(checkedAt, releaseCutoff),
    }
    await keepTerms(cases.map(({ about }) => about.payment.id))
    const paying = await movePayments(
      cases.map(({ about }) => about.payment),
      '付款中',
      checked,
      call,
    )
    const orders = cases.map(({ about }) => about.order)
    await moveOrders(orders, call, { event: 'pay' })
    // Everything that goes as a file waits for the cashier who makes it.
    if (payBy === 'port') await askBank(paying, new Map(orders.map(({ id, orderNo }) => [id, orderNo])))
  },
  async leave(_content, { payment }, how, { reason, actor, now }) {
    await movePayment(payment, '待制单', { failReason: reason }, { actor, now })
    if (how !== 'withdrawn') await tellMaker(payment, reason, { actor, now })
  },
})

/** Null where the order gives no quote any more: of many that is a reason to leave this one. */
async function termsNow(
  order: Order,
  call: Call,
  find: ReturnType<typeof rememberedProducts>,
): Promise<ApprovedTerms | null> {
  try {
    return await approvedTerms(order, call, call.today, find)
  } catch (error) {
    if (error instanceof CallError && error.status === 422) return null
    throw error
  }
}

/** The number of the 放款单 is the key: however often it is sent or asked for, it is one payment. */
const askBank = (payments: readonly Payment[], orderNos: ReadonlyMap<number, string>): Promise<unknown> =>
  callOutsideForAll(
    'payment',
    payments.map((payment) => {
      const { id, orderId, payNo, amount, payerAccount, payeeName, payeeAccount, payeeBank, remark } = payment
      return {
        request: {
          payNo,
          amount,
          payerAccount,
          payeeName,
          payeeAccount,
          payeeBank,
          summary: paymentSummary(orderNos.get(orderId) ?? '', remark),
        },
        key: payNo,
        about: { type: 'payment', id },
      }
    }),
  )

export async function tellMaker(
  { orderId, makerId, payNo }: Payment,
  reason: string,
  { now }: By,
  title: 'releases.toldBack' | 'releases.toldNotTaken' = 'releases.toldBack',
): Promise<void> {
  await sendMessages([
    {
      kind: 'notice',
      userId: makerId,
      orderId,
      opens: 'releaseCase',
      createdAt: now.toISOString(),
      createdBy: 0,
      title: say(title, { payNo }),
      body: reason,
    },
  ])
}

/** 更正收款账户 (T31): a new 放款单 takes the place of the one that failed, which stays as it was. */
export const payeeChange = changeKind({
  content: z.object(payeeShape),
  lock: lockPayment,
  async judge(content, about: LockedPayment) {
    if (about.order.status !== 'release_failed' || about.payment.status !== '失败')
      return 'changes.refusals.isOver'
    if ((await contradictedOf([about.order.id])).size > 0) return 'releases.refusals.contradicted'
    return isPayable(await payeesOf(about.order), content) ? undefined : 'releases.refusals.payeeChanged'
  },
  async apply(content, { order, payment }, { madeBy }, call) {
    await db()
      .insert(disbursement)
      .values({
        payNo: await nextPayNo(call.today),
        orderId: order.id,
        amount: payment.amount,
        payerAccount: payment.payerAccount,
        makerId: madeBy,
        ...content,
        createdBy: madeBy,
      })
    await checkUnready(await moveOrder(order, call, { event: 'retry', bySystem: true }), call)
  },
  // Somebody else than the maker of the payment may have corrected it.
  async leave(_content, { payment }, how, { reason, actor, now }) {
    if (how === 'withdrawn') return
    const makerId = await lastMakerOf('payee', payment.id)
    await tellMaker({ ...payment, makerId }, reason, { actor, now })
  },
})

/**
 * Whoever made the release makes it again, and whose order it is asks the payee: as they were told that it was paid.
 */
async function tellReturned(
  { id: orderId, orderNo, customerName: name, ...parties }: Order,
  { payNo, amount, makerId }: Payment,
  { bankReference, reason }: { bankReference: string; reason: string },
  { now }: Call,
): Promise<void> {
  const words = { name, payNo, amount: formatMoney(amount), bankReference, reason }
  const to = (userId: number, opens: 'releaseCase' | 'entryDetails') => ({
    kind: 'notice' as const,
    userId,
    orderId,
    opens,
    createdAt: now.toISOString(),
    createdBy: 0,
    title: say('releases.toldReturned', { orderNo }),
    body: say('releases.toldReturnedBody', words).slice(0, 500),
  })
  const clerks = clerksOf(parties, makerId)
  await sendMessages([to(makerId, 'releaseCase'), ...clerks.map((clerk) => to(clerk, 'entryDetails'))])
}

/** 退票 (T32), confirmed by an administrator. */
export const undoChange = changeKind({
  content: z.object({ bankReference: z.string(), reason: z.string() }),
  lock: lockPayment,
  async judge(_content, { order, payment }: LockedPayment) {
    if (order.status !== 'released' || payment.status !== '成功') return 'changes.refusals.isOver'
    return (await isUntouched(payment.id)) ? undefined : 'machine.guard.noRepayment'
  },
  async apply(content, { order, payment }, _approved, call) {
    const { reason, bankReference } = content
    const returned = say('releases.returnedWith', { reason, bankReference })
    await movePayment(payment, '退票', { failReason: returned.slice(0, 200) }, call)
    await undoLoan(order, payment, call)
    const back = await moveOrder(order, call, {
      event: 'undo_release',
      opinion: reason,
      bySystem: true,
      set: { releasedAt: null, valueDate: null, firstDueDate: null },
    })
    await checkUnready(back, call)
    await tellReturned(order, payment, content, call)
    await audit({
      action: 'release.returned',
      object: `application:${order.id}`,
      before: { status: payment.status },
      after: { payNo: payment.payNo, bankReference },
    })
  },
  // The payment is as it was.
  leave: async () => undefined,
})
