import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { cancelCapitalOrder } from '../../capital/service/cancel.ts'
import { voidContracts } from '../../contracts/service/void-contracts.ts'
import { settleDue } from '../../first-payments/service/order-payments.ts'
import { endFormerPapers } from '../../materials/service/former-papers.ts'
import { termsOnlyFall } from '../../orders/rules/risk-approval.ts'
import { takeQuota } from '../../orders/service/channel-quota.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from '../../orders/service/move-order.ts'
import { headlineOf } from '../../orders/service/order-quote.ts'
import { signedTerms } from '../../orders/service/signed-terms.ts'
import { appliedOf, approvedColumns, nothingApproved } from '../../orders/service/terms.ts'
import { requireUndisputed } from '../../releases/service/release-record.ts'
import type { riskApproval } from '../contract/approval.ts'
import { dropConditions } from './conditions.ts'
import { judgeRisk } from './judge-risk.ts'
import { termsToApprove } from './terms-to-approve.ts'

/** Everything that was renamed on its way: the change asks for an amount and a term, as an approval gives them. */
const fields: Readonly<Record<string, string>> = { approvedAmount: 'amount', approvedTerm: 'term' }

/**
 * T17 方案变更: the order gets a new amount, term and quote. Contracts that were signed for the former ones are void, and
 * a funder's consent with them. Where both only fall, what was approved covers it; else it is approved again.
 *
 * @throws 400 by field for terms that the product does not allow, 422 by the state, a quota without room for more, or when nothing changes
 */
export async function changeTerms(
  { amount, term, reason }: ParsedInputOf<typeof riskApproval.changeTerms>,
  call: Call,
  order: Order,
) {
  requireEvent('change_terms', order, call)
  await requireUndisputed(order)
  const approved = {
    amount: order.approvedAmount ?? order.appliedAmount ?? '0.00',
    term: order.approvedTerm ?? order.term ?? 0,
  }
  const asked = { approvedAmount: amount, approvedTerm: term }
  // A change may ask for more than what was applied for: it is a new application, approved again.
  const { values, product, quoted, issues } = await termsToApprove(order, asked, call, 'anyAmount')
  if (Object.keys(issues).length > 0 || !product || !quoted) {
    throw badInput(
      Object.fromEntries(Object.entries(issues).map(([field, key]) => [fields[field] ?? field, key])),
    )
  }
  const { view } = quoted
  const wanted = { amount: view.financeAmount, term: view.term }
  const applied = appliedOf(order)
  // The same terms are asked for anew where the signed instalment gives no plan on a release of today, or one over the cap.
  if (wanted.amount === applied.amount && wanted.term === applied.term) {
    const { asApproved, actual, overCap } = await signedTerms(order, call)
    if (asApproved && actual && !overCap) throw refused('riskApproval.sameTerms')
  }
  await takeQuota(order, call, wanted.amount)
  const stays = termsOnlyFall(approved, wanted)
  const changed = await moveOrder(order, call, {
    event: 'change_terms',
    opinion: reason,
    stays,
    set: {
      ...headlineOf(values, product, quoted),
      appliedAmount: view.financeAmount,
      entryValues: values,
      quoteSnapshot: view,
      ...(stays ? approvedColumns(view) : { ...nothingApproved, lastDecidedBy: null }),
      econtractSignedAt: null,
      contractNo: null,
      funderOkAt: null,
      capitalOrderNo: null,
    },
  })
  await voidContracts(order.id, reason, call)
  await cancelCapitalOrder(order, call)
  const ended = { other: 'terms', reason: say('papers.formers.terms') } as const
  const due = await settleDue(await endFormerPapers(changed, ended, call), call)
  if (stays) return movedAnswer(due)
  return movedAnswer(await judgeRisk(await dropConditions(due, call), call))
}
