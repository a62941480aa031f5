import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused, taken } from '../../../platform/errors.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { branch } from '../../channels/table.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import { type Order, statusOf } from '../../orders/service/move-order.ts'
import { nextDiligenceNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import type { dueDiligence as calls } from '../contract.ts'
import { orderableAt } from '../rules/due-diligence.ts'
import { dueDiligence } from '../table.ts'
import { moveDiligence } from './move-diligence.ts'
import type { Diligence } from './read-diligence.ts'

/** The reviewer's side of 尽调: it is ordered, given to an officer, and in the end accepted, returned or cancelled. */

/** 发起尽调. @throws 422 unless the order is in review, 409 while one of the kind is open */
export async function orderDiligence(
  { kind, reason, parts, region, note }: ParsedInputOf<typeof calls.order>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof calls.order>> {
  if (!orderableAt.includes(statusOf(order))) throw refused('dueDiligence.refusals.notInReview')
  const ddNo = await nextDiligenceNo(call.today)
  const [made] = await db()
    .insert(dueDiligence)
    .values({
      ddNo,
      orderId: order.id,
      kind,
      reason,
      note,
      parts: [...new Set(parts)],
      region: [...region],
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: dueDiligence.id })
  if (!made) throw taken('dueDiligence.refusals.open', { kind: say(`dueDiligence.kinds.${kind}`) })
  await audit({ after: { ddNo, kind, reason, parts, region, note } })
  return { id: made.id, ddNo }
}

/** An officer counts as being of a city for so long after a visit there. */
const knownMs = 183 * 86_400_000

type Officer = OutputOf<typeof calls.officers>[number]

/** Officers, the best one for a region first: who works or was there lately, then who has least to do. */
export async function readOfficers(
  { region }: { region?: readonly string[] | undefined },
  call: Call,
): Promise<Officer[]> {
  const city = region?.[1] ?? ''
  const since = new Date(call.now.getTime() - knownMs).toISOString()
  const people = await db()
    .select({
      id: sysUser.id,
      name: sysUser.name,
      unit: sql<boolean>`exists (
        select from ${branch} b join ${orgUnit} u on u.id = b.org_unit_id
        where starts_with(${orgUnit.path}, u.path) and ${city} = any(b.region))`,
    })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(and(eq(sysUser.status, '正常'), holdsPermission('diligence:fill')))
    .orderBy(asc(sysUser.id))
    .limit(1_000)
  if (people.length === 0) return []
  const ids = people.map(({ id }) => id)
  const open = sql<number>`count(*) filter (where ${inArray(dueDiligence.status, ['待尽调', '已退回'])})::int`
  const been = sql<boolean>`coalesce(bool_or(${city} = any(${dueDiligence.region}) and ${gt(dueDiligence.createdAt, since)}), false)`
  const work = await db()
    .select({ id: dueDiligence.assigneeId, open, been })
    .from(dueDiligence)
    .where(inArray(dueDiligence.assigneeId, ids))
    .groupBy(dueDiligence.assigneeId)
  const workOf = new Map(work.map((row) => [row.id, row]))
  return people
    .map(({ id, name, unit }) => {
      const own = workOf.get(id)
      return { id, name, near: unit || (own?.been ?? false), open: own?.open ?? 0 }
    })
    .sort((a, b) => Number(b.near) - Number(a.near) || a.open - b.open || a.id - b.id)
}

/** 分配. @throws 400 at `assigneeId` for somebody who makes no visits, 422 where there is nobody */
export async function assignDiligence(
  { assigneeId }: { assigneeId?: number | undefined },
  call: Call,
  row: Diligence,
): Promise<OutputOf<typeof calls.assign>> {
  const officers = await readOfficers({ region: row.region }, call)
  const officer = assigneeId === undefined ? officers[0] : officers.find(({ id }) => id === assigneeId)
  if (!officer && assigneeId !== undefined) throw badInput({ assigneeId: 'dueDiligence.refusals.noOfficer' })
  if (!officer) throw refused('dueDiligence.refusals.nobody')
  await moveDiligence(
    row,
    'assign',
    call,
    { assigneeId: officer.id, assignedAt: call.now.toISOString() },
    { assigneeId: officer.id },
  )
  await tellOfficer(row, officer.id, 'dueDiligence.told.assigned', call)
  if (row.assigneeId !== null && row.assigneeId !== officer.id)
    await tellOfficer(row, row.assigneeId, 'dueDiligence.told.taken', call)
  return { assigneeId: officer.id, assigneeName: officer.name }
}

/** 确认完成. */
export async function acceptDiligence({ note }: { note: string }, call: Call, row: Diligence) {
  await moveDiligence(row, 'accept', call, closedBy(call, note), { note })
  return {}
}

/** 退回, to be done again. */
export async function returnDiligence(
  { reason, note }: Pick<ParsedInputOf<typeof calls.sendBack>, 'reason' | 'note'>,
  call: Call,
  row: Diligence,
) {
  const returned = {
    returnReason: reason,
    returnNote: note,
    returnedAt: call.now.toISOString(),
    returnedBy: call.actor.id,
  }
  await moveDiligence(row, 'sendBack', call, returned, { reason, note })
  if (row.assigneeId !== null)
    await tellOfficer(row, row.assigneeId, 'dueDiligence.told.returned', call, note)
  return {}
}

/** 撤销. */
export async function cancelDiligence({ note }: { note: string }, call: Call, row: Diligence) {
  await moveDiligence(row, 'cancel', call, closedBy(call, note), { note })
  if (row.assigneeId !== null)
    await tellOfficer(row, row.assigneeId, 'dueDiligence.told.cancelled', call, note)
  return {}
}

const closedBy = ({ now, actor }: Call, closeNote: string) => ({
  closedAt: now.toISOString(),
  closedBy: actor.id,
  closeNote,
})

type Told = `dueDiligence.told.${'assigned' | 'taken' | 'returned' | 'cancelled'}`

/** Tells an officer what became of a visit; not what he did himself. */
async function tellOfficer(row: Diligence, userId: number, told: Told, call: Call, note = ''): Promise<void> {
  if (userId === call.actor.id) return
  const [order] = await db()
    .select({ name: application.customerName })
    .from(application)
    .where(eq(application.id, row.orderId))
  await sendMessages([
    {
      kind: 'notice',
      userId,
      orderId: row.orderId,
      opens: 'dueDiligence',
      title: say(told, { ddNo: row.ddNo }),
      body: [say('messages.customer', { name: order?.name ?? '' }), note].filter(Boolean).join(' · '),
      createdAt: call.now.toISOString(),
      createdBy: call.actor.id,
    },
  ])
}
