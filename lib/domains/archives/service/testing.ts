import { eq, inArray } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { courier } from '../../couriers/table.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { application } from '../../orders/table.ts'
import { waitingOrders } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { archives } from '../contract.ts'
import { archive } from '../table.ts'
import { archiveSettled, openArchive } from './follow-order.ts'

/** Files, parcels and applications as people make them, for tests. */

/** Files of orders that are released. @returns their ids */
export async function openedArchives(backend: TestBackend, count = 1): Promise<number[]> {
  const orderIds = await waitingOrders(backend, count)
  return inTenant(1, async () => {
    await db()
      .insert(courier)
      .values([
        { code: 'SF', name: '顺丰', reach: 'national' },
        { code: 'JDL', name: '京东', reach: 'national' },
      ])
      .onConflictDoNothing()
    await db().update(application).set({ status: 'released' }).where(inArray(application.id, orderIds))
    const call = systemCall(1, new Date())
    for (const id of orderIds) {
      const order = await lockAnyOrder(id, undefined)
      if (order) await openArchive(order, call)
    }
    const rows = await db()
      .select({ id: archive.id })
      .from(archive)
      .where(inArray(archive.orderId, orderIds))
      .orderBy(archive.id)
    return rows.map(({ id }) => id)
  })
}

export const archiveNow = (backend: TestBackend, id: number) =>
  backend.as('archivist').call(archives.get, { id })
export const mailNow = (backend: TestBackend, id: number) =>
  backend.as('archivist').call(archives.mail, { id })
export async function outNow(backend: TestBackend, archiveId: number) {
  const { archiveNo, orderNo } = await archiveNow(backend, archiveId)
  const { data } = await backend.as('archivist').call(archives.outbounds, { q: orderNo, length: 100 })
  const row = data.find((one) => one.archiveNo === archiveNo)
  if (!row) throw new Error(`nothing of ${archiveNo} was asked for`)
  return row
}

export const parcelOf = (orders: readonly string[]) => ({
  orders: [...orders],
  fromName: '冯敏',
  fromMobile: '13800001234',
  toName: '档案室',
  toAddress: '示例路1号',
})

let sent = 0
export const newExpressNo = () => `SF${Date.now()}${sent++}`
export const place = { boxNo: 'B-012', location: '一库-03-2-08' }

/** A draft with the papers of these files. @returns its id */
export async function draftMail(backend: TestBackend, ids: readonly number[]): Promise<number> {
  const rows = await Promise.all(ids.map((id) => archiveNow(backend, id)))
  const made = await backend
    .as('material_clerk')
    .call(archives.saveMail, parcelOf(rows.map(({ archiveNo }) => archiveNo)))
  return made.id
}

/** The same sent with all that is wanted. */
export async function sentMail(backend: TestBackend, ids: readonly number[], sign = false): Promise<number> {
  const id = await draftMail(backend, ids)
  const mail = await mailNow(backend, id)
  await backend.as('material_clerk').call(archives.send, {
    id,
    rowVersion: mail.rowVersion,
    courier: 'SF',
    expressNo: newExpressNo(),
    codes: mail.archives.flatMap(({ items }) => items.map(({ code }) => code)),
  })
  if (sign)
    await backend
      .as('archivist')
      .call(archives.sign, { id, rowVersion: (await mailNow(backend, id)).rowVersion })
  return id
}

/** A file that is whole and where it belongs. @param isSettled its loan is paid off */
export async function filedArchive(backend: TestBackend, isSettled = false): Promise<number> {
  const [id = 0] = await openedArchives(backend)
  const { items, rowVersion, orderId } = await archiveNow(backend, id)
  const keeper = backend.as('archivist')
  await keeper.call(archives.enter, {
    id,
    rowVersion,
    items: items.map(({ itemNo }) => itemNo),
    secretLevel: '普通',
  })
  await keeper.call(archives.file, { id, rowVersion: rowVersion + 1, ...place })
  if (isSettled)
    await inTenant(1, async () => {
      await db().update(application).set({ status: 'settled' }).where(eq(application.id, orderId))
      await archiveSettled(orderId, true, systemCall(1, new Date()))
    })
  return id
}

const borrowed = (over: object) => ({
  outKind: '借阅' as const,
  items: [1],
  reason: '办理年检',
  dueBack: '2099-12-31',
  ...over,
})
/** An application for a file, as far as that. @returns the application as its newest version */
export async function outboundIn(
  backend: TestBackend,
  state: '待审批' | '待出库' | '已出库',
  over: object = {},
  archiveId?: number,
) {
  const isFinal = 'outKind' in over && over.outKind === '结清退还'
  const id = archiveId ?? (await filedArchive(backend, isFinal))
  const { rowVersion } = await archiveNow(backend, id)
  await backend.as('archivist').call(archives.apply, { id, rowVersion, ...borrowed(over) })
  if (state !== '待审批') {
    const { id: outId, rowVersion: version } = await outNow(backend, id)
    await backend.as('risk_manager').call(archives.approve, { id: outId, rowVersion: version })
  }
  if (state === '已出库') {
    const { id: outId, rowVersion: version } = await outNow(backend, id)
    await backend.as('archivist').call(archives.release, { id: outId, rowVersion: version })
  }
  return outNow(backend, id)
}

/** A stock-taking that runs; with a file, one that is over and missed it. */
export async function startedTake(backend: TestBackend, missed?: number) {
  const keeper = backend.as('archivist')
  const location = missed === undefined ? '九库' : ((await archiveNow(backend, missed)).location ?? '')
  const { id } = await keeper.call(archives.startTake, { scope: location })
  if (missed !== undefined) await keeper.call(archives.finishTake, { id, rowVersion: 1 })
  const { rowVersion, differences } = await keeper.call(archives.take, { id })
  return { id, rowVersion, differences }
}

/** A file of which a paper is said to be lost, which waits for its second person. @returns the number of the file */
export async function reportedLoss(backend: TestBackend): Promise<number> {
  const id = await filedArchive(backend)
  const { rowVersion } = await archiveNow(backend, id)
  await backend.as('archivist').call(archives.lose, { id, rowVersion, items: [1], reason: '找不到' })
  return id
}
