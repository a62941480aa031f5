import { and, eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { maskCard } from '../../../rules/mask.ts'
import { minus, sum } from '../../../rules/money.ts'
import { sysUser } from '../../identity/table.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { attachment } from '../../system/table.ts'
import type { firstPayments } from '../contract.ts'
import { firstPaymentState, owes, receiptState, refundableOf } from '../rules/first-payment.ts'
import { firstPayment } from '../table.ts'
import { failingOf, paymentsOf, quoteOf } from './order-payments.ts'

export async function readPayments(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof firstPayments.get>> {
  const order = await findOrder(orderId, call)
  const { all, refunds, facts } = await paymentsOf(order)
  const { downPayment: own = '0.00', depositAmount = '0.00' } = quoteOf(order)
  // Of a car that the customer has, what is not financed is paid to nobody.
  const downPayment = templateOf(order).noFirstPayment ? '0.00' : own
  const people = [
    ...all.flatMap(({ cancelledBy }) => cancelledBy ?? []),
    ...[...all, ...refunds].flatMap(madeAndChecked),
  ]
  const names = await namesOf(people)
  const failing = await failingOf(refunds.map(({ id }) => id))
  const refundViews = refunds.map((refund) => ({
    ...refund,
    payeeAccount: refund.payeeAccount && maskCard(refund.payeeAccount),
    failing: failing.has(refund.id),
    createdByName: names.get(refund.createdBy) ?? null,
    confirmedByName: names.get(refund.confirmedBy ?? 0) ?? null,
  }))
  const proofs = await proofsOf(all.map(({ proofId }) => proofId))
  return {
    order: await readHeader(order),
    due: facts.due,
    paid: facts.paid,
    waiting: facts.waiting,
    state: firstPaymentState(facts, owes(order.status, all, refunds)),
    downPayment,
    deposit: depositAmount,
    others: minus(facts.due, sum([downPayment, depositAmount])),
    payments: all.map((row) => ({
      ...row,
      proofName: proofs.get(row.proofId) ?? '',
      createdByName: names.get(row.createdBy) ?? null,
      cancelledByName: names.get(row.cancelledBy ?? 0) ?? null,
      confirmedByName: names.get(row.confirmedBy ?? 0) ?? null,
      state: receiptState(row),
      refundable: refundableOf(row, refunds),
      refunds: refundViews.filter(({ paymentId }) => paymentId === row.id),
    })),
  }
}

export async function proofOf(
  { orderId, paymentId }: ParsedInputOf<typeof firstPayments.proof>,
  call: Call,
): Promise<FileAnswer> {
  const order = await findOrder(orderId, call)
  const [found] = await db()
    .select({ file: attachment })
    .from(firstPayment)
    .innerJoin(attachment, eq(attachment.id, firstPayment.proofId))
    .where(and(eq(firstPayment.id, paymentId), eq(firstPayment.orderId, order.id)))
  if (!found) throw notFound()
  return storedAnswer(call.tenantId, { ...found.file, hash: found.file.fileId })
}

const madeAndChecked = ({ createdBy, confirmedBy }: { createdBy: number; confirmedBy: number | null }) => [
  createdBy,
  confirmedBy ?? 0,
]

async function namesOf(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function proofsOf(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select({ id: attachment.id, name: attachment.name })
    .from(attachment)
    .where(inArray(attachment.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
