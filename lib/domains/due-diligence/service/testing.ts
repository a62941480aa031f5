import { testPicture } from '../../orders/service/testing.ts'
import type { Caller } from '../../testing.ts'
import { dueDiligence } from '../contract.ts'
import { formOf } from '../rules/diligence-form.ts'

/** Visits for tests. */

/** Everything that a visit is ordered with, beside its order. */
export const diligence: {
  kind: '上门'
  reason: '大额'
  parts: ('home' | 'work' | 'car')[]
  region: [string, string]
  note: string
} = { kind: '上门', reason: '大额', parts: ['home'], region: ['110000', '110100'], note: '' }

/** The time and place at which a photo was taken. */
export const taken = { takenAt: new Date().toISOString(), latitude: 39.9, longitude: 116.4, accuracy: 12 }

/** Answers everything that a visit asks, with its first answer or a text. */
export const answersTo = (parts: readonly ('home' | 'work' | 'car')[]): Record<string, string> =>
  Object.fromEntries(formOf(parts).map(({ code, options }) => [code, options?.[0] ?? '属实']))

/** Fills a visit in: answers, three photos, a signature. */
export async function fillVisit(officer: Caller, id: number): Promise<void> {
  const { parts } = await officer.call(dueDiligence.get, { id })
  await officer.call(dueDiligence.save, { id, answers: answersTo(parts) })
  const bytes = await testPicture()
  for (const subject of ['home', 'home', 'other', 'signature'] as const)
    await officer.upload(dueDiligence.addPhoto, { id, subject, ...taken }, { name: 'a.jpg', bytes })
}

/** Orders a visit of an order and gives it to its first officer. */
export async function orderVisit(reviewer: Caller, orderId: number): Promise<number> {
  const { id } = await reviewer.call(dueDiligence.order, { orderId, ...diligence })
  const officers = await reviewer.call(dueDiligence.officers, { region: diligence.region })
  // The seed makes them in this order.
  const assigneeId = Math.min(...officers.map((one) => one.id))
  await reviewer.call(dueDiligence.assign, { ...(await visitNow(reviewer, id)), assigneeId })
  return id
}

/** The officer makes it, and the reviewer takes it. */
export async function endVisit(reviewer: Caller, officer: Caller, id: number): Promise<void> {
  await fillVisit(officer, id)
  await officer.call(dueDiligence.submit, await visitNow(reviewer, id))
  await reviewer.call(dueDiligence.accept, { ...(await visitNow(reviewer, id)), note: '同意' })
}

const visitNow = async (reviewer: Caller, id: number) => {
  const { rowVersion } = await reviewer.call(dueDiligence.get, { id })
  return { id, rowVersion }
}
