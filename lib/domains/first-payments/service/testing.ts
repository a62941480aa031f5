import { changes } from '../../../platform/changes/contract.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { firstPayments } from '../contract.ts'

/** Money that comes in and goes back, by the calls of the screens. */

let last = 0
const cashier = (backend: TestBackend) => backend.as('cashier')
export const readReceipts = (backend: TestBackend, orderId: number) =>
  cashier(backend).call(firstPayments.get, { orderId })
const on = async (backend: TestBackend, orderId: number) => ({
  orderId,
  rowVersion: (await readReceipts(backend, orderId)).order.rowVersion,
  eventId: newEvent(),
})

/** Registers what came in. @returns its number */
export async function addReceipt(
  backend: TestBackend,
  orderId: number,
  amount: string,
  more: object = {},
): Promise<number> {
  await cashier(backend).upload(
    firstPayments.add,
    {
      ...(await on(backend, orderId)),
      amount,
      method: 'transfer' as const,
      paidOn: businessDate(new Date()),
      payer: '李建国',
      reference: `REF-${++last}`,
      ...more,
    },
    { name: '凭证.jpg', bytes: await testPicture() },
  )
  const { payments } = await readReceipts(backend, orderId)
  return payments.at(-1)?.id ?? 0
}

/** @returns the number of the refund */
export async function refundReceipt(
  backend: TestBackend,
  orderId: number,
  paymentId: number,
  more: { amount: string; kind?: 'back' | 'wrong' },
): Promise<number> {
  await cashier(backend).call(firstPayments.refund, {
    ...(await on(backend, orderId)),
    paymentId,
    kind: 'back' as const,
    reason: '客户多付',
    payeeName: '李建国',
    payeeAccount: '9999990000000000121',
    payeeBank: '示例银行示例支行',
    ...more,
  })
  const { payments } = await readReceipts(backend, orderId)
  return payments.flatMap(({ refunds }) => refunds).at(-1)?.id ?? 0
}

/** Says that its bank did not pay it. */
export const failRefund = async (
  backend: TestBackend,
  orderId: number,
  refundId: number,
  more: { remedy: 'again' | 'counts'; payeeAccount?: string },
) =>
  cashier(backend).call(firstPayments.refundFailed, {
    ...(await on(backend, orderId)),
    refundId,
    reason: '收款账户已销户',
    payeeName: '李建国',
    payeeAccount: '9999990000000000139',
    payeeBank: '示例银行示例支行',
    ...more,
  })

/** Its money has gone. */
export const payRefund = async (backend: TestBackend, orderId: number, refundId: number, reference: string) =>
  cashier(backend).call(firstPayments.refundPaid, {
    ...(await on(backend, orderId)),
    refundId,
    reference,
    refundedOn: businessDate(new Date()),
  })

/** A second person passes it. */
const check = async (backend: TestBackend, kind: 'receipt' | 'refund' | 'refundFailed', aboutId: number) => {
  const checker = backend.as('finance_checker')
  const { data } = await checker.call(changes.of, { kind, aboutId })
  const [waiting] = data.filter(({ state }) => state === 'waiting')
  await checker.call(changes.approve, {
    ids: [waiting?.id ?? 0],
    hashes: [waiting?.contentHash ?? ''],
    eventId: newEvent(),
    payPassword: clientHash(demoPassword),
  })
}
export const checkReceipt = (backend: TestBackend, id: number) => check(backend, 'receipt', id)
export const checkFailure = (backend: TestBackend, id: number) => check(backend, 'refundFailed', id)
export const checkRefund = (backend: TestBackend, id: number) => check(backend, 'refund', id)
