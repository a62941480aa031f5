import { randomBytes } from 'node:crypto'
import { testPicture } from '../../orders/service/testing.ts'
import type { Caller, TestBackend } from '../../testing.ts'
import { interviews } from '../contract.ts'
import { interviewConsentVersion } from '../rules/interview.ts'

/** Interviews for tests: what a desk and a phone do, through the calls of the service. */

export const newHold = () => randomBytes(16).toString('base64url')

/** Bytes that begin as a recording of a browser does. */
export const testPiece = () => Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), randomBytes(64)])

/** Makes a link, opens it on a phone, and agrees. */
export async function joinedInterview(backend: TestBackend, clerk: Caller, orderId: number) {
  const { path, interviewId } = await clerk.call(interviews.invite, { orderId })
  const token = new URLSearchParams(path.split('?')[1]).get('t') ?? ''
  const phone = backend.withToken(undefined)
  const hold = newHold()
  await phone.call(interviews.guestJoin, { token, hold, agreed: interviewConsentVersion })
  return { id: interviewId, token, hold, phone }
}

export async function interviewNow(clerk: Caller, orderId: number) {
  const { interview } = await clerk.call(interviews.get, { orderId })
  if (!interview) throw new Error('the order has no interview')
  return interview
}

/** Whoever names it and its version, for a write. */
export async function versionNow(clerk: Caller, orderId: number) {
  const { id, rowVersion } = await interviewNow(clerk, orderId)
  return { id, rowVersion }
}

export const pieceNow = (id: number, pieceNo = 0) => ({
  id,
  take: 'takeOfTheTest0001',
  pieceNo,
  startAt: Date.now() - 5_000,
  length: 5_000,
})

/** Everything that a pass wants of an interview that has begun. */
export async function fillInterview(clerk: Caller, orderId: number): Promise<void> {
  const { id, script, startedAt } = await interviewNow(clerk, orderId)
  for (const { code, required } of script)
    if (required) await clerk.call(interviews.tick, { id, code, ok: true, answer: '是' })
  const bytes = await testPicture()
  for (const name of ['a.jpg', 'b.jpg']) await clerk.upload(interviews.addSnapshot, { id }, { name, bytes })
  const startAt = Date.parse(startedAt ?? '')
  const length = Math.max(1, Math.min(60_000, Date.now() - startAt))
  const piece = { ...pieceNow(id), take: newHold(), startAt, length }
  await clerk.upload(interviews.addPiece, piece, { name: 'a.webm', bytes: testPiece() })
}

/** The interview of an order, from the link to 通过. */
export async function passedInterview(backend: TestBackend, clerk: Caller, orderId: number): Promise<number> {
  const { id } = await joinedInterview(backend, clerk, orderId)
  await clerk.call(interviews.begin, await versionNow(clerk, orderId))
  await fillInterview(clerk, orderId)
  const verdict = { passed: true, identityCheck: '一致', reason: '' } as const
  await clerk.call(interviews.decide, { ...(await versionNow(clerk, orderId)), ...verdict })
  return id
}
