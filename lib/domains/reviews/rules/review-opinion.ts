import { tidy } from '../../../rules/fields.ts'
import { isReviewReason } from '../../configuration/rules/review-reasons.ts'
import type { ReturnNode, ReviewResult } from '../../orders/rules/review-decisions.ts'
import type { Markable, ReviewMark } from '../../orders/rules/review-marks.ts'

/**
 * Everything that a reviewer writes to a decision, and what the decision asks for (domain.md 3.2 `review_task`,
 * T05–T07).
 */

/** Characters an opinion has at least. */
export const minOpinion = 5

export type ReviewOpinion = {
  /** Empty while nothing is decided. */
  result: ReviewResult | ''
  opinion: string
  /** Codes of lib/domains/configuration/rules/review-reasons.ts; only a return or a rejection has them. */
  reasonL1: string
  reasonL2: string
  reasonDetail: string
  internalNote: string
  /** The form that a return goes to; empty for the stage's usual place. */
  returnTo: ReturnNode | ''
  /** Everything that is to be mended on a return. */
  marks: ReviewMark[]
  /** The field or paper that is being chosen to be marked next; never sent. */
  markNext: string
}

export type OpinionMessage =
  | 'review.chooseResult'
  | 'review.markElsewhere'
  | `machine.guard.${'opinion' | 'reasons' | 'reasonDetail'}`
/** By field; a mark's note by its place, `marks.0.note`. */
export type OpinionIssues = Record<string, OpinionMessage | 'rules.required'>

/**
 * Everything that is missing from an opinion, by field: a catalogue key. Nothing is missing from one that may be
 * submitted.
 *
 * @param places what the form that a return goes to has; a mark anywhere else could not be mended there
 */
export function opinionIssues(given: Partial<ReviewOpinion>, places?: readonly Markable[]): OpinionIssues {
  const { result, opinion = '', reasonL1, reasonL2, reasonDetail = '', marks = [] } = given
  const issues: OpinionIssues = {}
  if (!result) issues.result = 'review.chooseResult'
  if (tidy(opinion).length < minOpinion) issues.opinion = 'machine.guard.opinion'
  if (result !== 'return' && result !== 'reject') return issues
  if (!reasonL1) issues.reasonL1 = 'machine.guard.reasons'
  if (!reasonL2 || (reasonL1 && !isReviewReason(reasonL1, reasonL2)))
    issues.reasonL2 = 'machine.guard.reasons'
  if (result === 'return')
    for (const [index, { kind, at, note }] of marks.entries()) {
      if (tidy(note) === '') issues[`marks.${index}.note`] = 'rules.required'
      if (places && !places.some((one) => one.kind === kind && one.at === at))
        issues[`marks.${index}.note`] = 'review.markElsewhere'
    }
  if (result === 'return' && tidy(reasonDetail) === '') issues.reasonDetail = 'machine.guard.reasonDetail'
  return issues
}
