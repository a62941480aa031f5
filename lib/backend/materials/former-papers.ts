import type { EarlyKind } from '../../rules/material-sets.ts'
import { policyPapers } from '../../rules/policy.ts'
import type { Order } from '../applications/move-order.ts'
import type { By } from '../context.ts'
import { formLacks } from './form-lacks.ts'
import { moveMortgage } from './mortgages.ts'
import { paperSetOf } from './paper-sets.ts'
import { endPapers } from './review-papers.ts'

/** Papers that name what an order has another one of now: they are no good any more, and are handed in anew. */

const registration = ['mortgage_contract', 'reg_cert_mortgage', 'mortgage_application', 'mortgage_power']
const naming = {
  car: {
    insurance: [...Object.values(policyPapers), 'premium_invoice', 'policy_endorsement'],
    mortgage: [...registration, 'new_driving_permit'],
    capital: ['funder_form'],
  },
  funder: { mortgage: registration, capital: ['funder_form', 'funder_auth'] },
  terms: { capital: ['funder_form'] },
} as const satisfies Record<string, Partial<Record<EarlyKind, readonly string[]>>>

type Ended = {
  /** What it has another one of. */
  other: keyof typeof naming
  reason: string
}

/** @returns the order, whose milestones of these papers are cleared */
export async function endFormerPapers(order: Order, { other, reason }: Ended, by: By): Promise<Order> {
  let now = order
  for (const [kind, types] of Object.entries(naming[other]))
    now = await endPapersOf(now, kind as EarlyKind, types, reason, by)
  const lacks = other === 'terms' ? await formLacks(now, 'insurance') : []
  // It pays less than is financed now.
  return lacks.includes('commercial')
    ? endPapersOf(now, 'insurance', [policyPapers.commercial], reason, by)
    : now
}

async function endPapersOf(
  order: Order,
  kind: EarlyKind,
  types: readonly string[],
  reason: string,
  by: By,
): Promise<Order> {
  const { row, items, facts } = await paperSetOf(order, kind)
  const bad = items.flatMap(({ materialType, files }) =>
    files.length > 0 && types.includes(materialType) ? [materialType] : [],
  )
  if (!row || !facts.asked || bad.length === 0) return order
  const ended = await endPapers(order, row, { kind, reason, bad }, by)
  if (kind === 'mortgage') await moveMortgage(ended, '退回', by)
  return ended
}
