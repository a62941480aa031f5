import { and, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import type { MilestoneCode } from '../../identity/rules/milestones.ts'
import { stampMilestone } from '../../orders/service/stamp-milestone.ts'
import { newEvent, type TestOrder, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { endTasks, openTasks } from '../../releases/service/release-tasks.ts'
import { approvedOrder } from '../../risk/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { vehicle } from '../../vehicles/table.ts'
import { attachments } from '../contract/attachments.ts'
import { papers } from '../contract/papers.ts'
import {
  type ExtraKind,
  type ItemStatus,
  isExtra,
  type PaperKind,
  type SetStatus,
} from '../rules/material-sets.ts'
import { lastDayOf, needOf, type PolicyNeed, policyNeeds } from '../rules/policy.ts'
import { materialItem, materialSet } from '../table/materials.ts'

/** An order in 放款准备, as the last signature leaves it, with these milestones beside card and contract. */
export async function preparingOrder(
  backend: TestBackend,
  reached: readonly MilestoneCode[] = [],
): Promise<TestOrder> {
  const order = await approvedOrder(backend)
  const now = new Date()
  const at = now.toISOString()
  const rowVersion = await inTenant(1, async () => {
    let [row] = await db()
      .update(application)
      .set({ status: 'preparing', cardBoundAt: at, econtractSignedAt: at, stageEnteredAt: at })
      .where(eq(application.id, order.orderId))
      .returning()
    for (const code of reached) if (row) row = await stampMilestone(row, code, at, { actor: { id: 0 }, now })
    return row?.rowVersion ?? 0
  })
  return { ...order, rowVersion }
}

/** A file for each paper that a set asks for, and the form beside it as it has to be. */
export async function fillPapers(backend: TestBackend, orderId: number, kind: PaperKind): Promise<void> {
  const clerk = backend.as('material_clerk')
  const before = await clerk.call(papers.get, { orderId, kind })
  for (const { materialType, required, files, itemStatus } of before.items)
    if (required && (files.length === 0 || itemStatus === '不合格'))
      await clerk.upload(
        attachments.upload,
        { orderId, kind, materialType, eventId: newEvent() },
        { name: `${materialType}.jpg`, bytes: await testPicture() },
      )
  for (const need of before.formLacks) {
    const { order, policies } = await clerk.call(papers.get, { orderId, kind })
    const on = { orderId, rowVersion: order.rowVersion, eventId: newEvent() }
    if (kind === 'mortgage') await clerk.call(papers.saveMortgage, { ...on, ...testMortgage() })
    else if (isExtra(kind)) await clerk.call(papers.saveRegistration, { ...on, ...testRegistration(kind) })
    else
      await clerk.call(papers.savePolicy, {
        ...on,
        ...testPolicy(need as PolicyNeed),
        // Everything that the entry named is completed.
        policyId: policies.find(({ insType }) => needOf(insType) === need)?.id,
      })
  }
}

let lastPolicy = 0
export const testPolicy = (need: PolicyNeed) => {
  const startDate = businessDate(new Date())
  return {
    insType: policyNeeds[need][0] ?? '',
    insurer: 'DEMO1',
    policyNo: `P${++lastPolicy}-${need}`,
    premium: '950.00',
    sumInsured: '900000.00',
    startDate,
    endDate: lastDayOf(startDate),
  }
}
export const testMortgage = () => ({
  agent: '周凯',
  dmvOffice: '示例车管所',
  applyAt: businessDate(new Date()),
  regNo: '110000000123',
})

export const testRegistration = (kind: ExtraKind = 'new_extra') => ({
  kind,
  plateNo: '京A00123',
  plateColor: '1',
  regCertNo: '110000000123',
  registeredOn: businessDate(new Date()),
  ownerName: '周凯',
})

/** The order as its release leaves it, with what a release leaves to do. @param kind of its car */
export async function asReleased(orderId: number, kind: 'new' | 'used' = 'new'): Promise<void> {
  await inTenant(1, async () => {
    const now = new Date()
    const by = { actor: { id: 0 }, now }
    const at = now.toISOString()
    const [order] = await db()
      .update(application)
      .set({ status: 'released', releasedAt: at, stageEnteredAt: at })
      .where(eq(application.id, orderId))
      .returning()
    if (!order) throw new Error('the order is gone')
    await db()
      .update(vehicle)
      .set({ kind })
      .where(eq(vehicle.id, order.vehicleId ?? 0))
    await endTasks(orderId, by)
    await openTasks(order, businessDate(now), by)
  })
}

/** A set of an order in a state, all of its papers there. */
export async function papersIn(
  backend: TestBackend,
  orderId: number,
  kind: PaperKind,
  status: SetStatus,
  itemStatus: ItemStatus = '已传',
): Promise<void> {
  const setStatus = (to: SetStatus, of: ItemStatus) =>
    inTenant(1, async () => {
      const [set] = await db()
        .update(materialSet)
        .set({ status: to })
        .where(and(eq(materialSet.orderId, orderId), eq(materialSet.kind, kind)))
        .returning()
      const held = and(eq(materialItem.setId, set?.id ?? 0), sql`cardinality(${materialItem.files}) > 0`)
      await db().update(materialItem).set({ itemStatus: of }).where(held)
    })
  await setStatus('上传中', '已传')
  await fillPapers(backend, orderId, kind)
  await setStatus(status, itemStatus)
}
