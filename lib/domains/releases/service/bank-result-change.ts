import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import { lastMakerOf } from '../../../platform/changes/last-maker.ts'
import { lineResults } from '../../payment-files/rules/payment-file.ts'
import { isContradicted } from '../rules/disbursement.ts'
import { lateRefusal } from './late-result.ts'
import { outcomeRefusal } from './outcome-refusal.ts'
import { tellMaker } from './release-changes.ts'
import { type LockedPayment, lockPayment } from './release-record.ts'
import { type BankSays, counts, settlePayment } from './settle-payment.ts'
import { askedOf, endAsked, holdAsked, unansweredOf } from './unanswered.ts'

/**
 * 登记银行结果 (T29, T30): what the bank's own paper says of a payment counts as if the bank had said it. Of one that is over
 * it decides what its bank contradicts.
 */

export const bankResultChange = changeKind({
  content: z.object({
    payNo: z.string(),
    amount: z.string(),
    result: z.enum(lineResults),
    bankReference: z.string(),
    paidAt: z.string(),
    reason: z.string(),
    /** As `askedOf` had it then. */
    asked: z.string(),
    /** The paper, and the hash of its bytes: what is checked is what was shown. */
    proofId: z.number().int(),
    proof: z.string(),
  }),
  lock: lockPayment,
  async judge({ payNo, amount, asked, ...said }, about: LockedPayment, call) {
    const { order, payment } = about
    const isOver = payment.status !== '付款中'
    if (isOver && !isContradicted(payment)) return 'releases.refusals.bankAnswered'
    if (payment.payNo !== payNo || payment.amount !== amount) return 'changes.refusals.otherContent'
    const held = await holdAsked(payment)
    if (!isOver && !(await unansweredOf([payment])).has(payment.id)) return 'releases.refusals.bankAsked'
    if (held === undefined) return 'releases.refusals.bankAnswering'
    if ((await askedOf(payment)) !== asked) return 'releases.refusals.bankAskedSince'
    const refusal = isOver ? await lateRefusal(order, payment, said, call) : undefined
    return refusal ?? (await outcomeRefusal(payment, said, call.now))
  },
  async apply({ result, bankReference, paidAt, reason, proofId }, { payment }, { madeBy }, call) {
    const said: BankSays =
      result === '成功' ? { ok: true, bankReference, paidAt } : { ok: false, reason: reason.slice(0, 200) }
    const askedId = await holdAsked(payment)
    const taken = await settlePayment(payment.id, call.tenantId, said, { madeBy, call, proofId })
    if (!taken || askedId === undefined)
      throw new Error(`payment ${payment.payNo} was settled while it was locked`)
    // Of what counted already the line of its file, and the call, say so.
    if (!counts(payment, said)) await endAsked(payment, askedId, said)
  },
  // The payment is as it was: the bank may still answer it.
  async leave(_content, { payment }, how, { reason, actor, now }) {
    if (how === 'withdrawn') return
    const makerId = await lastMakerOf('bankResult', payment.id)
    await tellMaker({ ...payment, makerId }, reason, { actor, now }, 'releases.toldNotTaken')
  },
})
