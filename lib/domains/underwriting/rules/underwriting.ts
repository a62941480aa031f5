import { addDays, addMonths } from '../../../rules/business-date.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { paperStatuses } from '../../materials/rules/material-sets.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 投保 (domain.md 2.4): what an insurer is asked about an order with 履约保证险, and what it says. */

export const underwritingStates = [
  '未提交',
  '已提交',
  '提交失败',
  '核保中',
  '承保',
  '补充资料',
  '拒保',
] as const
export type UnderwritingState = (typeof underwritingStates)[number]

/** Its transitions; only the moves of lib/domains/underwriting/service make them. */
export const underwritingMoves: Readonly<Record<UnderwritingState, readonly UnderwritingState[]>> = {
  未提交: ['已提交'],
  已提交: ['核保中', '提交失败'],
  // Its question may be asked again, and an answer to an earlier one may still come.
  提交失败: ['已提交', '核保中'],
  核保中: ['承保', '补充资料', '拒保', '提交失败'],
  承保: [],
  补充资料: ['已提交'],
  拒保: [],
}

export const isInsured = (status: UnderwritingState): boolean => status === '承保'
/** An insurer stands for the order as it is now. */
export const isInForce = ({ status, outdated }: { status: UnderwritingState; outdated: boolean }): boolean =>
  isInsured(status) && !outdated
export const isRejected = (status: UnderwritingState): boolean => status === '拒保'
/** It came back for papers that the insurer misses. */
export const isToSupplement = (status: UnderwritingState): boolean => status === '补充资料'
/** It did not get to the insurer, who has said nothing of it. */
export const isFailed = (status: UnderwritingState): boolean => status === '提交失败'
/** The insurer is to say something. */
export const isUnderway = (status: UnderwritingState): boolean => status === '已提交' || status === '核保中'

export const insurerResults = ['underwritten', 'supplement', 'rejected'] as const
export type InsurerResult = (typeof insurerResults)[number]
export const resultStates: Readonly<Record<InsurerResult, UnderwritingState>> = {
  underwritten: '承保',
  supplement: '补充资料',
  rejected: '拒保',
}

export const underwritingLimits = { reply: 500 } as const

/** The last day of so many whole years. */
export const coverEnd = (startDate: string, years: number): string =>
  addDays(addMonths(startDate, 12 * years), -1)

/** The insurer that looks at a submission already: what it misses goes to nobody else, under the same number. */
export const boundTo = (
  last: { status: UnderwritingState; round: number; insurer: string } | undefined,
): string | undefined =>
  last && (isToSupplement(last.status) || (isFailed(last.status) && last.round > 1))
    ? last.insurer
    : undefined

export const policyChoices = ['insurer', 'typed'] as const
/** The policy of two that counts: the one that the insurer made, or the one that somebody had typed. */
export type PolicyChoice = (typeof policyChoices)[number]

/** Everything that the steps are judged by, on both sides. */
export type UnderwritingFacts = {
  orderStatus: string
  /** The order is of a product with 履约保证险. */
  asked: boolean
  /** State of the set of papers for the insurer. */
  setStatus: string
  status: UnderwritingState
  /** It was asked so often that nobody asks any more. */
  silent: boolean
  /** Another policy had been typed when the insurer's came. */
  conflict: boolean
  /** Everything that was submitted last names another car, lender or loan than the order has now. */
  outdated: boolean
  /** Of the order's plan at the approved terms; null where there is none. */
  premium: string | null
}

export const underwritingSteps = ['submit', 'ask', 'choose'] as const
export type UnderwritingStep = (typeof underwritingSteps)[number]

export type UnderwritingRefusal =
  | 'underwriting.refusals.permission'
  | 'underwriting.refusals.orderStatus'
  | 'underwriting.refusals.notAsked'
  | 'underwriting.refusals.papers'
  | 'underwriting.refusals.underway'
  | 'underwriting.refusals.underwritten'
  | 'underwriting.refusals.noPremium'
  | 'underwriting.refusals.notSilent'
  | 'underwriting.refusals.outdated'
  | 'underwriting.refusals.noConflict'
type Answer = { ok: true } | { ok: false; reason: UnderwritingRefusal }

/** Approved, and the money has not gone out. */
const orderStatuses: readonly OrderStatus[] = [
  'wait_sign',
  'preparing',
  'wait_funder',
  'wait_release',
  'release_failed',
]

/** The insurer says nothing more of a loan that is another one by now. */
export const isAbandoned = ({
  status,
  silent,
  outdated,
}: Pick<UnderwritingFacts, 'status' | 'silent' | 'outdated'>) => isUnderway(status) && silent && outdated

/** Whoever passes the papers sends them on. */
export const underwritingPermission: Permission = 'material:review'

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function underwritingCan(
  step: UnderwritingStep,
  facts: UnderwritingFacts,
  permissions: Iterable<string>,
): Answer {
  if (!new Set(permissions).has(underwritingPermission))
    return { ok: false, reason: 'underwriting.refusals.permission' }
  const reason = reasons[step](facts)
  return reason === null ? { ok: true } : { ok: false, reason }
}

/** A submission that was begun may be brought to its end after the release, too. */
const statusesOf = (status: UnderwritingState): readonly OrderStatus[] =>
  isToSupplement(status) || isFailed(status) ? paperStatuses : orderStatuses

/** Of what is another loan by now nobody asks again: that could insure what its clerk has had undone. */
const whyNotAsk = (facts: UnderwritingFacts): UnderwritingRefusal | null => {
  if (isAbandoned(facts)) return 'underwriting.refusals.outdated'
  return isUnderway(facts.status) && facts.silent ? null : 'underwriting.refusals.notSilent'
}

function whyNotSubmit(facts: UnderwritingFacts): UnderwritingRefusal | null {
  if (!facts.asked) return 'underwriting.refusals.notAsked'
  if (isInForce(facts)) return 'underwriting.refusals.underwritten'
  if (isUnderway(facts.status) && !isAbandoned(facts)) return 'underwriting.refusals.underway'
  if (!(statusesOf(facts.status) as readonly string[]).includes(facts.orderStatus))
    return 'underwriting.refusals.orderStatus'
  if (facts.setStatus !== '通过') return 'underwriting.refusals.papers'
  return facts.premium === null ? 'underwriting.refusals.noPremium' : null
}

const reasons: Readonly<Record<UnderwritingStep, (facts: UnderwritingFacts) => UnderwritingRefusal | null>> =
  {
    submit: whyNotSubmit,
    ask: whyNotAsk,
    choose: ({ conflict }) => (conflict ? null : 'underwriting.refusals.noConflict'),
  }

/** Everything that a submission says beside what follows from the order. */
export type SubmissionValues = { insurer: string; startDate: string }
export function submissionFindings(
  { insurer, startDate }: SubmissionValues,
  today: string,
): Partial<Record<keyof SubmissionValues, 'rules.required' | 'underwriting.refusals.startEarlier'>> {
  return {
    ...(insurer === '' && { insurer: 'rules.required' as const }),
    ...(startDate === ''
      ? { startDate: 'rules.required' as const }
      : startDate < today && { startDate: 'underwriting.refusals.startEarlier' as const }),
  }
}
