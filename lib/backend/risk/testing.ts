import { applications } from '../../contracts/applications.ts'
import { reviews } from '../../contracts/reviews.ts'
import { riskApproval } from '../../contracts/risk-approval.ts'
import {
  finishedEntry,
  newEvent,
  passedOrder,
  type TestOrder,
  uploadRequired,
} from '../applications/testing.ts'
import type { Caller, TestBackend } from '../testing.ts'

/** Orders that came as far as risk control, for tests: through the calls of the service. */

/** Claims an order and answers the version to decide with. */
export const claimFor = (reviewer: Caller, orderId: number) =>
  reviewer.call(reviews.claim, { orderId, eventId: newEvent() })

/** An order whose entry was submitted. */
export async function enteredOrder(backend: TestBackend): Promise<TestOrder> {
  const clerk = backend.as('entry_clerk')
  const order = await passedOrder(backend)
  const values = await finishedEntry(clerk, order)
  await uploadRequired(clerk, order.orderId)
  const { order: now } = await clerk.call(applications.progress, { orderId: order.orderId })
  const moved = await clerk.call(applications.submitFirst, {
    ...{ orderId: order.orderId, rowVersion: now.rowVersion, values, confirmDti: true },
    eventId: newEvent(),
  })
  return { ...order, rowVersion: moved.rowVersion }
}

/** An order that passed the first review. */
export async function riskOrder(backend: TestBackend): Promise<TestOrder> {
  const order = await enteredOrder(backend)
  const reviewer = backend.as('first_reviewer')
  await claimFor(reviewer, order.orderId)
  await reviewer.call(reviews.recordCall, {
    ...{ orderId: order.orderId, target: 'customer', result: 'pass', answers: [] },
    eventId: newEvent(),
  })
  const { rowVersion } = (await reviewer.call(applications.progress, { orderId: order.orderId })).order
  const moved = await reviewer.call(reviews.decideFirst, {
    ...{ orderId: order.orderId, rowVersion, eventId: newEvent() },
    ...{ result: 'pass', opinion: '资料齐全，同意' },
  })
  return { ...order, rowVersion: moved.rowVersion }
}

/** An order that was approved as it was applied for. */
export async function approvedOrder(backend: TestBackend): Promise<TestOrder> {
  const order = await riskOrder(backend)
  const officer = backend.as('risk_officer')
  const { rowVersion } = await claimFor(officer, order.orderId)
  const moved = await officer.call(riskApproval.decide, {
    ...{ orderId: order.orderId, rowVersion, eventId: newEvent() },
    ...{ result: 'pass', opinion: '收入稳定，同意' },
  })
  return { ...order, rowVersion: moved.rowVersion }
}
