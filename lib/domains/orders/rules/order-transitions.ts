import type { Permission } from '../../identity/rules/roles.ts'
import type { EffectName, GuardName } from './order-guards.ts'
import type { OrderStatus } from './order-states.ts'

/** The transitions of an order, number by number as in domain.md 2.1. What they may do is asked in order-machine.ts. */

export type Transition = {
  /** Number in domain.md 2.1; several rows may share one. */
  no: string
  event: string
  /** States it leaves; empty for the creation of an order. */
  from: readonly OrderStatus[]
  /** State it reaches; 'same' stays where it is. */
  to: OrderStatus | 'same'
  /** Everything that a person needs; null when only the system may do it. */
  permission: Permission | null
  /** The system may do it too. */
  bySystem: boolean
  guards: readonly GuardName[]
  effects: readonly EffectName[]
  /** The order stays in its state instead if this guard holds. */
  staysIf?: GuardName
}

type By = Permission | 'system' | readonly [Permission, 'system']

function row<E extends string>(
  no: string,
  event: E,
  from: OrderStatus | readonly OrderStatus[],
  to: OrderStatus | 'same',
  by: By,
  guards: readonly GuardName[],
  effects: readonly EffectName[] = [],
): Transition & { event: E } {
  const permission = by === 'system' ? null : typeof by === 'string' ? by : by[0]
  const bySystem = typeof by !== 'string' || by === 'system'
  return {
    no,
    event,
    from: typeof from === 'string' ? [from] : from,
    to,
    permission,
    bySystem,
    guards,
    effects,
  }
}

const rejected = ['pre_rejected', 'risk_rejected'] as const
const returned = ['pre_returned', 'ops_returned', 'risk_returned'] as const
/**
 * Before the release, neither draft nor returned nor rejected. A funder's refusal is not ours: contracts, GPS and
 * money are still to be undone, so it keeps this way out.
 */
const underWay: readonly OrderStatus[] = [
  'wait_pre',
  'wait_entry',
  'wait_first',
  'wait_risk',
  'wait_sign',
  'preparing',
  'wait_funder',
  'funder_rejected',
  'wait_release',
]

const claimable: GuardName[] = ['unclaimed', 'notDecidedBefore']
const returning: GuardName[] = ['mine', 'opinion', 'reasons', 'reasonDetail']
const rejecting: GuardName[] = ['mine', 'opinion', 'reasons']
const paying: GuardName[] = ['makerNotChecker', 'payPassword', 'oneLivePayment', 'amountAsShown']
const voiding: GuardName[] = ['voidReason', 'moneyReturned']
const undone: EffectName[] = ['voidContracts', 'returnGps', 'cancelFunder']
const settling: EffectName[] = ['startMortgageRelease', 'refundDeposit', 'removeGps', 'issueCertificate']

