import type { ErrorBody } from '../../../platform/contract/errors.ts'
import { evidence } from '../../evidence/contract.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { applications } from '../../orders/contract.ts'
import {
  finishedEntry,
  newEvent,
  passedOrder,
  submittedOrder,
  type TestOrder,
  testPicture,
  uploadRequired,
} from '../../orders/service/testing.ts'
import { reviews } from '../../reviews/contract.ts'
import { type Caller, CallFailure, type TestBackend } from '../../testing.ts'
import { riskApproval } from '../contract/approval.ts'

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
    orderId: order.orderId,
    rowVersion: now.rowVersion,
    values,
    confirmDti: true,
    eventId: newEvent(),
  })
  return { ...order, rowVersion: moved.rowVersion }
}

const versionOf = async (reviewer: Caller, orderId: number) =>
  (await reviewer.call(applications.progress, { orderId })).order.rowVersion

/** Records a good call to everybody whom the template wants called. */
export async function callWanted(reviewer: Caller, orderId: number): Promise<void> {
  const { tel } = await reviewer.call(reviews.getFirst, { orderId })
  for (const { target, personId } of tel.filter(({ required }) => required))
    await reviewer.call(reviews.recordCall, {
      orderId,
      target,
      result: 'pass',
      answers: [],
      ...(personId !== null && { personId }),
    })
}

/** Pins each field that the template wants proved to a paper that can prove it. */
export async function pinWanted(reviewer: Caller, orderId: number): Promise<void> {
  const { wanted } = await reviewer.call(evidence.list, { orderId })
  const { items } = await reviewer.call(attachments.materials, { orderId })
  for (const { field, materials } of wanted) {
    const [file] = items.find(({ materialType }) => materials.includes(materialType))?.files ?? []
    const region = { x: 1_000, y: 1_000, width: 2_000, height: 500 }
    await reviewer.call(evidence.pin, { orderId, field, fileId: file?.id ?? 0, ...region })
  }
}

/** Everything that is answered to who passes the first review of an order now. */
export const sendFirstPass = async (reviewer: Caller, orderId: number) =>
  reviewer.send(reviews.decideFirst, {
    orderId,
    rowVersion: await versionOf(reviewer, orderId),
    eventId: newEvent(),
    result: 'pass',
    opinion: '资料齐全，同意',
  })

/** The same of the approval. */
export const sendRiskPass = async (officer: Caller, orderId: number) =>
  officer.send(riskApproval.decide, {
    orderId,
    rowVersion: await versionOf(officer, orderId),
    eventId: newEvent(),
    result: 'pass',
    opinion: '收入稳定，同意',
  })

/** An order that passed the first review. */
export async function riskOrder(backend: TestBackend): Promise<TestOrder> {
  const order = await enteredOrder(backend)
  const reviewer = backend.as('first_reviewer')
  await claimFor(reviewer, order.orderId)
  await callWanted(reviewer, order.orderId)
  return { ...order, rowVersion: await versionAfter(sendFirstPass(reviewer, order.orderId)) }
}

/** An order that was approved as it was applied for. */
export async function approvedOrder(backend: TestBackend): Promise<TestOrder> {
  const order = await riskOrder(backend)
  const officer = backend.as('risk_officer')
  await claimFor(officer, order.orderId)
  return { ...order, rowVersion: await versionAfter(sendRiskPass(officer, order.orderId)) }
}

async function versionAfter(sent: Promise<{ status: number; body: unknown }>): Promise<number> {
  const { status, body } = await sent
  if (status !== 200) throw new CallFailure(status, body as ErrorBody)
  return (body as { rowVersion: number }).rowVersion
}

type Version = { orderId: number; rowVersion: number }

/** A paper that is new to a rejected order. */
export const addEvidence = async (clerk: Caller, orderId: number) =>
  clerk.upload(
    attachments.upload,
    { orderId, materialType: 'reconsider_evidence', eventId: newEvent() },
    { name: '收入证明.jpg', bytes: await testPicture() },
  )

/** An order that the pre-review rejected, with a paper that is new where `evidence` says so. */
export async function rejectedOrder(backend: TestBackend, { evidence = true } = {}): Promise<Version> {
  const clerk = backend.as('entry_clerk')
  const { orderId } = await submittedOrder(clerk)
  const reviewer = backend.as('pre_reviewer')
  const { rowVersion } = await claimFor(reviewer, orderId)
  const rejected = await reviewer.call(reviews.decidePre, {
    orderId,
    rowVersion,
    eventId: newEvent(),
    result: 'reject',
    opinion: '资质不符合要求',
    reasonL1: 'credit',
    reasonL2: 'credit_debt',
  })
  if (evidence) await addEvidence(clerk, orderId)
  return { orderId, rowVersion: rejected.rowVersion }
}

/** The same, whose clerk asked for another chance. */
export async function askedOrder(backend: TestBackend): Promise<Version> {
  const { orderId, rowVersion } = await rejectedOrder(backend)
  const asked = await backend.as('entry_clerk').call(riskApproval.askReconsider, {
    orderId,
    rowVersion,
    reason: '收入证明已补齐',
    eventId: newEvent(),
  })
  return { orderId, rowVersion: asked.rowVersion }
}
