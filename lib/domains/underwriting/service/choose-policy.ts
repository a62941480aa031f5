import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import type { papers } from '../../materials/contract/papers.ts'
import { performancePolicies, putPolicy, typedPolicy } from '../../materials/service/policies.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { underwriting } from '../table.ts'
import { requireUnderwritingStep, underwritingOf } from './underwriting-record.ts'

/** The policy of two that counts. The other one stays where it is read: in its submission, or in the audit row. */
export async function choosePolicy(
  { choice }: ParsedInputOf<typeof papers.choosePolicy>,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof papers.choosePolicy>> {
  const state = await underwritingOf(order, call)
  requireUnderwritingStep('choose', state, call)
  const [made] = state.rows
  if (!made) throw refused('underwriting.refusals.noConflict')
  const own = await performancePolicies(order.id)
  const typed = typedPolicy(own)
  if (choice === 'insurer') await putPolicy(order, made, typed ?? own[0], call)
  await db()
    .update(underwriting)
    .set({ conflict: false, ...changedBy(underwriting, call) })
    .where(eq(underwriting.id, made.id))
  await audit({
    before: {
      ...(typed && {
        insurer: typed.insurer,
        policyNo: typed.policyNo,
        premium: typed.premium,
        startDate: typed.startDate,
        endDate: typed.endDate,
        sumInsured: typed.sumInsured,
        beneficiary: typed.beneficiary,
      }),
    },
    after: {
      choice,
      submitNo: made.submitNo,
      ...(choice === 'insurer' && {
        insurer: made.insurer,
        policyNo: made.policyNo,
        premium: made.premium,
        startDate: made.startDate,
        endDate: made.endDate,
        sumInsured: made.sumInsured,
        beneficiary: made.beneficiary,
      }),
    },
  })
  const moved = await updateOrder(order, call, {})
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}
