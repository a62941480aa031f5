import { and, desc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { papers } from '../../materials/contract/papers.ts'
import { fillPapers, preparingOrder, testPolicy } from '../../materials/service/testing.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import type { TestBackend } from '../../testing.ts'
import { coverEnd } from '../rules/underwriting.ts'
import { underwriting } from '../table.ts'

/** Orders of tests with 履约保证险: the insurer listens nowhere, and what it answers is said by the test. */

const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
export const wireInsurer = () => wirePorts({ insurer: nowhere, sms: nowhere })

/** (96,000 − 19,200 + 4,200) × 0.0120 × 3 */
export const testPremium = '2916.00'
const financed = '83916.00'

/** An order in 放款准备 as if it had been entered with 履约保证险. */
export async function insuredOrder(backend: TestBackend): Promise<number> {
  const { orderId } = await preparingOrder(backend)
  await inTenant(1, async () => {
    const [sold] = await db().select().from(product).where(eq(product.templateCode, 'bd2')).limit(1)
    if (!sold) throw new Error('nobody sells 保险贷')
    const performance = { insurer: 'DEMO1', planCode: 'basic', financed: true }
    await db()
      .update(application)
      .set({
        productId: sold.id,
        productVersion: sold.version,
        templateCode: 'bd2',
        appliedAmount: financed,
        approvedAmount: financed,
        financeAmount: financed,
        entryValues: sql`jsonb_set(${application.entryValues}, '{performance}',
          coalesce(${application.entryValues} -> 'performance', '{}') || ${JSON.stringify(performance)}::jsonb)`,
      })
      .where(eq(application.id, orderId))
  })
  return orderId
}

/** The set for the insurer as if its reviewer had passed it. */
export async function passSet(backend: TestBackend, orderId: number): Promise<void> {
  await fillPapers(backend, orderId, 'insurer')
  await inTenant(1, async () => {
    const [set] = await db()
      .update(materialSet)
      .set({ status: '通过' })
      .where(and(eq(materialSet.orderId, orderId), eq(materialSet.kind, 'insurer')))
      .returning()
    await db()
      .update(materialItem)
      .set({ itemStatus: '通过' })
      .where(and(eq(materialItem.setId, set?.id ?? 0), sql`cardinality(${materialItem.files}) > 0`))
  })
}

/** An order whose papers for the insurer have passed. */
export async function insurableOrder(backend: TestBackend): Promise<number> {
  const orderId = await insuredOrder(backend)
  await passSet(backend, orderId)
  return orderId
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

/** It is submitted, somebody types a policy of it by hand, and then the insurer's comes. */
export async function twoPolicies(
  backend: TestBackend,
  orderId: number,
): Promise<{ made: string; typed: string }> {
  const clerk = backend.as('material_clerk')
  const startDate = businessDate(new Date())
  await clerk.call(papers.submitInsurer, { ...(await onOrder(orderId)), insurer: 'DEMO1', startDate })
  const typed = testPolicy('performance')
  await typePolicy(backend, orderId, typed)
  const { orderNo } = await orderNow(orderId)
  const made = `LB-${orderNo}`
  await insurerSays(
    `${orderNo}-B1/1.1`,
    says('underwritten', { policyNo: made, startDate, endDate: coverEnd(startDate, 3) }),
  )
  return { made, typed: typed.policyNo }
}

/** A policy of 履约保证险 as a clerk types it where the entry named one. */
export async function typePolicy(
  backend: TestBackend,
  orderId: number,
  typed: ReturnType<typeof testPolicy>,
): Promise<void> {
  const clerk = backend.as('material_clerk')
  const { policies } = await clerk.call(papers.get, { orderId, kind: 'insurance' })
  const policyId = policies.find(({ insType }) => insType === typed.insType)?.id
  await clerk.call(papers.savePolicy, { ...(await onOrder(orderId)), ...typed, policyId })
}

/** Newest first. */
export const submissionsOf = (orderId: number) =>
  inTenant(1, () =>
    db().select().from(underwriting).where(eq(underwriting.orderId, orderId)).orderBy(desc(underwriting.id)),
  )
export const callsOf = (key: string) =>
  inTenant(1, () => db().select().from(outsideCall).where(eq(outsideCall.onceKey, key)))

/** The insurer answers a question, as by its callback. */
export async function insurerSays(key: string, outcome: Outcome): Promise<void> {
  const [call] = await callsOf(key)
  if (!call) throw new Error('the insurer was not asked')
  await inTenant(1, () => settle(call.id, { kind: 'callback', ms: 0 }, outcome))
}
export const says = (result: string, more: Record<string, unknown> = {}): Outcome => ({
  result: 'done',
  answer: { result, ...more },
})
