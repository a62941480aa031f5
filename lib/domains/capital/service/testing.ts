import { randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { capital } from '../../channels/table.ts'
import { fillPapers, preparingOrder } from '../../materials/service/testing.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { copyOrders, newEvent, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import type { TestBackend } from '../../testing.ts'
import { capitalOrders } from '../contract.ts'
import { capitalOrder } from '../table.ts'

/** Orders of tests that funders pay: the funder listens nowhere, and what it answers is said by the test. */

const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
export const wireFunder = () => wirePorts({ funder: nowhere })

/** A funder that takes everything, and by what it answers. */
export const newFunder = (values: Partial<typeof capital.$inferInsert> = {}): Promise<number> =>
  inTenant(1, async () => {
    const code = `F${randomUUID().slice(0, 8)}`
    const [row] = await db()
      .insert(capital)
      .values({ code, name: `测试资方${code}`, kind: '银行', coopMode: '助贷', ...values })
      .returning({ id: capital.id })
    return row?.id ?? 0
  })
export const changeFunder = (id: number, values: Partial<typeof capital.$inferInsert>) =>
  inTenant(1, () => db().update(capital).set(values).where(eq(capital.id, id)))

/** The set of 资方材料 as if its reviewer had passed it. */
export const passSet = (orderId: number) =>
  inTenant(1, async () => {
    const [set] = await db()
      .update(materialSet)
      .set({ status: '通过' })
      .where(and(eq(materialSet.orderId, orderId), eq(materialSet.kind, 'capital')))
      .returning()
    await db()
      .update(materialItem)
      .set({ itemStatus: '通过' })
      .where(and(eq(materialItem.setId, set?.id ?? 0), sql`cardinality(${materialItem.files}) > 0`))
  })

/** An order in 放款准备 of a funder, whose papers have passed: it can be pushed. */
export async function pushableOrder(backend: TestBackend, capitalId: number): Promise<number> {
  const { orderId } = await preparingOrder(backend)
  await giveFunder(orderId, capitalId)
  await fillPapers(backend, orderId, 'capital')
  await passSet(orderId)
  return orderId
}
export const giveFunder = (orderId: number, capitalId: number) =>
  inTenant(1, () => db().update(application).set({ capitalId }).where(eq(application.id, orderId)))

/** Copies of an order that can be pushed, with its papers. @returns their ids */
export async function copiesOf(orderId: number, count: number): Promise<number[]> {
  const ids = await copyOrders(orderId, count)
  await inTenant(1, async () => {
    const among = sql`any(${sql.param(ids)}::bigint[])`
    await db().execute(sql`
      insert into material_set (order_id, kind, status, required_count, done_count)
      select a.id, s.kind, s.status, s.required_count, s.done_count
      from material_set s, application a where s.order_id = ${orderId} and s.kind = 'capital' and a.id = ${among}`)
    await db().execute(sql`
      insert into material_item (set_id, material_type, required, min_files, max_files, files, item_status)
      select n.id, i.material_type, i.required, i.min_files, i.max_files, i.files, i.item_status
      from material_item i join material_set s on s.id = i.set_id and s.order_id = ${orderId} and s.kind = 'capital',
        material_set n where n.order_id = ${among}`)
  })
  return ids
}

export const orderNow = async (orderId: number) => {
  const [row] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  if (!row) throw new Error('the order is gone')
  return row
}
export const onOrder = async (orderId: number) => ({
  orderId,
  rowVersion: (await orderNow(orderId)).rowVersion,
  eventId: newEvent(),
})
/** Newest first. */
export const pushesOf = (orderId: number) =>
  inTenant(1, () =>
    db().select().from(capitalOrder).where(eq(capitalOrder.orderId, orderId)).orderBy(desc(capitalOrder.id)),
  )
export const callsOf = (key: string) =>
  inTenant(1, () => db().select().from(outsideCall).where(eq(outsideCall.onceKey, key)))

/** 资方同意 registered by hand with its paper; it waits for its check. @returns its push */
export async function registerConsent(
  backend: TestBackend,
  orderId: number,
  values: Partial<Record<'capitalOrderNo' | 'approvedAmount' | 'approvedRate' | 'reply', string>> = {},
): Promise<number> {
  const { approvedAmount } = await orderNow(orderId)
  await backend.as('capital_mgr').upload(
    capitalOrders.consent,
    {
      ...(await onOrder(orderId)),
      capitalOrderNo: `N-${orderId}`,
      approvedAmount: approvedAmount ?? '',
      ...values,
    },
    { name: '批复函.jpg', bytes: await testPicture() },
  )
  const [push] = await pushesOf(orderId)
  return push?.id ?? 0
}

/** The second person passes it. */
export async function checkConsent(backend: TestBackend, pushId: number): Promise<void> {
  const checker = backend.as('finance_checker')
  const { data } = await checker.call(changes.of, { kind: 'funder', aboutId: pushId })
  const [waiting] = data.filter(({ state }) => state === 'waiting')
  await checker.call(changes.approve, {
    ids: [waiting?.id ?? 0],
    hashes: [waiting?.contentHash ?? ''],
    eventId: newEvent(),
  })
}

/** The funder answers a round of a push, as by its callback. */
export async function funderSays(key: string, outcome: Outcome): Promise<void> {
  const [call] = await callsOf(key)
  if (!call) throw new Error('the funder was not asked')
  await inTenant(1, () => settle(call.id, { kind: 'callback', ms: 0 }, outcome))
}
export const says = (result: string, more: Record<string, unknown> = {}): Outcome => ({
  result: 'done',
  answer: { result, ...more },
})
