import type { ProgressStep } from '@/lib/domains/orders/contract'
import { isOrderStatus, type OrderStatus } from '@/lib/domains/orders/rules/order-states'

/** The way of an order in the large: what the stage bar shows, worked out from its timeline. */

/** Stages in order, each with the states that belong to it. */
const statesOf = {
  intake: ['draft', 'pre_returned'],
  pre: ['wait_pre', 'pre_rejected'],
  entry: ['wait_entry', 'ops_returned', 'risk_returned'],
  first: ['wait_first'],
  risk: ['wait_risk', 'risk_rejected'],
  sign: ['wait_sign'],
  prepare: ['preparing', 'wait_funder', 'funder_rejected'],
  release: ['wait_release', 'releasing', 'release_failed'],
  released: ['released', 'settled'],
} as const satisfies Record<string, readonly OrderStatus[]>

export type OrderStageName = keyof typeof statesOf

const names = Object.keys(statesOf) as OrderStageName[]
const stageByState = new Map<string, OrderStageName>(
  names.flatMap((name) => statesOf[name].map((status) => [status, name] as const)),
)

export type OrderStage = {
  name: OrderStageName
  /** `returned`: it is here again; `ended`: the order came to its end here. */
  state: 'done' | 'current' | 'returned' | 'ended' | 'ahead'
  /** The time when the order came here last; null when it was never here or nobody wrote it down. */
  enteredAt: string | null
  /** The time that it was here, all visits together, minutes; null where it never was or still is. */
  minutes: number | null
}

const minuteMs = 60_000

type Visit = { stage: OrderStageName; from: number; to: number | null }

/** The stays of an order in its stages, oldest first; the last one is still going on. */
function visitsOf(steps: readonly ProgressStep[]): Visit[] {
  const visits: Visit[] = []
  for (const { toStatus, at } of steps) {
    const stage = stageByState.get(toStatus)
    const last = visits.at(-1)
    if (last?.stage === stage) continue
    const time = new Date(at).getTime()
    if (last && last.to === null) last.to = time
    if (stage) visits.push({ stage, from: time, to: null })
  }
  return visits
}

/** The end of an order that did not get through; a void order ended where it was before. */
function endOf(status: string, visits: readonly Visit[]): OrderStageName | null {
  if (status === 'voided') return visits.at(-1)?.stage ?? 'intake'
  return status === 'pre_rejected' || status === 'risk_rejected' ? (stageByState.get(status) ?? null) : null
}

/**
 * All stages of an order with how far it is in each.
 *
 * @param steps the timeline, oldest first
 */
export function stagesOf(status: string, steps: readonly ProgressStep[]): OrderStage[] {
  const visits = visitsOf(steps)
  const end = endOf(status, visits)
  const current = end ?? (isOrderStatus(status) ? stageByState.get(status) : undefined) ?? 'intake'
  const here = names.indexOf(current)
  return names.map((name, index) => {
    const own = visits.filter((visit) => visit.stage === name)
    const gone = own.filter((visit) => visit.to !== null)
    const minutes = gone.reduce((sum, { from, to }) => sum + ((to ?? from) - from), 0) / minuteMs
    const last = own.at(-1)
    return {
      name,
      state: stateOf(index, here, status, end !== null),
      // Everything that lies ahead again has its time before it, not behind it.
      enteredAt: last && index <= here ? new Date(last.from).toISOString() : null,
      minutes: gone.length > 0 && index < here ? Math.round(minutes) : null,
    }
  })
}

function stateOf(index: number, here: number, status: string, ended: boolean): OrderStage['state'] {
  if (index < here) return 'done'
  if (index > here) return 'ahead'
  if (ended) return 'ended'
  if (status === 'released' || status === 'settled') return 'done'
  return status.endsWith('_returned') ? 'returned' : 'current'
}
