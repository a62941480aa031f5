import type { RoleCode } from '../../identity/rules/roles.ts'

/**
 * States of an order (domain.md 2.1). Labels are in the catalogue under `order.status.<code>`.
 */

/** One colour, icon and word a tone: waits, is being worked on, came back, was refused, got through, is over. */
export type StatusTone = 'waiting' | 'working' | 'returned' | 'rejected' | 'passed' | 'closed'

/** '2' is pre-review, every other value first review (specification, point 4); '3' and '4' part first review and risk. */
export type ExaStatus = '2' | '3' | '4'

type StateDefinition = {
  /** The review stage whose pool the order is in. */
  exaStatus: ExaStatus | null
  tone: StatusTone
  /** The people who act next; empty when nobody has to. */
  next: readonly RoleCode[]
}

export const orderStates = {
  draft: { exaStatus: null, tone: 'working', next: ['entry_clerk', 'shop_user'] },
  wait_pre: { exaStatus: '2', tone: 'waiting', next: ['pre_reviewer'] },
  pre_returned: { exaStatus: null, tone: 'returned', next: ['entry_clerk', 'shop_user'] },
  pre_rejected: { exaStatus: null, tone: 'rejected', next: [] },
  wait_entry: { exaStatus: null, tone: 'working', next: ['entry_clerk'] },
  wait_first: { exaStatus: '3', tone: 'waiting', next: ['first_reviewer'] },
  ops_returned: { exaStatus: null, tone: 'returned', next: ['entry_clerk'] },
  wait_risk: { exaStatus: '4', tone: 'waiting', next: ['risk_officer'] },
  risk_returned: { exaStatus: null, tone: 'returned', next: ['entry_clerk'] },
  risk_rejected: { exaStatus: null, tone: 'rejected', next: [] },
  wait_sign: { exaStatus: null, tone: 'working', next: ['contract_clerk'] },
  preparing: {
    exaStatus: null,
    tone: 'working',
    next: ['contract_clerk', 'material_clerk', 'cashier', 'capital_mgr', 'shop_user'],
  },
  wait_funder: { exaStatus: null, tone: 'waiting', next: ['capital_mgr'] },
  funder_rejected: { exaStatus: null, tone: 'rejected', next: ['capital_mgr'] },
  wait_release: { exaStatus: null, tone: 'waiting', next: ['cashier'] },
  releasing: { exaStatus: null, tone: 'working', next: ['finance_checker'] },
  release_failed: { exaStatus: null, tone: 'rejected', next: ['cashier'] },
  released: { exaStatus: null, tone: 'passed', next: ['postloan'] },
  settled: { exaStatus: null, tone: 'closed', next: ['archivist'] },
  voided: { exaStatus: null, tone: 'closed', next: [] },
} as const satisfies Record<string, StateDefinition>

export type OrderStatus = keyof typeof orderStates

export const orderStatuses = Object.keys(orderStates) as OrderStatus[]

/** True where a text from outside is a state of an order. */
export function isOrderStatus(value: unknown): value is OrderStatus {
  return orderStatuses.some((status) => status === value)
}

/** Orders that are over for good or refused: they do not count as a live order of the same ID or VIN (G2). */
export const deadStatuses: readonly OrderStatus[] = [
  'pre_rejected',
  'risk_rejected',
  'funder_rejected',
  'voided',
  'settled',
]

/** The way of an order in five steps, each with its states: what the home page counts, in order. */
export const orderSteps = {
  intake: ['draft', 'pre_returned'],
  pre: ['wait_pre'],
  entry: ['wait_entry', 'ops_returned', 'risk_returned'],
  review: ['wait_first', 'wait_risk'],
  release: [
    'wait_sign',
    'preparing',
    'wait_funder',
    'funder_rejected',
    'wait_release',
    'releasing',
    'release_failed',
  ],
} as const satisfies Record<string, readonly OrderStatus[]>
export type OrderStep = keyof typeof orderSteps

/** Orders that somebody has still to do something with before they are released. */
export const statusesUnderWay: readonly OrderStatus[] = Object.values(orderSteps).flat()

/** The states whose orders wait in a reviewer's pool, by stage. */
export const reviewStages = {
  pre: {
    status: 'wait_pre',
    exaStatus: '2',
    claim: 'order:claim_pre',
    decide: 'order:decide_pre',
    slaHours: 4,
  },
  first: {
    status: 'wait_first',
    exaStatus: '3',
    claim: 'order:claim_first',
    decide: 'order:decide_first',
    slaHours: 8,
  },
  risk: {
    status: 'wait_risk',
    exaStatus: '4',
    claim: 'order:claim_risk',
    decide: 'order:decide_risk',
    slaHours: 8,
  },
} as const

export type ReviewStage = keyof typeof reviewStages

export const reviewStageKeys = Object.keys(reviewStages) as [ReviewStage, ...ReviewStage[]]

/** The stage whose pool a state is; undefined for the others, and for a state of a newer service. */
export const stageOf = (status: string): ReviewStage | undefined =>
  reviewStageKeys.find((stage) => reviewStages[stage].status === status)

/** Working hours in which a form that came to somebody is to be sent on: three days. */
const formHours = 27

/** States in which a form waits for somebody who did not begin it himself. */
const waitingForms: readonly OrderStatus[] = ['pre_returned', 'wait_entry', 'ops_returned', 'risk_returned']

/** The standard time of a state in working hours; undefined where there is none, as for a draft. */
export function standardHours(status: OrderStatus): number | undefined {
  const stage = stageOf(status)
  return (stage && reviewStages[stage].slaHours) ?? (waitingForms.includes(status) ? formHours : undefined)
}

/** Label of an exa_status: '2' is pre-review, any other value first review (specification, point 4). */
export function exaLabelKey(exaStatus: string): 'order.stage.pre' | 'order.stage.first' {
  return exaStatus === '2' ? 'order.stage.pre' : 'order.stage.first'
}
