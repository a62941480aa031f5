import { dueDiligence } from '../../contracts/due-diligence.ts'
import { formOf } from '../../rules/diligence-form.ts'
import { testPicture } from '../applications/testing.ts'
import type { Caller } from '../testing.ts'

/** Visits for tests. */

/** What a visit is ordered with, beside its order. */
export const diligence: {
  kind: '上门'
  reason: '大额'
  parts: ('home' | 'work' | 'car')[]
  region: [string, string]
  note: string
} = { kind: '上门', reason: '大额', parts: ['home'], region: ['110000', '110100'], note: '' }

/** When and where a photo was taken. */
export const taken = { takenAt: '2026-01-05T02:00:00Z', latitude: 39.9, longitude: 116.4, accuracy: 12 }

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
