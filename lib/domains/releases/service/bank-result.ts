import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { handedIn, type Proof } from '../../../platform/changes/handed-in.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { FileAnswer, SlowHandler } from '../../../platform/handler.ts'
import { type Order, orderSubject, updateOrder } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { isPaidLine } from '../../payment-files/rules/payment-file.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import { attachment } from '../../system/table.ts'
import type { releases } from '../contract.ts'
import { disbursement } from '../table.ts'
import { lateRefusal } from './late-result.ts'
import { answerOf, payeeLines, requireRelease } from './make-release.ts'
import { outcomeRefusals } from './outcome-refusal.ts'
import { contradictedOf, newestPayment, type Payment } from './release-record.ts'
import { askedOf } from './unanswered.ts'

/**
 * 登记银行结果: the cashier says what the bank's paper says, with the paper; a second person decides. It is about the payment
 * that the bank has, else about the one that it contradicts.
 */

type Said = ParsedInputOf<typeof releases.result>

/** @throws 400 by field, 403, 422 for a payment that the bank still answers */
async function requireResult(order: Order, said: Said, call: Call): Promise<Payment> {
  const newest = await newestPayment(order.id)
  await requireRelease('result', order, newest, call)
  const isPaying = newest?.status === '付款中'
  const payment = isPaying ? newest : (await contradictedOf([order.id])).get(order.id)
  if (!payment) throw refused('releases.refusals.notPaying')
  const found = await outcomeRefusals(payment, said, call.now)
  if (Object.keys(found).length > 0) throw badInput(found)
  const refusal = isPaying ? undefined : await lateRefusal(order, payment, said, call)
  if (refusal) throw badInput({ result: refusal })
  return payment
}

export const registerResult: SlowHandler<typeof releases.result> = {
  async prepare(input, call, upload) {
    // Asked first, and again when it counts: no file is read for a payment that the bank still answers.
    await inTenant(call.tenantId, async () => {
      const order = await orderSubject.lock(input.orderId, call)
      if (!order) throw notFound()
      await requireResult(order, input, call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, order) {
        const payment = await requireResult(order, input, inside)
        const file = await keepFile(order.id, name, clean, inside)
        const { payNo, amount } = payment
        const said = toldOf(input)
        await propose(
          'bankResult',
          {
            aboutId: payment.id,
            orderId: order.id,
            title: order.orderNo,
            amount,
            content: {
              payNo,
              amount,
              ...said,
              asked: await askedOf(payment),
              proofId: file.id,
              proof: clean.hash,
            },
            lines: [
              { field: 'orderNo', kind: 'text', value: order.orderNo },
              { field: 'customerName', kind: 'text', value: order.customerName },
              { field: 'amount', kind: 'money', value: amount },
              ...payeeLines(payment),
              { field: 'bankResult', kind: 'bankResult', value: said.result },
              ...resultLines(said),
              { field: 'proof', kind: 'text', value: name },
            ],
          },
          inside,
        )
        await audit({ before: { status: payment.status }, after: { payNo, ...said, hash: clean.hash } })
        return answerOf(await updateOrder(order, inside, {}))
      },
      settle,
    }
  },
}

/** Of a success no reason, of a failure nothing else. */
const toldOf = ({ result, bankReference, paidAt, reason }: Said) =>
  isPaidLine(result)
    ? { result, bankReference, paidAt: new Date(paidAt).toISOString(), reason: '' }
    : { result, bankReference: '', paidAt: '', reason }

const resultLines = ({ result, bankReference, paidAt, reason }: ReturnType<typeof toldOf>): ChangeLine[] =>
  isPaidLine(result)
    ? [
        { field: 'bankReference', kind: 'text', value: bankReference },
        { field: 'paidAt', kind: 'text', value: chinaTime(paidAt) ?? '' },
      ]
    : [{ field: 'failReason', kind: 'text', value: reason }]

/** By payment its 回单; of one that the bank did not pay, or that is not checked yet, what was handed in last. */
export async function proofsOf(
  payments: readonly Pick<Payment, 'id' | 'voucherFile'>[],
): Promise<ReadonlyMap<number, Proof>> {
  const vouchers = new Map(
    payments.flatMap(({ id, voucherFile }) => (voucherFile ? [[id, voucherFile] as const] : [])),
  )
  const files = await db()
    .select()
    .from(attachment)
    .where(inArray(attachment.id, [...vouchers.values()]))
  const fileOf = new Map(files.map((file) => [file.id, file]))
  const open = payments.filter(({ id }) => !vouchers.has(id)).map(({ id }) => id)
  const own = [...vouchers].flatMap(([id, voucher]) => {
    const file = fileOf.get(voucher)
    return file ? [[id, file] as const] : []
  })
  return new Map<number, Proof>([...(await handedIn('bankResult', open)), ...own])
}

/** @throws 404 */
export async function readProof(
  { orderId, paymentId }: ParsedInputOf<typeof releases.proof>,
  call: Call,
): Promise<FileAnswer> {
  const order = await findOrder(orderId, call)
  const payments = await db()
    .select()
    .from(disbursement)
    .where(and(eq(disbursement.id, paymentId), eq(disbursement.orderId, order.id)))
  const proof = (await proofsOf(payments)).get(paymentId)
  if (!proof) throw notFound()
  return storedAnswer(call.tenantId, { ...proof, hash: proof.fileId })
}
