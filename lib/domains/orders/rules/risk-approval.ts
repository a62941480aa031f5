import { amount, compareTyped } from '../../../rules/fields.ts'
import { compareMoney, minus, sum } from '../../../rules/money.ts'
import type { Permission } from '../../identity/rules/roles.ts'

/**
 * Everything that a risk approval may decide of the terms, and ask of the steps behind it (T13, G9; domain.md 3.2
 * `review_task`).
 */

/** 放款条件; the words are `riskApproval.conditions.<code>`. */
export const conditionCodes = [
  'consent',
  'guarantor',
  'co_lessee',
  'gps',
  'down_payment',
  'insurance',
  'mortgage',
  'material',
  'other',
] as const
export type ConditionCode = (typeof conditionCodes)[number]

/** Conditions that a person chooses: the customer's consent follows from the terms. */
export const askedConditions = conditionCodes.filter((code) => code !== 'consent')
/** Those that say nothing without a word more. */
const worded: readonly ConditionCode[] = ['material', 'other']

/**
 * Everything that somebody holds who says that a condition is met, besides risk control: whose work it is, never who
 * profits.
 */
const metBy: Readonly<Record<ConditionCode, Permission | null>> = {
  consent: 'contract:generate',
  guarantor: 'contract:generate',
  co_lessee: 'contract:generate',
  // Nobody says it: it is met when what it asks for is in the car.
  gps: null,
  down_payment: 'payment:register',
  insurance: 'material:review',
  mortgage: 'material:review',
  material: 'material:review',
  other: 'order:decide_risk',
}

export const followsDevices = ({ code }: { code: ConditionCode }): boolean => metBy[code] === null

/** Permissions of which one lets somebody say that a condition is met. */
export const meetersOf = ({ code }: { code: ConditionCode }): Permission[] => [
  ...new Set<Permission>([metBy[code] ?? 'order:decide_risk', 'order:decide_risk']),
]

/** The same of any condition. */
export const conditionMeeters = [...new Set(conditionCodes.flatMap((code) => meetersOf({ code })))] as [
  Permission,
  ...Permission[],
]

export type Condition = { code: ConditionCode; detail?: string | undefined }

export type ApprovalMessage =
  | 'rules.required'
  | 'rules.amount'
  | 'machine.guard.approvedOverApplied'
  | 'riskApproval.wrong.term'
  | 'riskApproval.wrong.detail'

/** `appliedAmount` is null where more may be asked for. */
export type ApprovalFacts = { appliedAmount: string | null; terms: readonly number[] }

/** The faults of approved terms by themselves, by field; G9 but for what only the quote tells. */
export function approvalIssues(
  given: { approvedAmount: string; approvedTerm: number; conditions: readonly Condition[] },
  { appliedAmount, terms }: ApprovalFacts,
): Partial<Record<'approvedAmount' | 'approvedTerm' | 'conditions', ApprovalMessage>> {
  const { approvedAmount, approvedTerm, conditions } = given
  return {
    ...(approvedAmount.trim() === ''
      ? { approvedAmount: 'rules.required' }
      : amount(approvedAmount) !== null || compareTyped(approvedAmount, '0') <= 0
        ? { approvedAmount: 'rules.amount' }
        : appliedAmount !== null &&
          compareTyped(approvedAmount, appliedAmount) > 0 && {
            approvedAmount: 'machine.guard.approvedOverApplied',
          }),
    ...(!terms.includes(approvedTerm) && { approvedTerm: 'riskApproval.wrong.term' }),
    ...(conditions.some(({ code, detail = '' }) => worded.includes(code) && detail.trim() === '') && {
      conditions: 'riskApproval.wrong.detail',
    }),
  }
}

/** Everything that is not financed any more is paid down. */
export const downPaymentFor = (downPayment: string, applied: string, approved: string): string =>
  sum([downPayment, minus(applied, approved)])

/** With the customer's consent, where he does not get what he applied for. */
export function conditionsOf(
  asked: readonly Condition[],
  approved: { amount: string; term: number },
  applied: { amount: string; term: number },
): Condition[] {
  const others = asked.filter(({ code }) => code !== 'consent')
  const same = compareMoney(approved.amount, applied.amount) === 0 && approved.term === applied.term
  return same ? others : [{ code: 'consent' }, ...others]
}

/** T17: whether a change asks for less and shorter alone, so that nobody approves it again. */
export const termsOnlyFall = (
  from: { amount: string; term: number },
  to: { amount: string; term: number },
): boolean => compareMoney(to.amount, from.amount) <= 0 && to.term <= from.term
