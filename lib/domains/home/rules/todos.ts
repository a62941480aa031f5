import { type MilestoneCode, milestoneCodes, workersOf } from '../../identity/rules/milestones.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import {
  isExtra,
  kindFacts,
  type PaperKind,
  paperKinds,
  paperStatuses,
} from '../../materials/rules/material-sets.ts'
import { transitionOf } from '../../orders/rules/order-machine.ts'
import { type OrderStatus, orderStatuses, statusesUnderWay } from '../../orders/rules/order-states.ts'
import type { OrderEvent } from '../../orders/rules/order-transitions.ts'

/**
 * 待办: what somebody can do next with an order, read from the state tables. A row is all that another kind of work
 * needs here; which orders it is about beyond their states stands in the service, and its page at the home page.
 */

export type Todo = { permission: Permission; states: readonly OrderStatus[] }

/** Events of the order machine that a person raises on a page of its own. */
const ownEvents = [
  'submit_pre',
  'submit_first',
  'pre_pass',
  'first_pass',
  'risk_pass',
  'reconsider',
  'retry',
  'reroute',
  'funder_pass',
] as const satisfies readonly OrderEvent[]

/** Everything that waits in a form, and in the hands of who claimed it. */
export const formEvents = ['submit_pre', 'submit_first'] as const
export const claimedEvents = ['pre_pass', 'first_pass', 'risk_pass'] as const

/** A move within a state is not what the state waits for, as another funder for an order that has one. */
function ofMachine(event: OrderEvent): Todo {
  const moves = orderStatuses.flatMap((status) => {
    const move = transitionOf(event, status)
    return move?.permission && move.to !== 'same' ? [{ status, permission: move.permission }] : []
  })
  const [first] = moves
  if (!first) throw new Error(`${event} is raised by nobody`)
  return { permission: first.permission, states: moves.map(({ status }) => status) }
}

const record = <K extends string>(keys: readonly K[], of: (key: K) => Todo) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, Todo>

/** The papers of a car come after its release, the others before it. */
const statesOfPapers = (kind: PaperKind): readonly OrderStatus[] =>
  isExtra(kind) ? ['released'] : paperStatuses.filter((status) => status !== 'released')

export type TodoKind =
  | (typeof ownEvents)[number]
  | MilestoneCode
  | `review_${PaperKind}`
  | `mend_${PaperKind}`
  | 'diligence'
  | 'make_payment'
  | 'bank_result'
  | 'refund'
  | 'check_gps'
  | 'deduct_failed'
  | 'archive_send'
  | 'archive_keep'
  | 'archive_late'
  | 'archive_approve'

/** In the order in which one of several is shown for the same order. */
export const todos: Readonly<Record<TodoKind, Todo>> = {
  ...record(ownEvents, ofMachine),
  bank_result: { permission: 'release:make', states: ['releasing'] },
  make_payment: { permission: 'release:make', states: ['wait_release'] },
  deduct_failed: { permission: 'loan:propose', states: ['released'] },
  // The papers of a loan, from the release until they are the customer's again.
  archive_send: { permission: 'archive:mail', states: ['released', 'settled'] },
  archive_keep: { permission: 'archive:keep', states: ['released', 'settled', 'voided'] },
  archive_late: { permission: 'archive:keep', states: ['released', 'settled', 'voided'] },
  archive_approve: { permission: 'archive:approve', states: ['released', 'settled', 'voided'] },
  // Everything that was paid goes back, whatever the order has become by then.
  refund: { permission: 'payment:register', states: orderStatuses },
  diligence: { permission: 'diligence:fill', states: statusesUnderWay },
  ...record(
    paperKinds.map((kind) => `review_${kind}` as const),
    (key) => {
      const kind = key.slice('review_'.length) as PaperKind
      return { permission: kindFacts[kind].review, states: statesOfPapers(kind) }
    },
  ),
  ...record(
    paperKinds.map((kind) => `mend_${kind}` as const),
    (key) => ({
      permission: 'material:upload',
      states: statesOfPapers(key.slice('mend_'.length) as PaperKind),
    }),
  ),
  check_gps: { permission: 'gps:stock', states: ['wait_sign', 'preparing', 'wait_funder', 'wait_release'] },
  ...record(milestoneCodes, (code) => ({
    permission: workersOf(code)[0],
    states: code === 'funder' ? ['preparing'] : ['wait_sign', 'preparing'],
  })),
}

export const todoKinds = Object.keys(todos) as TodoKind[]
