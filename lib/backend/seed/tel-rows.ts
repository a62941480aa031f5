import { type TelAnswer, type TelTarget, telQuestionItems } from '../../rules/tel-check.ts'
import { telVerify } from '../db/schema/reviews.ts'
import type { Written } from './entry-rows.ts'
import type { OrderStory } from './order-story.ts'
import type { RowCollector } from './row-collector.ts'

/** The calls behind every first review that passed: to the customer, and to the spouse of who has one. */
export function addCalls(
  rows: RowCollector,
  { plan, person, happenings, entry }: OrderStory,
  written: Written,
): void {
  if (!entry) return
  const { spouse } = entry.values
  const called = [
    { target: 'customer', name: person.name, phone: person.mobile },
    ...(spouse.name === '' ? [] : [{ target: 'spouse', name: spouse.name, phone: spouse.mobile } as const]),
  ] as const
  for (const { event, at, actorId } of happenings) {
    if (event !== 'first_pass') continue
    for (const one of called) {
      rows.add(telVerify, {
        ...{ ...written, createdAt: at, createdBy: actorId, updatedAt: at, updatedBy: actorId },
        ...{ ...one, orderId: plan.id, result: 'pass', questions: agreed(one.target) },
      })
    }
  }
}

const agreed = (target: TelTarget): TelAnswer[] =>
  telQuestionItems.flatMap(({ code, label, ...item }) =>
    'parentCode' in item && item.parentCode === target
      ? [{ code, question: label, answer: '', ok: true }]
      : [],
  )
