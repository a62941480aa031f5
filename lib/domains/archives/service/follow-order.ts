import { and, asc, eq, inArray, isNotNull, isNull, notExists } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { lockAnyOrder, type Order } from '../../orders/service/move-order.ts'
import { nextArchiveNo } from '../../orders/service/number-series.ts'
import { application } from '../../orders/table.ts'
import { endTasks, reopenTask } from '../../releases/service/release-tasks.ts'
import { releaseTask } from '../../releases/table.ts'
import { vehicle } from '../../vehicles/table.ts'
import { isOurs } from '../rules/archive.ts'
import { expectedPapers } from '../rules/expected-papers.ts'
import { archive, archiveItem } from '../table.ts'
import { bookArchive, lockArchive, standOf } from './archive-record.ts'

/** The file follows its order: it comes with the release, and waits for its customer when the loan is paid off. */

/** T29: the file of an order with the papers that must be in it; one that is there stays as it is. */
export async function openArchive(
  order: Pick<Order, 'id' | 'templateCode' | 'vehicleId'>,
  { actor, now }: By,
): Promise<void> {
  const there = await db().$count(archive, eq(archive.orderId, order.id))
  if (there > 0) return
  const [car] =
    order.vehicleId === null
      ? []
      : await db().select({ kind: vehicle.kind }).from(vehicle).where(eq(vehicle.id, order.vehicleId))
  const by = { createdBy: actor.id, createdAt: now.toISOString() }
  const archiveNo = await nextArchiveNo(businessDate(now))
  const [made] = await db()
    .insert(archive)
    .values({ archiveNo, orderId: order.id, ...by })
    .returning({ id: archive.id })
  if (!made) throw new Error(`the file of order ${order.id} was not written`)
  const papers = expectedPapers({ templateCode: order.templateCode, car: car ?? null })
  await db()
    .insert(archiveItem)
    .values(
      papers.map((paper, at) => ({
        ...paper,
        archiveId: made.id,
        orderId: order.id,
        itemNo: at + 1,
        ...by,
      })),
    )
}

/** T33 and its reversal: the papers wait for their customer, or are held again. */
export async function archiveSettled(orderId: number, settled: boolean, by: By): Promise<void> {
  const row = await archiveOf(orderId)
  if (!row) return
  const stand = await standOf(row)
  // Papers that never came are their customer's: nobody is asked for them any more.
  if (settled && stand.fold.status === '待收件') await endTasks(orderId, by, ['archive'])
  if (!settled) await reopenTask(orderId, 'archive', by)
  if (stand.fold.settled !== settled)
    await bookArchive(stand, { kind: settled ? 'settled' : 'unsettled' }, {}, by)
}

/** T34 of an order whose release was undone: the papers that came wait for their customer. */
export async function archiveVoided(orderId: number, by: By): Promise<void> {
  const row = await archiveOf(orderId)
  if (row) await bookArchive(await standOf(row), { kind: 'voided' }, {}, by)
}

/**
 * Before somebody says by hand that the papers of an order went back.
 *
 * @throws 422 while the archive has them: they leave it by its own way
 */
export async function requirePapersGone(orderId: number): Promise<void> {
  const row = await archiveOf(orderId)
  if (!row || row.status === '已退还') return
  const { fold } = await standOf(row)
  if ([...fold.items.values()].some(isOurs))
    throw refused('archives.refusals.returnHere', { archiveNo: row.archiveNo })
}

async function archiveOf(orderId: number) {
  const [found] = await db().select({ id: archive.id }).from(archive).where(eq(archive.orderId, orderId))
  return found && lockArchive(found.id, undefined)
}

const atOnce = 100
const kept = ['released', 'settled'] as const

/** In a query on orders: somebody said that the papers are their customer's again. */
const wentBack = () =>
  db()
    .select({ id: releaseTask.id })
    .from(releaseTask)
    .where(
      and(
        eq(releaseTask.orderId, application.id),
        eq(releaseTask.kind, 'archive_return'),
        isNotNull(releaseTask.doneAt),
        isNull(releaseTask.endedAt),
      ),
    )

/** Orders that were released before there were files of them, and of which papers are with us, or may come. */
export const openArchives = defineJob({
  name: 'archives.open',
  schedule: '25 * * * *',
  async run(_data, { tenantId, step, signal }) {
    for (;;) {
      const orders = await inTenant(tenantId, () =>
        db()
          .select({ id: application.id })
          .from(application)
          .leftJoin(archive, eq(archive.orderId, application.id))
          .where(and(inArray(application.status, [...kept]), isNull(archive.id), notExists(wentBack())))
          .orderBy(asc(application.id))
          .limit(atOnce),
      )
      for (const { id } of orders) {
        signal.throwIfAborted()
        await step(() => openOne(id, new Date()))
      }
      if (orders.length < atOnce) return
    }
  },
})

async function openOne(orderId: number, now: Date): Promise<void> {
  const order = await lockAnyOrder(orderId, undefined)
  if (!order || !kept.some((status) => status === order.status)) return
  const by: By = { actor: { id: 0 }, now }
  await openArchive(order, by)
  if (order.status === 'settled') await archiveSettled(order.id, true, by)
}
