import { and, asc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { releases } from '../../contracts/releases.ts'
import { addDays, businessDate } from '../../rules/business-date.ts'
import type { DisbursementState } from '../../rules/disbursement.ts'
import { isOpenFile, paymentFileStates } from '../../rules/payment-file.ts'
import { dayFigures, dayPlaces, fileableFrom, lateReason, sheetDay } from '../../rules/release-day.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { capital } from '../db/schema/channels.ts'
import { paymentFile, paymentFileLine } from '../db/schema/payment-files.ts'
import { disbursement, isOvernight } from '../db/schema/releases.ts'
import { orderScope } from '../identity/data-scope.ts'
import { readFiles } from '../payment-files/file-record.ts'
import { ownRow } from '../tenants/tenant-row.ts'
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

export async function readDay(
  { day: asked }: { day?: string | undefined },
  call: Call,
): Promise<OutputOf<typeof releases.day>> {
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
    // Whose money it was, whoever the order's funder is now.
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
  const backdated = rows.flatMap(({ payment, orderNo, customerName, column }) => {
    const { orderId, payNo, amount, bankReference, paidAt } = payment
    if (column !== 'backdated' || paidAt === null) return []
    return [{ orderId, orderNo, customerName, payNo, amount, bankReference: bankReference ?? '', paidAt }]
  })
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
    ...{ day, cutoff, payBy, at: call.now.toISOString() },
    files: files.length === 0 ? [] : await readFiles(files.map(({ id }) => id)),
    groups: dayFigures(
      rows.map(({ payment, capitalName, column }) => ({
        ...{ capitalName: capitalName ?? '', payerAccount: payment.payerAccount },
        ...{ column, amount: payment.amount },
      })),
    ).map((group) => ({ ...group, payerLabel: labels.get(group.payerAccount) ?? '' })),
    ...{ late, backdated },
  }
}
