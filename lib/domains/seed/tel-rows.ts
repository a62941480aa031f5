import {
  type TelAnswer,
  type TelResult,
  type TelTarget,
  telQuestionItems,
} from '../configuration/rules/tel-check.ts'
import { telVerify } from '../reviews/table.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import type { OrderStory } from './order-story.ts'
import type { RowCollector } from './row-collector.ts'
import type { Happening } from './timeline.ts'

const draw = drawOf('tel')

/**
 * The calls behind every first review that passed: to the customer, and to spouse and guarantors where there are any. Of
 * the reviews that are under way, some have called the customer, reached or not, and some nobody yet.
 */
export function addCalls(
  rows: RowCollector,
  { plan, person, happenings, entry }: OrderStory,
  written: Written,
): void {
  if (!entry) return
  const { spouse, guarantors } = entry.values
  const customer = { target: 'customer', name: person.name, phone: person.mobile } as const
  const others: Called[] = [
    ...(spouse.name === '' ? [] : [{ target: 'spouse', name: spouse.name, phone: spouse.mobile } as const]),
    ...guarantors.map(({ name, mobile }) => ({ target: 'guarantor', name, phone: mobile }) as const),
  ]
  const add = (one: Called, { at, actorId }: Happening, result: TelResult = 'pass') =>
    rows.add(telVerify, {
      ...written,
      createdAt: at,
      createdBy: actorId,
      updatedAt: at,
      updatedBy: actorId,
      ...one,
      orderId: plan.id,
      result,
      questions: result === 'pass' ? agreed(one.target) : [],
    })
  for (const happening of happenings) {
    if (happening.event !== 'first_pass') continue
    for (const one of [customer, ...others]) add(one, happening)
  }
  const last = happenings.at(-1)
  if (last?.event !== 'claim' || last.to !== 'wait_first' || !draw.chance('called', plan.row, 70)) return
  add(customer, last, draw.chance('missed', plan.row, 25) ? 'missed' : 'pass')
}

type Called = { target: TelTarget; name: string; phone: string }

const agreed = (target: TelTarget): TelAnswer[] =>
  telQuestionItems.flatMap(({ code, label, ...item }) =>
    'parentCode' in item && item.parentCode === target
      ? [{ code, question: label, answer: '', ok: true }]
      : [],
  )
