import { and, desc, eq, inArray } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { newEvent, type TestOrder, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { approvedOrder } from '../../risk/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { bankCards } from '../contract.ts'
import { cardRequest } from '../table.ts'

/** Banks of tests: nobody listens at their address, and what they answer is said by the test. */

const nowhere = { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' }
export const wireBanks = () => wirePorts({ cardCheck: nowhere, deduction: nowhere })

export const fits: Outcome = { result: 'done', answer: { matched: true, bank: '工商银行' } }
export const consent = (agreementNo = 'XY-1'): Outcome => ({ result: 'done', answer: { agreementNo } })
export const differs = (reason: string): Outcome => ({ result: 'done', answer: { matched: false, reason } })

/** Everything that banks were asked about an order, newest first, each with its call. */
export const askedOf = (orderId: number) =>
  inTenant(1, () =>
    db()
      .select({ request: cardRequest, call: outsideCall })
      .from(cardRequest)
      .innerJoin(
        outsideCall,
        and(
          eq(outsideCall.aboutId, cardRequest.id),
          inArray(outsideCall.aboutType, ['cardCheck', 'cardConsent']),
        ),
      )
      .where(eq(cardRequest.orderId, orderId))
      .orderBy(desc(cardRequest.id)),
  )

/** The bank answers a call, as by its callback. */
export const answerCallOf = (callId: number, outcome: Outcome) =>
  inTenant(1, () => settle(callId, { kind: 'callback', ms: 0 }, outcome))

/** The bank answers what it was asked last about an order. */
export async function answerLast(orderId: number, outcome: Outcome): Promise<number> {
  const [last] = await askedOf(orderId)
  if (!last) throw new Error(`no bank was asked about order ${orderId}`)
  await answerCallOf(last.call.id, outcome)
  return last.call.id
}

/** An approved order whose card is bound, as contracts want it. */
export async function boundOrder(backend: TestBackend): Promise<TestOrder> {
  wireBanks()
  const order = await approvedOrder(backend)
  const { orderId, rowVersion } = order
  const clerk = backend.as('contract_clerk')
  await clerk.call(bankCards.bind, { orderId, rowVersion, eventId: newEvent() })
  await answerLast(orderId, fits)
  await answerLast(orderId, consent())
  const { order: now } = await clerk.call(bankCards.get, { orderId })
  return { ...order, rowVersion: now.rowVersion }
}

/** Another card of the customer. */
export const otherCard = {
  holder: 'customer' as const,
  cardNo: '6222020200112233446',
  bankCode: 'ICBC',
  reservedMobile: '13800138000',
  reason: '客户换卡',
} as const

/** A signed order whose other card is bound and has its paper. @returns the order */
export async function paperedCard(backend: TestBackend): Promise<number> {
  const { orderId } = await boundOrder(backend)
  const clerk = backend.as('contract_clerk')
  const on = async () => {
    const { order } = await clerk.call(bankCards.get, { orderId })
    return { orderId, rowVersion: order.rowVersion, eventId: newEvent() }
  }
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ econtractSignedAt: new Date().toISOString() })
      .where(eq(application.id, orderId)),
  )
  await clerk.call(bankCards.change, { ...(await on()), ...otherCard })
  await answerLast(orderId, fits)
  await answerLast(orderId, consent('XY-2'))
  await clerk.upload(bankCards.addPaper, await on(), { name: '授权书.jpg', bytes: await testPicture() })
  return orderId
}
