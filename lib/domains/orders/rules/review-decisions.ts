import type { ReviewStage } from './order-states.ts'
import type { OrderEvent } from './order-transitions.ts'

export const reviewResults = ['pass', 'return', 'reject'] as const
export type ReviewResult = (typeof reviewResults)[number]

/** Everything that each stage of the review may decide, and the event that it raises (domain.md 2.1, T05–T15). */
export const decisions = {
  pre: { pass: 'pre_pass', return: 'pre_return', reject: 'pre_reject' },
  // Only risk control and the pre-review reject (domain.md 1.2).
  first: { pass: 'first_pass', return: 'first_return' },
  risk: { pass: 'risk_pass', return: 'risk_return', reject: 'risk_reject' },
} as const satisfies Record<ReviewStage, Partial<Record<ReviewResult, OrderEvent>>>

/** The results that a stage offers, in their order: the keys 1, 2, 3 choose them. */
export const resultsOf = <S extends ReviewStage>(stage: S) =>
  Object.keys(decisions[stage]) as unknown as readonly [ResultOf<S>, ...ResultOf<S>[]]

export type ResultOf<S extends ReviewStage> = keyof (typeof decisions)[S] & ReviewResult

/** The forms that a return may go to: to the order entry, or further back to the intake. */
export const returnNodes = ['entry', 'intake'] as const
export type ReturnNode = (typeof returnNodes)[number]

/** The events of a stage's return, by where it goes; the first is the usual one. */
const returns = {
  pre: { intake: 'pre_return' },
  first: { entry: 'first_return', intake: 'first_return_intake' },
  risk: { entry: 'risk_return' },
} as const satisfies Record<ReviewStage, Partial<Record<ReturnNode, OrderEvent>>>

export const returnNodesOf = (stage: ReviewStage) => Object.keys(returns[stage]) as ReturnNode[]

/** The event of a result; undefined where the stage has no such result. */
export function decisionEvent(
  stage: ReviewStage,
  result: ReviewResult,
  returnTo?: ReturnNode,
): OrderEvent | undefined {
  const back: Partial<Record<ReturnNode, OrderEvent>> = returns[stage]
  if (result === 'return' && returnTo) return back[returnTo]
  const events: Partial<Record<ReviewResult, OrderEvent>> = decisions[stage]
  return events[result]
}

/** The stage that an event decides. */
export function decidedStage(event: string): ReviewStage | undefined {
  const stages = Object.keys(decisions) as ReviewStage[]
  return stages.find((stage) =>
    [...Object.values<string>(decisions[stage]), ...Object.values<string>(returns[stage])].includes(event),
  )
}

/** Everything that a visit of a stage ends with, in the words of `review_task`; 待处理 of one that has not. */
export const taskResults = ['待处理', '通过', '有条件通过', '退回', '拒绝', '已撤回'] as const
