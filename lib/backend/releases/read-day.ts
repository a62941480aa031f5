import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { releases } from '../../contracts/releases.ts'
import { addDays } from '../../rules/business-date.ts'
import { dayFigures, dayPlaces, type LateReason, lateReason, sheetDay } from '../../rules/release-day.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { capital } from '../db/schema/channels.ts'
import { paymentFile, paymentFileLine } from '../db/schema/payment-files.ts'
import { disbursement, loanAccount } from '../db/schema/releases.ts'
import { orderScope } from '../identity/data-scope.ts'
import { readFiles } from '../payment-files/file-record.ts'
import { ownRow } from '../tenants/tenant-row.ts'
import { payersOf } from './payees.ts'

/** 出纳日报: what went out on a day by funder and account, and what of today is late, and why. */

const startOf = (day: string) => `${day}T00:00:00+08:00`

export async function readDay(
  { day: asked }: { day?: string | undefined },
  call: Call,
): Promise<OutputOf<typeof releases.day>> {
  const { releaseCutoff: cutoff, payBy } = await ownRow(call.tenantId)
  const day = asked ?? sheetDay(call.now.toISOString(), cutoff)
  const [from, to] = [startOf(addDays(day, -1)), startOf(addDays(day, 1))]
  const paid = and(
    inArray(disbursement.status, ['成功', '退票']),
    gte(disbursement.paidAt, from),
    lt(disbursement.paidAt, to),
  )
  // Nothing moves a payment after these.
  const ended = and(
    inArray(disbursement.status, ['失败', '退票']),
    gte(disbursement.updatedAt, from),
    lt(disbursement.updatedAt, to),
  )
  // What is open is open now, whatever day it was made.
  const open = day >= call.today ? inArray(disbursement.status, ['待复核', '付款中']) : undefined
  const found = await db()
    .select({
      payment: disbursement,
      orderNo: application.orderNo,
      customerName: application.customerName,
      capitalName: capital.name,
      cutoff: capital.cutoffTime,
      filedAt: paymentFileLine.createdAt,
    })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .leftJoin(loanAccount, eq(loanAccount.disbursementId, disbursement.id))
    // Whose money it was, whoever the order's funder is now.
    .leftJoin(capital, eq(capital.id, sql`coalesce(${loanAccount.capitalId}, ${application.capitalId})`))
    .leftJoin(
      paymentFileLine,
      and(eq(paymentFileLine.disbursementId, disbursement.id), eq(paymentFileLine.live, true)),
    )
    .where(and(or(paid, ended, open), orderScope(call.actor)))
    .orderBy(asc(sql`coalesce(${capital.name}, '')`), asc(disbursement.payerAccount), asc(disbursement.id))
    .limit(10_000)
  const rows = found.flatMap((row) => {
    const { status, checkedAt, paidAt, updatedAt } = row.payment
    const isOpen = status === '待复核' || status === '付款中'
    const endedAt = isOpen ? null : (paidAt ?? updatedAt)
    const returnedAt = status === '退票' ? updatedAt : null
    return dayPlaces({ status, checkedAt, endedAt, returnedAt }, cutoff, call.now)
      .filter((place) => place.day === day)
      .map(({ column }) => ({ ...row, column }))
  })
  const labels = new Map((await payersOf()).map(({ code, label }) => [code, label]))
  const late = rows.flatMap(({ payment, orderNo, customerName, cutoff, filedAt }) => {
    const since = filedAt ?? payment.checkedAt ?? payment.updatedAt
    const waitsFor = payment.payBy === 'port' ? 'port' : filedAt ? 'answer' : 'file'
    const why: LateReason | null = lateReason({ ...payment, waitsFor, since, cutoff }, call.now)
    if (why === null) return []
    const { orderId, payNo, amount } = payment
    return [{ orderId, orderNo, customerName, payNo, amount, why, since }]
  })
  const files = await db()
    .select({ id: paymentFile.id })
    .from(paymentFile)
    .where(and(gte(paymentFile.createdAt, startOf(day)), lt(paymentFile.createdAt, to)))
    .orderBy(asc(paymentFile.id))
    .limit(200)
  return {
    ...{ day, cutoff, payBy },
    files: files.length === 0 ? [] : await readFiles(files.map(({ id }) => id)),
    groups: dayFigures(
      rows.map(({ payment, capitalName, column }) => ({
        ...{ capitalName: capitalName ?? '', payerAccount: payment.payerAccount },
        ...{ column, amount: payment.amount },
      })),
    ).map((group) => ({ ...group, payerLabel: labels.get(group.payerAccount) ?? '' })),
    late,
  }
}
