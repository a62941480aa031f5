import { Readable } from 'node:stream'
import { and, asc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { chinaTime, type FileColumn, limitFiles, workbook } from '../../../platform/db/list-file.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { capital } from '../../channels/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { isOpenFile, paymentFileStates } from '../../payment-files/rules/payment-file.ts'
import { readFiles } from '../../payment-files/service/file-record.ts'
import { paymentFile, paymentFileLine } from '../../payment-files/table.ts'
import { ownRow } from '../../tenants/service/tenant-row.ts'
import type { DayRow, releases } from '../contract.ts'
import type { DisbursementState } from '../rules/disbursement.ts'
import { dayFigures, dayPlaces, fileableFrom, lateReason, sheetDay } from '../rules/release-day.ts'
import { disbursement, isOvernight } from '../table.ts'
import { payersOf } from './payees.ts'

/**
 * 出纳日报: what went out on a day by funder and account, and what is late, and why. The figures of a day that is over never
 * change. The newest sheet, which is tomorrow's behind the cut-off, says all that is late and every file without an answer,
 * whatever day they are of: no later one does.
 */

const openStates: readonly DisbursementState[] = ['待复核', '付款中']
const isOpen = ({ status }: { status: DisbursementState }) => openStates.includes(status)
const unansweredStates = paymentFileStates.filter(isOpenFile)

/** More payments than anybody makes on a day. */
const mostOfDay = 10_000

const startOf = (day: string) => `${day}T00:00:00+08:00`

/** The payments of a day's sheet, each with the columns in which it stands, and those that were open. */
async function paymentsOfDay(asked: string | undefined, call: Call) {
  const { releaseCutoff: cutoff, payBy } = await ownRow(call.tenantId)
  const newest = sheetDay(call.now.toISOString(), cutoff)
  const day = asked ?? newest
  const sinceBefore = [addDays(day, -1), day]
  const answeredOn = sql`least(${disbursement.failedOn}, ${disbursement.bookedOn})`
  // The last finds by its index what was still open at the end of the day.
  const onSheet = or(
    inArray(disbursement.bookedOn, sinceBefore),
    inArray(disbursement.failedOn, sinceBefore),
    inArray(disbursement.returnedOn, sinceBefore),
    inArray(disbursement.status, openStates),
    and(isOvernight(disbursement), lte(disbursement.sheetDay, day), sql`${answeredOn} > ${day}`),
  )
  const found = await db()
    .select({
      payment: disbursement,
      orderNo: application.orderNo,
      customerName: application.customerName,
      capitalName: capital.name,
      funderCutoff: capital.cutoffTime,
      filedAt: paymentFileLine.createdAt,
    })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    // The party whose money it was, whoever the order's funder is now.
    .leftJoin(
      capital,
      eq(
        capital.id,
        sql`case when ${disbursement.sheetDay} is null then ${application.capitalId} else ${disbursement.capitalId} end`,
      ),
    )
    .leftJoin(
      paymentFileLine,
      and(eq(paymentFileLine.disbursementId, disbursement.id), eq(paymentFileLine.live, true)),
    )
    .where(and(onSheet, orderScope(call.actor)))
    .orderBy(asc(sql`coalesce(${capital.name}, '')`), asc(disbursement.payerAccount), asc(disbursement.id))
    .limit(mostOfDay + 1)
  // Never a sum of some of them.
  if (found.length > mostOfDay) throw new Error(`the sheet of ${day} has more than ${mostOfDay} payments`)
  const rows = found.flatMap((row) => {
    const { paidAt } = row.payment
    const paidOn = paidAt && businessDate(new Date(paidAt))
    const { today } = call
    return dayPlaces({ ...row.payment, paidOn }, day, { today, newest }).map((column) => ({ ...row, column }))
  })
  return { day, newest, cutoff, payBy, found, rows }
}

type PlacedPayment = Awaited<ReturnType<typeof paymentsOfDay>>['rows'][number]

const rowOf = ({ payment, orderNo, customerName }: PlacedPayment): DayRow => {
  const { orderId, payNo, payeeName, amount, bankReference, paidAt } = payment
  return {
    orderId,
    orderNo,
    customerName,
    payNo,
    payeeName,
    amount,
    bankReference: bankReference ?? '',
    paidAt,
  }
}

/** The payments that make one figure. */
export async function readDayRows(
  { day, column, capitalName, payerAccount }: ParsedInputOf<typeof releases.dayRows>,
  call: Call,
): Promise<OutputOf<typeof releases.dayRows>> {
  const { rows } = await paymentsOfDay(day, call)
  const own = rows.filter(
    (row) =>
      row.column === column &&
      (row.capitalName ?? '') === capitalName &&
      row.payment.payerAccount === payerAccount,
  )
  return { rows: own.map(rowOf) }
}

const fileColumns: readonly FileColumn<PlacedPayment>[] = [
  { title: say('columns.capitalName'), value: ({ capitalName }) => capitalName },
  { title: say('releases.payerAccount'), value: ({ payment }) => payment.payerAccount },
  { title: say('releases.state'), value: ({ column }) => say(`releases.day.columns.${column}`) },
  { title: say('columns.orderNo'), value: ({ orderNo }) => orderNo },
  { title: say('columns.customerName'), value: ({ customerName }) => customerName },
  { title: say('releases.payNo'), value: ({ payment }) => payment.payNo },
  { title: say('releases.payeeName'), value: ({ payment }) => payment.payeeName },
  { title: say('releases.amount'), value: ({ payment }) => Number(payment.amount), money: true },
  { title: say('releases.bankReference'), value: ({ payment }) => payment.bankReference },
  { title: say('releases.paidAt'), value: ({ payment }) => chinaTime(payment.paidAt) },
]

/** @throws 429 past the files of an hour */
export async function exportDay(
  { day }: ParsedInputOf<typeof releases.exportDay>,
  call: Call,
): Promise<FileAnswer> {
  await limitFiles(call)
  const { rows } = await paymentsOfDay(day, call)
  await audit({
    object: 'list:releaseDay',
    after: { title: say('routes.releaseDay'), day, count: rows.length },
  })
  const title = `${say('routes.releaseDay')}-${day}`
  return workbook({ title, columns: fileColumns, rows: Readable.from(rows) }, call)
}

export async function readDay(
  { day: asked }: { day?: string | undefined },
  call: Call,
): Promise<OutputOf<typeof releases.day>> {
  const { day, newest, cutoff, payBy, found, rows } = await paymentsOfDay(asked, call)
  const labels = new Map((await payersOf()).map(({ code, label }) => [code, label]))
  const open = found.filter(({ payment }) => isOpen(payment))
  // The newest sheet has all that is late; today's behind the cut-off what is open on it.
  const toJudge =
    day === newest ? open : day === call.today ? rows.filter(({ payment }) => isOpen(payment)) : []
  const late = toJudge.flatMap(({ payment, orderNo, customerName, funderCutoff, filedAt }) => {
    const waitsFor = payment.payBy === 'port' ? 'port' : filedAt ? 'answer' : 'file'
    const from = payment.checkedAt ?? payment.updatedAt
    const since = filedAt ?? (waitsFor === 'file' ? fileableFrom(from, payment.sheetDay ?? newest) : from)
    const why = lateReason({ ...payment, waitsFor, since, cutoff: funderCutoff }, call.now)
    if (why === null) return []
    const { orderId, payNo, amount } = payment
    return [{ orderId, orderNo, customerName, payNo, amount, why, since }]
  })
  const backdated = rows.filter(({ column }) => column === 'backdated').map(rowOf)
  const ofDay = and(
    gte(paymentFile.createdAt, startOf(day)),
    lt(paymentFile.createdAt, startOf(addDays(day, 1))),
  )
  const files = await db()
    .select({ id: paymentFile.id })
    .from(paymentFile)
    .where(day === newest ? or(ofDay, inArray(paymentFile.status, unansweredStates)) : ofDay)
    .orderBy(asc(paymentFile.id))
    .limit(200)
  return {
    day,
    cutoff,
    payBy,
    at: call.now.toISOString(),
    files: files.length === 0 ? [] : await readFiles(files.map(({ id }) => id)),
    groups: dayFigures(
      rows.map(({ payment, capitalName, column }) => ({
        capitalName: capitalName ?? '',
        payerAccount: payment.payerAccount,
        column,
        amount: payment.amount,
      })),
    ).map((group) => ({ ...group, payerLabel: labels.get(group.payerAccount) ?? '' })),
    late,
    backdated,
  }
}
