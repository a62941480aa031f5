import { and, eq, inArray, ne } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { pendingChange } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { CallError, type FieldMessage } from '../../../platform/errors.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { compareMoney } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { capital } from '../../channels/table.ts'
import { isOver } from '../../first-payments/rules/first-payment.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { isPaidLine } from '../../payment-files/rules/payment-file.ts'
import { type BankResult, isPaid } from '../rules/disbursement.ts'
import { disbursement } from '../table.ts'
import { approvedTerms } from './approved-terms.ts'
import { isOfTheseTerms } from './paid-terms.ts'
import { type Payment, waitsOf } from './release-record.ts'

/**
 * Everything that two people may register of a payment that is over and that its bank contradicts: what counts, which
 * closes the matter; or of one that counts as failed that it was paid, which is booked as any other success. That needs
 * an order whose one payment it then is: nothing else of it is out, or waits to go.
 *
 * @returns why not
 */
export async function lateRefusal(
  order: Order,
  payment: Payment,
  { result, paidAt }: Pick<BankResult, 'result' | 'paidAt'>,
  call: Call,
): Promise<FieldMessage | undefined> {
  const { status } = payment
  if (!isPaidLine(result)) return status === '成功' ? 'releases.refusals.undoFirst' : undefined
  if (isPaid(status)) return status === '成功' ? undefined : 'releases.refusals.wasReturned'
  const other = await otherOf(payment)
  if (other) return { key: 'releases.refusals.otherPaid', params: { payNo: other.payNo } }
  if (await waitsToPay(order)) return 'releases.refusals.otherWaits'
  if (isOver(order.status)) return 'releases.refusals.orderOver'
  // Behind the release nobody could check what waits.
  if (order.status === 'wait_release' && (await waitsOf([order.id]))(order.id).uncheckedReceipts > 0)
    return 'releases.refusals.unchecked'
  if (order.status !== 'release_failed' && order.status !== 'wait_release')
    return 'releases.refusals.notBookable'
  if (payment.capitalId !== order.capitalId) return otherFunder(payment, order)
  if (!(await isOfTheseTerms(payment))) return 'releases.refusals.otherTerms'
  const amount = await amountOf(order, call, businessDate(new Date(paidAt)))
  if (amount === null) return 'releases.refusals.noTerms'
  return compareMoney(amount, payment.amount) === 0
    ? undefined
    : {
        key: 'releases.refusals.otherAmount',
        params: { paid: formatMoney(payment.amount), now: formatMoney(amount) },
      }
}

/** Its loan would be another funder's than the money was. */
async function otherFunder(payment: Payment, order: Order): Promise<FieldMessage> {
  const names = await namesOfFunders([payment.capitalId, order.capitalId])
  return {
    key: 'releases.refusals.otherFunder',
    params: { paid: names(payment.capitalId), now: names(order.capitalId) },
  }
}

async function namesOfFunders(ids: readonly (number | null)[]): Promise<(id: number | null) => string> {
  const rows = await db()
    .select({ id: capital.id, name: capital.name })
    .from(capital)
    .where(
      inArray(
        capital.id,
        ids.flatMap((id) => id ?? []),
      ),
    )
  return (id) => rows.find((row) => row.id === id)?.name ?? say('releases.ownMoney')
}

/** A payment of the order that is out, or may be: of two that were paid one has to come back. */
async function otherOf({ id, orderId }: Payment): Promise<{ payNo: string } | undefined> {
  const [other] = await db()
    .select({ payNo: disbursement.payNo })
    .from(disbursement)
    .where(
      and(
        ...[eq(disbursement.orderId, orderId), ne(disbursement.id, id)],
        inArray(disbursement.status, ['付款中', '成功']),
      ),
    )
  return other
}

/** Something that would pay again waits for its checker, who cannot pass it: its maker takes it back first. */
const waitsToPay = async ({ id }: Order): Promise<boolean> =>
  (await db().$count(
    pendingChange,
    and(
      ...[eq(pendingChange.orderId, id), eq(pendingChange.state, 'waiting')],
      inArray(pendingChange.kind, ['release', 'payee']),
    ),
  )) > 0

/** Everything that the approval gives now: the loan is made of that. */
async function amountOf(order: Order, call: Call, day: string): Promise<string | null> {
  try {
    return (await approvedTerms(order, call, day)).amount
  } catch (error) {
    if (error instanceof CallError && error.status === 422) return null
    throw error
  }
}
