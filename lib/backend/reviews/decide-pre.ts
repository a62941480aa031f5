import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { reviews } from '../../contracts/reviews.ts'
import { visibleMaterials } from '../../rules/order-entry/template-engine.ts'
import { templateOf } from '../../rules/order-entry/templates.ts'
import { opinionIssues } from '../../rules/review-opinion.ts'
import { entryOf } from '../applications/form-values.ts'
import { movedAnswer, moveOrder, type Order } from '../applications/move-order.ts'
import { updateTask } from '../applications/review-trail.ts'
import type { Call } from '../context.ts'
import { badInput } from '../errors.ts'
import { alignMaterialSet } from '../materials/material-sets.ts'

const decisions = {
  pass: { event: 'pre_pass', result: '通过' },
  return: { event: 'pre_return', result: '退回' },
  reject: { event: 'pre_reject', result: '拒绝' },
} as const

type Decision = ParsedInputOf<typeof reviews.decidePre>

/**
 * T05, T06, T07: the holder's decision on the pre-review.
 *
 * @throws 400 by field when a return or reject lacks its reasons, 422 by the state table
 */
export async function decidePre(input: Decision, call: Call, order: Order) {
  const issues = opinionIssues(input)
  if (Object.keys(issues).length > 0) throw badInput(issues)
  const { event, result } = decisions[input.result]
  const reasons = [input.reasonL1, input.reasonL2].flatMap((code) => code ?? [])
  const moved = await moveOrder(order, call, {
    event,
    opinion: input.opinion,
    set: {
      ...(input.result === 'pass' && { lastDecidedBy: call.actor.id }),
      ...(input.result === 'return' && { returnCount: order.returnCount + 1 }),
      ...(input.result === 'reject' && { rejectStage: '预审', rejectReason: reasons }),
    },
  })
  await updateTask(order.id, call, {
    poolStatus: '已完成',
    finishedAt: call.now.toISOString(),
    result,
    opinion: input.opinion,
    internalNote: input.internalNote,
    ...(input.result !== 'pass' && {
      reasonL1: input.reasonL1,
      reasonL2: input.reasonL2,
      reasonDetail: input.reasonDetail,
    }),
    ...(input.result === 'return' && { returnTo: '进件' }),
  })
  if (input.result === 'pass') await askForEntryMaterials(moved, call)
  return movedAnswer(moved)
}

/** The entry wants more papers than the intake did. */
const askForEntryMaterials = (order: Order, call: Call) =>
  alignMaterialSet(order.id, visibleMaterials(templateOf(order), entryOf(order)), call)
