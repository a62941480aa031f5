import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { boundOrder } from '../../../cards/service/testing.ts'
import { newEvent, nextPerson } from '../../../orders/service/testing.ts'
import { application } from '../../../orders/table.ts'
import type { Caller, TestBackend } from '../../../testing.ts'
import { orderSigning } from '../../contract/order-signing.ts'
import { orderContracts } from '../../contract/orders.ts'
import { signing } from '../../contract/signing.ts'

/** Contracts on their way through the phones of those who sign, for tests: by the calls of the service. */

export const hand = {
  width: 600,
  height: 300,
  strokes: [
    [60, 60, 120, 90, 180, 150, 240, 220],
    [300, 40, 320, 120, 340, 200, 420, 240],
  ],
}

export type Person = { name: string; idNo: string; token: string }
export type SentOrder = { orderId: number; people: Person[] }

export const tokenIn = (text: string | null | undefined) => /[?&]t=([\w-]{43})/.exec(text ?? '')?.[1] ?? ''

/** An approved order whose card is bound, with its contracts, a guarantor where one is asked for. */
export async function madeOrder(backend: TestBackend, { guarantor = false } = {}) {
  const { orderId, rowVersion, person } = await boundOrder(backend)
  const other = nextPerson()
  if (guarantor) {
    const row = {
      relation: '02',
      name: other.name,
      idNo: other.idNo,
      idLongTerm: true,
      mobile: other.mobile,
      employerName: '示例公司',
      monthlyIncome: '9000.00',
      address: '北京市示例路9号',
      guaranteeType: '1',
      creditAuth: true,
    }
    await inTenant(1, () =>
      db()
        .update(application)
        .set({
          entryValues: sql`jsonb_set(${application.entryValues}, '{guarantors}', ${JSON.stringify([row])}::jsonb)`,
        })
        .where(eq(application.id, orderId)),
    )
  }
  const clerk = backend.as('contract_clerk')
  const made = await clerk.call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
  return { orderId, rowVersion: made.rowVersion, idNos: [person.idNo, ...(guarantor ? [other.idNo] : [])] }
}

/** The same with a link for everybody who signs. */
export async function sentOrder(backend: TestBackend, options?: { guarantor?: boolean }): Promise<SentOrder> {
  const { orderId, rowVersion, idNos } = await madeOrder(backend, options)
  const clerk = backend.as('contract_clerk')
  const { sent } = await clerk.call(orderSigning.send, { orderId, rowVersion, eventId: newEvent() })
  const people = sent.map(({ name, shown }, at) => ({ name, idNo: idNos[at] ?? '', token: tokenIn(shown) }))
  return { orderId, people }
}

/** A phone that proved itself. @returns its session */
export async function proved(phone: Caller, { token, idNo }: Person): Promise<string> {
  const { shown } = await phone.call(signing.sendCode, { token, idTail: idNo.slice(-4) })
  const code = /\d{6}/.exec(shown ?? '')?.[0] ?? ''
  return (await phone.call(signing.prove, { token, code })).session
}

/** Fetches every paper and reads every page of it. */
export async function readAll(phone: Caller, token: string, session: string): Promise<void> {
  const { papers } = await phone.call(signing.open, { token, session })
  for (const { id, pages } of papers) {
    await (await phone.raw(signing.paper, { token, session, id })).arrayBuffer()
    await phone.call(signing.shown, {
      token,
      session,
      id,
      pages: Array.from({ length: pages }, (_, at) => at + 1),
    })
  }
}

export async function sign(phone: Caller, person: Person) {
  const session = await proved(phone, person)
  await readAll(phone, person.token, session)
  const input = { token: person.token, session, eventId: randomUUID(), signature: hand }
  return { input, answer: await phone.call(signing.sign, input) }
}

/** Waits until the round of an order is as it should be. */
export async function becomes(backend: TestBackend, orderId: number, wanted: string) {
  for (let tries = 0; ; tries++) {
    const round = await backend.as('contract_clerk').call(orderSigning.get, { orderId })
    if (round.state === wanted) return round
    if (tries === 200) throw new Error(`the round is ${round.state}, not ${wanted}`)
    await wait(100)
  }
}
