import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { openDueDiligence } from '../../due-diligence/service/read-diligence.ts'
import { settleDue } from '../../first-payments/service/order-payments.ts'
import { endFormerCover, otherTerms } from '../../materials/service/former-papers.ts'
import { conditionsOf } from '../../orders/rules/risk-approval.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { appliedOf, approvedColumns } from '../../orders/service/terms.ts'
import { decide } from '../../reviews/service/decide.ts'
import type { riskApproval } from '../contract/approval.ts'
import { askConditions } from './conditions.ts'
import { termsToApprove } from './terms-to-approve.ts'

/** T13, T14, T15: the decision of risk control, with the terms that it approves and the conditions that it asks. */

type Decision = ParsedInputOf<typeof riskApproval.decide>
type Approved = NonNullable<Awaited<ReturnType<typeof approvedTerms>>>

/** @throws 400 by field for terms that cannot be approved, 422 while a visit that was ordered is open */
async function approvedTerms(input: Decision, call: Call, order: Order) {
  if (input.result !== 'pass') return null
  if (await openDueDiligence(order.id)) throw refused('machine.guard.dueDiligenceDone')
  const applied = appliedOf(order)
  const asked = {
    approvedAmount: input.approvedAmount ?? applied.amount,
    approvedTerm: input.approvedTerm ?? applied.term,
    conditions: input.conditions ?? [],
  }
  const { quoted, issues } = await termsToApprove(order, asked, call)
  if (Object.keys(issues).length > 0 || !quoted) throw badInput(issues)
  const { view } = quoted
  const conditions = conditionsOf(asked.conditions, { amount: view.financeAmount, term: view.term }, applied)
  return { view, conditions }
}

const taskOf = ({ view, conditions }: Approved) => ({
  ...(conditions.length > 0 && { result: '有条件通过' }),
  approvedAmount: view.financeAmount,
  approvedTerm: view.term,
  approvedDownRatio: view.downRatio,
  conditions: conditions.map(({ code, detail }) => (detail ? `${code}:${detail}` : code)),
})

export const decideRisk = decide<'risk', Decision, Approved | null>('risk', {
  rejectStage: '风控',
  returnTo: 'entry',
  judge: approvedTerms,
  order: (_input, _order, approved) => (approved ? approvedColumns(approved.view) : {}),
  task: (_input, approved) => (approved ? taskOf(approved) : {}),
  after: async (_input, call, moved, approved) =>
    approved
      ? askConditions(
          await settleDue(await endFormerCover(moved, otherTerms, call), call),
          approved.conditions,
          call,
        )
      : undefined,
})
