import type { Call } from '../../../platform/context.ts'
import { subsidyIssue } from '../../manufacturers/service/require-subsidy.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { type OtherTerms, termsAt } from '../../orders/service/terms.ts'

/**
 * Terms that somebody is about to approve or to change: those of {@link termsAt}, held against the subsidy policy of the
 * order too. Its maker agreed to bear that, and nobody would pay more.
 */
export async function termsToApprove(
  order: Order,
  asked: Parameters<typeof termsAt>[1],
  call: Call,
  most?: 'applied' | 'anyAmount',
): Promise<OtherTerms> {
  const terms = await termsAt(order, asked, call, most)
  const { values, product, issues } = terms
  if (!product) return terms
  const beyond = await subsidyIssue(order.subsidyPolicyId, values, product)
  return beyond ? { ...terms, issues: { approvedTerm: beyond, ...issues } } : terms
}
