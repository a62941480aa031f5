import type { MilestoneCode } from '../identity/rules/milestones.ts'
import type { RoleCode } from '../identity/rules/roles.ts'
import type { OrderStatus } from '../orders/rules/order-states.ts'
import type { OrderEvent } from '../orders/rules/order-transitions.ts'
import { drawOf } from './generator.ts'

/**
 * The way in which an order of the demo came to its state: events of the machine with who raised them and how long they
 * took.
 */

export type Step = {
  event: OrderEvent
  by: RoleCode | 'system'
  /** Working minutes since the step before. */
  minutes: number
  milestone?: MilestoneCode
}

export type PathFacts = {
  /** True where a shop's user started the order, or an entry clerk. */
  byShop: boolean
  /** The amount needs a risk manager (T13). */
  large: boolean
  /** The product's money comes from a funder, who has to agree (T21). */
  funder: boolean
  /** The scene PRE_CHECK refused the order, so that no reviewer ever saw it. */
  refusedForAge: boolean
  /** Its clerk asks for 复议. */
  asksAgain: boolean
  /** Submitted, and nothing more. */
  untouched: boolean
  /** Nobody has made its contracts yet. */
  signable: boolean
  /** With an insurer, and its other papers still to come. */
  insured: boolean
  /** With a funder, all else done: how far it has come with it. */
  funded: 'ready' | 'pushed' | 'returned' | null
}

const draw = drawOf('path')

/** Shortest and longest working minutes of a step, by what its person has to do. */
const pace: Record<OrderEvent, readonly [number, number]> = {
  create: [0, 0],
  submit_pre: [8, 90],
  claim: [3, 150],
  unclaim: [5, 60],
  pre_pass: [6, 45],
  pre_return: [6, 45],
  pre_reject: [6, 45],
  submit_first: [40, 900],
  first_pass: [25, 180],
  first_return: [20, 120],
  first_return_intake: [20, 120],
  first_undo: [20, 120],
  risk_pass: [30, 300],
  risk_return: [30, 200],
  risk_reject: [30, 300],
  ask_reconsider: [300, 2700],
  decline_reconsider: [60, 900],
  reconsider: [60, 900],
  change_terms: [60, 600],
  gen_contract: [20, 400],
  all_signed: [10, 600],
  milestone_set: [20, 700],
  milestone_clear: [20, 200],
  push_funder: [10, 200],
  funder_pass: [60, 900],
  funder_return: [60, 900],
  funder_reject: [60, 900],
  reroute: [60, 600],
  ready: [0, 0],
  unready: [10, 100],
  pay: [20, 400],
  pay_ok: [3, 60],
  pay_fail: [3, 60],
  retry: [60, 500],
  undo_release: [60, 600],
  settle: [0, 0],
  unsettle: [0, 0],
  void: [60, 2400],
}

type Move = Omit<Step, 'minutes'>

const move = (event: OrderEvent, by: Move['by'], milestone?: MilestoneCode): Move => ({
  event,
  by,
  ...(milestone && { milestone }),
})

/** The stretches that paths are put together from. */
function stretches(row: number, { byShop, large, funder }: PathFacts) {
  const starter = byShop ? 'shop_user' : 'entry_clerk'
  const risk = large ? 'risk_manager' : 'risk_officer'
  const submitPre = move('submit_pre', starter)
  const submitFirst = move('submit_first', 'entry_clerk')
  const claim = (role: RoleCode) => move('claim', role)
  const sometimes = (field: string, percent: number, moves: Move[]) =>
    draw.chance(field, row, percent) ? moves : []
  const gate: Record<'first_payment' | 'gps' | 'insurance', Move> = {
    first_payment: move('milestone_set', 'cashier', 'first_payment'),
    gps: move('milestone_set', 'material_clerk', 'gps'),
    insurance: move('milestone_set', 'material_clerk', 'insurance'),
  }
  const created = [move('create', starter)]
  const inPre = [...created, submitPre]
  const givenBack = sometimes('givenBack', 4, [claim('pre_reviewer'), move('unclaim', 'pre_reviewer')])
  const preReturn = [claim('pre_reviewer'), move('pre_return', 'pre_reviewer')]
  const inPreAgain = [...inPre, ...givenBack, ...sometimes('preReturn', 12, [...preReturn, submitPre])]
  const inEntry = [...inPreAgain, claim('pre_reviewer'), move('pre_pass', 'pre_reviewer')]
  const inFirst = [...inEntry, submitFirst]
  const firstReturn = [claim('first_reviewer'), move('first_return', 'first_reviewer')]
  const inFirstAgain = [...inFirst, ...sometimes('firstReturn', 14, [...firstReturn, submitFirst])]
  const inRisk = [...inFirstAgain, claim('first_reviewer'), move('first_pass', 'first_reviewer')]
  const inSign = [...inRisk, claim(risk), move('risk_pass', risk)]
  const signed = [...inSign, move('gen_contract', 'contract_clerk'), move('all_signed', 'system')]
  const order = draw.pick('gates', row, [
    ['first_payment', 'gps', 'insurance'],
    ['first_payment', 'insurance', 'gps'],
    ['gps', 'first_payment', 'insurance'],
  ] as const)
  const gates = order.map((code) => gate[code])
  const pushed = move('push_funder', 'capital_mgr')
  const agreed = funder ? [pushed, move('funder_pass', 'system')] : []
  const ready = [...signed, ...gates, ...agreed, move('ready', 'system')]
  const paying = [...ready, move('pay', 'finance_checker')]
  const failed = [...paying, move('pay_fail', 'finance_checker')]
  const paid = draw.chance('payFail', row, 1)
    ? [...failed, move('retry', 'cashier'), move('pay', 'finance_checker')]
    : paying
  const claimed = (role: RoleCode) => sometimes('claimed', 45, [claim(role)])
  return {
    created,
    inPre,
    inPreAgain,
    inEntry,
    inFirst,
    inFirstAgain,
    inRisk,
    inSign,
    signed,
    gates,
    preReturn,
    firstReturn,
    pushed,
    ready,
    paying,
    failed,
    paid,
    claimed,
    claim,
    risk,
  } as const
}

