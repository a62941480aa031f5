import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { readCalendar } from '../../calendar/service/read-calendar.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { nextComplaintNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { dictItem } from '../../system/table.ts'
import type { complaints } from '../contract.ts'
import { complaintDeadline } from '../rules/complaint.ts'
import { complaint } from '../table.ts'

export const complaintSubject = subject({
  noun: 'complaint',
  nameOf: ({ id }: typeof complaint.$inferSelect) => id,
  lock: byId(complaint),
})

/** 保存投诉. @throws 400 at a category that is not offered, or an order that is not there or not the caller's to see */
export async function saveComplaint(
  { eventId: _, orderNo, ...said }: ParsedInputOf<typeof complaints.save>,
  call: Call,
): Promise<OutputOf<typeof complaints.save>> {
  await requireCategory(said.category)
  const orderId = orderNo === '' ? null : await orderOf(orderNo, call)
  const { actor, now, today } = call
  const complaintNo = await nextComplaintNo(today)
  const deadline = complaintDeadline(said.level, now, await readCalendar()).toISOString()
  const values = {
    ...said,
    complaintNo,
    orderId,
    deadline,
    createdAt: now.toISOString(),
    createdBy: actor.id,
  }
  const [row] = await db()
    .insert(complaint)
    .values(values)
    .returning({ id: complaint.id, status: complaint.status })
  if (!row) throw new Error('the complaint was not saved')
  await audit({
    object: `complaint:${row.id}`,
    after: { complaintNo, orderId, ...said, deadline },
  })
  return { ...row, complaintNo, deadline }
}

async function requireCategory(code: string): Promise<void> {
  const [item] = await db()
    .select({ id: dictItem.id })
    .from(dictItem)
    .where(and(eq(dictItem.type, 'complaint_category'), eq(dictItem.code, code), eq(dictItem.enabled, true)))
  if (!item) throw badInput({ category: 'rules.code' })
}

async function orderOf(orderNo: string, { actor }: Call): Promise<number> {
  const [order] = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(eq(application.orderNo, orderNo), orderScope(actor)))
  if (!order) throw badInput({ orderNo: 'refusals.notFound' })
  return order.id
}
