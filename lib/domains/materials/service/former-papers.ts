import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { outdateUnderwriting } from '../../underwriting/service/outdate.ts'
import { vehicle } from '../../vehicles/table.ts'
import type { EarlyKind } from '../rules/material-sets.ts'
import { policyPapers } from '../rules/policy.ts'
import { mortgage } from '../table/mortgages.ts'
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
    insurer: ['performance_form'],
  },
  funder: {
    mortgage: registration,
    capital: ['funder_form', 'funder_auth'],
    insurer: ['performance_form'],
  },
  terms: { capital: ['funder_form'], insurer: ['performance_form'] },
} as const satisfies Record<string, Partial<Record<EarlyKind, readonly string[]>>>

type Ended = {
  /** Everything that it has another one of. */
  other: keyof typeof naming
  reason: string
}

/** @returns the order, whose milestones of these papers are cleared */
export async function endFormerPapers(order: Order, { other, reason }: Ended, call: Call): Promise<Order> {
  let now = order
  if (other === 'car') await forgetCar(order, call)
  for (const [kind, types] of Object.entries(naming[other]))
    now = await endPapersOf(now, kind as EarlyKind, types, reason, call)
  // With the other policies of the former car the insurer's own ended above.
  if (other === 'car') await outdateUnderwriting(now, { isOtherCar: true, reason }, call)
  else now = await endFormerCover(now, reason, call)
  const lacks = other === 'terms' ? await formLacks(now, 'insurance') : []
  // It pays less than is financed now.
  return lacks.includes('commercial')
    ? endPapersOf(now, 'insurance', [policyPapers.commercial], reason, call)
    : now
}

/**
 * An insurer's policy for the loan ends with the loan that it names. Also once terms are approved, which may be others
 * than those that were asked for.
 *
 * @returns the order, whose milestone of the insurance is cleared
 */
export async function endFormerCover(order: Order, reason: string, call: Call): Promise<Order> {
  const isFormer = await outdateUnderwriting(order, { isOtherCar: false, reason }, call)
  return isFormer ? endPapersOf(order, 'insurance', [policyPapers.performance], reason, call) : order
}

/** The reason why , where it is the terms that are others. */
export const otherTerms = say('papers.formers.terms')

/**
 * Everything that was typed of the former car says nothing of this one: the number of its certificate, and when it was
 * registered.
 */
async function forgetCar({ id, vehicleId }: Order, by: By): Promise<void> {
  await db()
    .update(mortgage)
    .set({ regNo: null, ...changedBy(mortgage, by) })
    .where(eq(mortgage.orderId, id))
  if (vehicleId !== null)
    await db()
      .update(vehicle)
      .set({ registeredOn: null, updatedAt: by.now.toISOString(), updatedBy: by.actor.id })
      .where(eq(vehicle.id, vehicleId))
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
