import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import type { releases } from '../../contracts/releases.ts'
import { addDays } from '../../rules/business-date.ts'
import { dayFigures, type LateReason, lateReason } from '../../rules/release-day.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { capital } from '../db/schema/channels.ts'
import { disbursement } from '../db/schema/releases.ts'
import { orderScope } from '../identity/data-scope.ts'
import { payersOf } from './payees.ts'

/** 出纳日报: what went out on a day by funder and account, and what of today is late, and why. */

const startOf = (day: string) => `${day}T00:00:00+08:00`

export async function readDay(
  { day: asked }: { day?: string | undefined },
  call: Call,
): Promise<OutputOf<typeof releases.day>> {
  const day = asked ?? call.today
  const isToday = day === call.today
  const [from, to] = [startOf(day), startOf(addDays(day, 1))]
  const paid = and(
    inArray(disbursement.status, ['成功', '退票']),
    gte(disbursement.paidAt, from),
    lt(disbursement.paidAt, to),
  )
  const failed = and(
    eq(disbursement.status, '失败'),
    gte(disbursement.updatedAt, from),
    lt(disbursement.updatedAt, to),
  )
  // What is open is open now, whatever day it was made.
  const open = isToday ? inArray(disbursement.status, ['待复核', '付款中']) : undefined
  const rows = await db()
    .select({
      payment: disbursement,
      orderNo: application.orderNo,
      customerName: application.customerName,
      capitalName: capital.name,
      cutoff: capital.cutoffTime,
    })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .leftJoin(capital, eq(capital.id, application.capitalId))
    .where(and(or(paid, failed, open), orderScope(call.actor)))
    .orderBy(asc(sql`coalesce(${capital.name}, '')`), asc(disbursement.payerAccount), asc(disbursement.id))
    .limit(5_000)
  const labels = new Map((await payersOf()).map(({ code, label }) => [code, label]))
  const late = rows.flatMap(({ payment, orderNo, customerName, cutoff }) => {
    const why: LateReason | null = isToday
      ? lateReason({ ...payment, since: payment.checkedAt ?? payment.updatedAt, cutoff }, call.now)
      : null
    if (why === null) return []
    const { orderId, payNo, amount } = payment
    return [
      { orderId, orderNo, customerName, payNo, amount, why, since: payment.checkedAt ?? payment.updatedAt },
    ]
  })
  return {
    day,
    groups: dayFigures(
      rows.map(({ payment, capitalName }) => ({
        ...{ capitalName: capitalName ?? '', payerAccount: payment.payerAccount },
        ...{ status: payment.status, amount: payment.amount },
      })),
    ).map((group) => ({ ...group, payerLabel: labels.get(group.payerAccount) ?? '' })),
    late,
  }
}