const table = [
  row('T01', 'create', [], 'draft', 'order:create', ['shopOpen'], ['issueOrderNo']),
  row(
    'T02',
    'submit_pre',
    ['draft', 'pre_returned'],
    'wait_pre',
    'order:submit_pre',
    ['G1', 'G2', 'G3'],
    ['scenePreCheck', 'enterPool'],
  ),
  row('T03', 'claim', 'wait_pre', 'same', 'order:claim_pre', claimable, ['claim']),
  row('T03', 'claim', 'wait_first', 'same', 'order:claim_first', claimable, ['claim']),
  row('T03', 'claim', 'wait_risk', 'same', 'order:claim_risk', claimable, ['claim']),
  row('T03', 'unclaim', 'wait_pre', 'same', 'order:claim_pre', ['mine'], ['release']),
  row('T03', 'unclaim', 'wait_first', 'same', 'order:claim_first', ['mine'], ['release']),
  row('T03', 'unclaim', 'wait_risk', 'same', 'order:claim_risk', ['mine'], ['release']),
  row(
    'T05',
    'pre_pass',
    'wait_pre',
    'wait_entry',
    'order:decide_pre',
    ['mine', 'opinion'],
    ['notifyEntryClerk'],
  ),
  row('T06', 'pre_return', 'wait_pre', 'pre_returned', 'order:decide_pre', returning, ['notifyEntryClerk']),
  row('T07', 'pre_reject', 'wait_pre', 'pre_rejected', ['order:decide_pre', 'system'], rejecting, [
    'coolingOff',
  ]),
  row(
    'T08',
    'submit_first',
    ['wait_entry', 'ops_returned', 'risk_returned'],
    'wait_first',
    'order:submit_first',
    ['G4', 'G5', 'G6', 'G7', 'G8'],
    ['freezeProduct', 'snapshotQuote', 'enterPool'],
  ),
  row(
    'T10',
    'first_pass',
    'wait_first',
    'wait_risk',
    'order:decide_first',
    ['mine', 'opinion', 'phoneChecked'],
    ['sceneRisk', 'enterPool'],
  ),
  row('T11', 'first_return', 'wait_first', 'ops_returned', 'order:decide_first', returning, [
    'notifyEntryClerk',
  ]),
  // Further back, to the intake: what was judged of it is judged again.
  row('T11', 'first_return_intake', 'wait_first', 'pre_returned', 'order:decide_first', returning, [
    'notifyEntryClerk',
  ]),
  // T10 taken back by a manager, while nobody has begun with what comes of it.
  row(
    'T12',
    'first_undo',
    'wait_risk',
    'wait_first',
    'order:undo_review',
    ['unclaimed', 'undoReason'],
    ['enterPool'],
  ),
  row(
    'T13',
    'risk_pass',
    'wait_risk',
    'wait_sign',
    'order:decide_risk',
    ['mine', 'riskLimit', 'opinion', 'G9', 'dueDiligenceDone'],
    ['setApprovedTerms'],
  ),
  row('T14', 'risk_return', 'wait_risk', 'risk_returned', 'order:decide_risk', returning, [
    'notifyEntryClerk',
  ]),
  row('T15', 'risk_reject', 'wait_risk', 'risk_rejected', 'order:decide_risk', rejecting, ['coolingOff']),
  // Asked for by the entry, decided by risk control: nobody holds both.
  row(
    'T16',
    'ask_reconsider',
    rejected,
    'same',
    'order:submit_first',
    ['firstReconsider', 'opinion', 'newEvidence'],
    ['notifyRiskManager'],
  ),
  row(
    'T16',
    'decline_reconsider',
    rejected,
    'same',
    'order:reconsider',
    ['reconsiderAsked', 'opinion'],
    ['notifyEntryClerk'],
  ),
  row(
    'T16',
    'reconsider',
    rejected,
    'wait_entry',
    'order:reconsider',
    ['reconsiderAsked', 'opinion'],
    ['markReconsidered', 'notifyEntryClerk'],
  ),
  {
    ...row(
      'T17',
      'change_terms',
      ['wait_sign', 'preparing'],
      'wait_risk',
      'order:change_terms',
      [],
      ['voidContracts', 'clearEcontract', 'clearFunder'],
    ),
    staysIf: 'termsOnlyFall',
  },
  row(
    'T18',
    'gen_contract',
    ['wait_sign', 'preparing'],
    'same',
    'contract:generate',
    ['G10'],
    ['generateContracts', 'sendSigningSms'],
  ),
  row('T19', 'all_signed', 'wait_sign', 'preparing', 'system', ['allSigned'], ['setEcontract', 'checkReady']),
  // Contracts made again after a change of terms or another funder.
  // Also while that funder judges the order.
  row(
    'T19',
    'all_signed',
    ['preparing', 'wait_funder', 'funder_rejected'],
    'same',
    'system',
    ['allSigned'],
    ['setEcontract', 'checkReady'],
  ),
  row(
    'T20',
    'milestone_set',
    'preparing',
    'same',
    ['order:milestone', 'system'],
    [],
    ['changeMilestone', 'checkReady'],
  ),
  row('T20', 'milestone_clear', 'preparing', 'same', ['order:milestone', 'system'], [], ['changeMilestone']),
  row(
    'T20',
    'milestone_clear',
    'wait_release',
    'same',
    ['order:milestone', 'system'],
    [],
    ['changeMilestone', 'raiseUnready'],
  ),
  row(
    'T21',
    'push_funder',
    'preparing',
    'wait_funder',
    'capital:push',
    ['funderReady'],
    ['createCapitalOrder'],
  ),
  row(
    'T22',
    'funder_pass',
    'wait_funder',
    'preparing',
    ['capital:decide', 'system'],
    ['funderAmount'],
    ['setFunder', 'checkReady'],
  ),
  row(
    'T23',
    'funder_return',
    'wait_funder',
    'preparing',
    ['capital:decide', 'system'],
    ['reasons'],
    ['returnCapitalSet'],
  ),
  row(
    'T24',
    'funder_reject',
    'wait_funder',
    'funder_rejected',
    ['capital:decide', 'system'],
    ['reasons'],
    ['proposeNextFunder'],
  ),
  row(
    'T25',
    'reroute',
    'funder_rejected',
    'preparing',
    'capital:push',
    ['otherFunder'],
    ['voidContracts', 'clearEcontract'],
  ),
  // A funder that cannot be pushed to, as by its limits, never rejects.
  row(
    'T25',
    'reroute',
    'preparing',
    'same',
    'capital:push',
    ['otherFunder'],
    ['voidContracts', 'clearEcontract'],
  ),
  row('T26', 'ready', 'preparing', 'wait_release', 'system', ['gatesOpen'], ['enterReleasePool']),
  row('T27', 'unready', 'wait_release', 'preparing', ['release:make', 'system'], ['gateClosedOrReason']),
  row('T28', 'pay', 'wait_release', 'releasing', 'release:check', paying, ['startPayment']),
  row(
    'T29',
    'pay_ok',
    'releasing',
    'released',
    ['release:check', 'system'],
    ['bankReference'],
    ['openLoan', 'createPostReleaseTasks'],
  ),
  // It counted as failed, and two people with the bank's paper say that it was paid.
  row(
    'T29',
    'pay_ok',
    ['release_failed', 'wait_release'],
    'released',
    'system',
    ['bankReference'],
    ['openLoan', 'createPostReleaseTasks'],
  ),
  row('T30', 'pay_fail', 'releasing', 'release_failed', ['release:check', 'system'], ['reasons']),
  row(
    'T31',
    'retry',
    'release_failed',
    'wait_release',
    // After a second person has checked the payee.
    ['release:make', 'system'],
    ['payeeCorrected'],
    ['auditPayee', 'enterReleasePool'],
  ),
  row(
    'T32',
    'undo_release',
    'released',
    'wait_release',
    // After an administrator has confirmed it.
    ['release:undo', 'system'],
    ['adminConfirmed', 'noRepayment', 'moneyReturned'],
    ['reverseLoan'],
  ),
  row('T33', 'settle', 'released', 'settled', 'system', ['loanClosed'], settling),
  // The payment that had paid the loan off was reversed.
  row('T33', 'unsettle', 'settled', 'released', 'system', ['loanReopened'], ['endSettlement']),
  row('T34', 'void', ['draft', ...returned], 'voided', 'order:void', voiding, undone),
  row('T34', 'void', underWay, 'voided', 'order:void_later', voiding, undone),
] as const satisfies readonly Transition[]

export const transitions: readonly Transition[] = table

export type OrderEvent = (typeof table)[number]['event']

export const orderEvents: readonly OrderEvent[] = [...new Set(table.map(({ event }) => event))]