/** Stretch by stretch to each state, as the machine of domain.md 2.1 has it. */
function movesTo(status: OrderStatus, row: number, facts: PathFacts): readonly Move[] {
  const way = stretches(row, facts)
  const asked = facts.asksAgain ? [move('ask_reconsider', 'entry_clerk')] : []
  switch (status) {
    case 'draft':
      return way.created
    case 'wait_pre':
      return facts.untouched ? way.inPre : [...way.inPreAgain, ...way.claimed('pre_reviewer')]
    case 'pre_returned':
      return [...way.inPre, ...way.preReturn]
    case 'pre_rejected':
      return facts.refusedForAge
        ? [...way.inPre, move('pre_reject', 'system'), ...asked]
        : [...way.inPreAgain, way.claim('pre_reviewer'), move('pre_reject', 'pre_reviewer'), ...asked]
    case 'wait_entry':
      return way.inEntry
    case 'wait_first':
      return [...way.inFirstAgain, ...way.claimed('first_reviewer')]
    case 'ops_returned':
      return [...way.inFirst, ...way.firstReturn]
    case 'wait_risk':
      return [...way.inRisk, ...way.claimed(way.risk)]
    case 'risk_returned':
      return [...way.inRisk, way.claim(way.risk), move('risk_return', way.risk)]
    case 'risk_rejected':
      return [...way.inRisk, way.claim(way.risk), move('risk_reject', way.risk), ...asked]
    case 'wait_sign':
      return !facts.signable && draw.chance('contractSent', row, 50)
        ? [...way.inSign, move('gen_contract', 'contract_clerk')]
        : way.inSign
    case 'preparing':
      if (facts.funded)
        return facts.funded === 'returned'
          ? [...way.signed, ...way.gates, way.pushed, move('funder_return', 'capital_mgr')]
          : [...way.signed, ...way.gates]
      return [...way.signed, ...way.gates.slice(0, facts.insured ? 0 : draw.mod('gatesDone', row, 3))]
    case 'wait_funder':
      return [...way.signed, ...way.gates, way.pushed]
    case 'funder_rejected':
      return [...way.signed, ...way.gates, way.pushed, move('funder_reject', 'capital_mgr')]
    case 'wait_release':
      return way.ready
    case 'releasing':
      return way.paying
    case 'release_failed':
      return way.failed
    case 'released':
      return [...way.paid, move('pay_ok', 'system')]
    case 'settled':
      return [...way.paid, move('pay_ok', 'system'), move('settle', 'system')]
    case 'voided':
      if (facts.funded) return [...way.signed, ...way.gates, way.pushed, move('void', 'first_reviewer')]
      return draw.weighted('voidedFrom', row, [
        [[...way.created, move('void', 'entry_clerk')], 40],
        [[...way.inPre, ...way.preReturn, move('void', 'entry_clerk')], 25],
        [[...way.inEntry, move('void', 'first_reviewer')], 20],
        [[...way.inSign, move('void', 'first_reviewer')], 15],
      ])
  }
}

/** The path of a row's order to a state. */
export function pathTo(status: OrderStatus, row: number, facts: PathFacts): Step[] {
  return movesTo(status, row, facts).map((step, at) => {
    const [least, most] = pace[step.event]
    return { ...step, minutes: least + draw.mod(`minutes${at}`, row, most - least + 1) }
  })
}
