import { and, asc, eq, inArray, notExists, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { compareMoney, sum } from '../../../rules/money.ts'
import { nextPaymentFileNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { isPayable, payeesFor, payersOf } from '../../releases/service/payees.ts'
import { contradictedOf } from '../../releases/service/release-record.ts'
import { disbursement } from '../../releases/table.ts'
import { ownRow } from '../../tenants/service/tenant-row.ts'
import type { paymentFiles } from '../contract.ts'
import { mostOfFile } from '../rules/payment-file.ts'
import { paymentFile, paymentFileLine } from '../table.ts'
import { hashOfRows } from './file-form.ts'
import type { FiledPayment, PaymentFile } from './file-record.ts'

/** 生成付款文件: a checked payment is in one live file, and waits in none. */

const unfiled = () =>
  and(
    eq(disbursement.status, '付款中'),
    eq(disbursement.payBy, 'file'),
    notExists(
      db()
        .select({ one: sql`1` })
        .from(paymentFileLine)
        .where(and(eq(paymentFileLine.disbursementId, disbursement.id), eq(paymentFileLine.live, true))),
    ),
  )

/**
 * Those of today that are in no file yet and whose payee may still be paid, and how many wait for tomorrow's. What a bank
 * may have paid already, by a file that was given up, goes to none before people have decided that.
 */
async function waitingNow({ tenantId, today }: Pick<Call, 'tenantId' | 'today'>) {
  const { payBy, releaseCutoff: cutoff } = await ownRow(tenantId)
  const all = await db()
    .select({
      payment: disbursement,
      orderNo: application.orderNo,
      templateCode: application.templateCode,
      repayCardId: application.repayCardId,
      shopId: application.shopId,
    })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .where(unfiled())
    .orderBy(asc(disbursement.id))
    .limit(5_000)
  const disputed = await contradictedOf(all.map(({ payment }) => payment.orderId))
  const { contradicted = [], rows = [] } = Object.groupBy(all, ({ payment }) =>
    disputed.has(payment.orderId) ? 'contradicted' : 'rows',
  )
  const ofToday = rows.filter(({ payment }) => (payment.sheetDay ?? today) <= today)
  const payees = await payeesFor(ofToday)
  const found = Map.groupBy(ofToday, (row) => isPayable(payees(row), row.payment))
  const [due = [], unpayable = []] = [found.get(true), found.get(false)]
  return { payBy, cutoff, due, unpayable, contradicted, later: rows.length - ofToday.length }
}

export async function readWaiting(
  _input: object,
  call: Call,
): Promise<OutputOf<typeof paymentFiles.waiting>> {
  const { payBy, cutoff, due, unpayable, contradicted, later } = await waitingNow(call)
  const labels = new Map((await payersOf()).map(({ code, label }) => [code, label]))
  const groups = Map.groupBy(due, ({ payment }) => payment.payerAccount)
  return {
    payBy,
    cutoff,
    later,
    unpayable: ordersOf(unpayable),
    contradicted: ordersOf(contradicted),
    groups: [...groups].map(([payerAccount, all]) => {
      const next = all.slice(0, mostOfFile)
      return {
        payerAccount,
        payerLabel: labels.get(payerAccount) ?? '',
        count: next.length,
        amount: sum(next.map(({ payment }) => payment.amount)),
      }
    }),
  }
}

const mostShown = 50
const ordersOf = (rows: Waiting) =>
  rows.slice(0, mostShown).map(({ payment, orderNo }) => ({ orderId: payment.orderId, orderNo }))

type Waiting = readonly FiledPayment[]

const ofAccount = async (payerAccount: string, call: Pick<Call, 'tenantId' | 'today'>) =>
  (await waitingNow(call)).due
    .filter(({ payment }) => payment.payerAccount === payerAccount)
    .slice(0, mostOfFile)

/** @throws 422 for none, 400 where it is not what was shown */
function requireShown(
  own: Waiting,
  { count, amount }: Pick<ParsedInputOf<typeof paymentFiles.make>, 'count' | 'amount'>,
): void {
  if (own.length === 0) throw refused('paymentFiles.refusals.nothing')
  const total = sum(own.map(({ payment }) => payment.amount))
  if (own.length !== count || compareMoney(total, amount) !== 0)
    throw badInput({ amount: 'paymentFiles.refusals.changed' })
}

/** A file with its lines. */
export async function writeFile(
  rows: Waiting,
  { now, today, actor }: Pick<Call, 'now' | 'today'> & { actor: { id: number } },
): Promise<PaymentFile> {
  const by = { createdAt: now.toISOString(), createdBy: actor.id }
  const [file] = await db()
    .insert(paymentFile)
    .values({
      fileNo: await nextPaymentFileNo(today),
      payerAccount: rows[0]?.payment.payerAccount ?? '',
      hash: hashOfRows(rows),
      count: rows.length,
      amount: sum(rows.map(({ payment }) => payment.amount)),
      ...by,
    })
    .returning()
  if (!file) throw new Error('the file was not written')
  await db()
    .insert(paymentFileLine)
    .values(rows.map(({ payment }) => ({ fileId: file.id, disbursementId: payment.id, ...by })))
  return file
}

export async function makeFile(input: ParsedInputOf<typeof paymentFiles.make>, call: Call) {
  const shown = await ofAccount(input.payerAccount, call)
  const ids = shown.map(({ payment }) => payment.id)
  await db()
    .select({ id: disbursement.id })
    .from(disbursement)
    .where(inArray(disbursement.id, ids))
    .orderBy(asc(disbursement.id))
    .for('update')
  // Whoever came first has them in his file.
  const own = await ofAccount(input.payerAccount, call)
  requireShown(own, input)
  if (own.some(({ payment }, at) => payment.id !== ids[at]))
    throw badInput({ amount: 'paymentFiles.refusals.changed' })
  const file = await writeFile(own, call)
  const { id, fileNo, payerAccount, count, amount, hash, rowVersion } = file
  await audit({ object: `payment_file:${id}`, after: { fileNo, payerAccount, count, amount, hash } })
  return { id, rowVersion }
}
