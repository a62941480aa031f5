import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { requireEvidence } from '../../evidence/service/pins.ts'
import { alignMaterialSet, readMaterials, rejectMaterials } from '../../materials/service/material-sets.ts'
import { orderEffects } from '../../order-effects.ts'
import { entryFromIntake } from '../../orders/rules/entry/intake-handover.ts'
import { visibleMaterials } from '../../orders/rules/entry/template-engine.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { ReviewStage } from '../../orders/rules/order-states.ts'
import {
  decisionEvent,
  type ResultOf,
  type ReturnNode,
  type ReviewResult,
} from '../../orders/rules/review-decisions.ts'
import type { Markable } from '../../orders/rules/review-marks.ts'
import { entryOf, hasEntry, intakeOf } from '../../orders/service/form-values.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from '../../orders/service/move-order.ts'
import { updateTask } from '../../orders/service/review-trail.ts'
import type { reviewTask } from '../../orders/table.ts'
import type { reviews } from '../contract.ts'
import { markablePlaces } from '../rules/markable-places.ts'
import { opinionIssues } from '../rules/review-opinion.ts'
import { formsReturned, returnPlaces } from './read-changes.ts'
import { requireTel } from './tel-checks.ts'

/** The parts that every stage's decision is made of; a stage may take more. */
type Opinion = Omit<ParsedInputOf<typeof reviews.decidePre>, 'result'> & { returnTo?: ReturnNode | undefined }
type Task = Partial<typeof reviewTask.$inferInsert>

/** Everything that a stage does beside what all of them do. */
type Stage<I, J> = {
  /** On its rejection. */
  rejectStage?: string
  /** The form that its return goes to unless it says so. */
  returnTo: ReturnNode
  /** Guards of its own, before anything is written, and what they found out. @throws what they refuse with */
  judge?: (input: I, call: Call, order: Order) => Promise<J>
  /** Columns of the order, and of the task, that change with its decision. */
  order?: (input: I, order: Order, judged: J | undefined) => Partial<Order>
  task?: (input: I, judged: J | undefined) => Task
  /** The outcome of a decision; the order where that moves it on. */
  after?: (input: I, call: Call, moved: Order, judged: J | undefined) => Promise<Order | undefined>
}

/** In the words of `review_task`. */
const results: Record<ReviewResult, string> = { pass: '通过', return: '退回', reject: '拒绝' }

/**
 * The decision of a stage on an order that its reviewer holds: judged by the state table, then the stage's own guards,
 * then one move, one finished task.
 *
 * @throws 400 by field when a return or reject lacks its reasons, 422 by the state table
 */
export const decide =
  <S extends ReviewStage, I extends Opinion & { result: ResultOf<S> }, J = undefined>(
    stage: S,
    own: Stage<I, J>,
  ) =>
  async (input: I, call: Call, order: Order): Promise<OutputOf<typeof reviews.decidePre>> => {
    const result: ReviewResult = input.result
    const returnTo = input.returnTo ?? own.returnTo
    const places = result === 'return' && input.marks ? await markableOf(order, returnTo) : undefined
    const issues = opinionIssues({ ...input, result }, places)
    if (Object.keys(issues).length > 0) throw badInput(issues)
    const event = decisionEvent(stage, result, returnTo)
    if (!event) throw refused('machine.refusal.status')
    requireEvent(event, order, call)
    const judged = await own.judge?.(input, call, order)
    const { opinion, internalNote, reasonL1, reasonL2, reasonDetail } = input
    const reasons = [reasonL1, reasonL2].flatMap((code) => code ?? [])
    // Before the move, which may open the task of the next stage.
    await updateTask(order.id, call, {
      poolStatus: '已完成',
      finishedAt: call.now.toISOString(),
      result: results[result],
      opinion,
      internalNote,
      ...(result !== 'pass' && { reasonL1, reasonL2, reasonDetail }),
      ...(result === 'return' && {
        returnTo: returnPlaces[returnTo],
        marks: input.marks ?? [],
        returnedValues: formsReturned(order, stage, returnPlaces[returnTo]),
      }),
      ...own.task?.(input, judged),
    })
    const moved = await moveOrder(order, call, {
      event,
      opinion,
      set: {
        ...(result === 'pass' && { lastDecidedBy: call.actor.id }),
        ...(result === 'return' && { returnCount: order.returnCount + 1 }),
        // Back before the first stage nobody has decided anything yet.
        ...(result === 'return' && returnTo === 'intake' && { lastDecidedBy: null }),
        ...(result === 'reject' && { rejectStage: own.rejectStage, rejectReason: reasons }),
        ...own.order?.(input, order, judged),
      },
    })
    if (result === 'return') await rejectMaterials(order.id, input.marks ?? [], call)
    return movedAnswer((await own.after?.(input, call, moved, judged)) ?? moved)
  }

/** Everything that a return may name: what stands for this customer in the form that it goes to. */
async function markableOf(order: Order, returnTo: ReturnNode): Promise<Markable[]> {
  const { items } = await readMaterials(order.id)
  const forms = { intake: intakeOf(order), entry: hasEntry(order) ? entryOf(order) : null }
  return markablePlaces(returnTo, templateOf(order), items, forms)
}

/** T05, T06, T07. */
export const decidePre = decide<'pre', ParsedInputOf<typeof reviews.decidePre>>('pre', {
  rejectStage: '预审',
  returnTo: 'intake',
  // Returned by a later stage, the intake may say something else of the customer than the entry, which follows it.
  order: ({ result }, order) =>
    result === 'pass' && hasEntry(order) ? { entryValues: withIntake(order) } : {},
  // The entry wants more papers than the intake did.
  after: async ({ result }, call, order) => {
    if (result !== 'pass') return undefined
    await alignMaterialSet(order.id, visibleMaterials(templateOf(order), entryOf(order)), call)
    return undefined
  },
})

function withIntake(order: Order) {
  const entry = entryOf(order)
  const told = Object.entries(entryFromIntake(intakeOf(order)).customer).filter(([, value]) => value !== '')
  return { ...entry, customer: { ...entry.customer, ...Object.fromEntries(told) } }
}

/** T10, T11. */
export const decideFirst = decide<'first', ParsedInputOf<typeof reviews.decideFirst>>('first', {
  returnTo: 'entry',
  judge: async ({ result }, _call, order) => {
    if (result !== 'pass') return undefined
    await requireTel(order)
    await requireEvidence(order)
    return undefined
  },
  after: async ({ result }, call, order) =>
    result === 'pass' ? orderEffects.judgeRisk(order, call) : undefined,
})
