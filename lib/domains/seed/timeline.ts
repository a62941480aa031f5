import { reviewReasons } from '../configuration/rules/review-reasons.ts'
import { milestones } from '../identity/rules/milestones.ts'
import { targetOf, transitionOf } from '../orders/rules/order-machine.ts'
import { type OrderStatus, orderStates, reviewStages } from '../orders/rules/order-states.ts'
import type { application, reviewLog, reviewTask } from '../orders/table.ts'
import { drawOf } from './generator.ts'
import type { Step } from './order-paths.ts'

/**
 * Everything that a path leaves in the database: the timeline, the visits of the review stages, the order's own
 * columns.
 */

const draw = drawOf('timeline')

/** A step that has happened. */
export type Happening = Step & {
  from: OrderStatus | null
  to: OrderStatus
  /** ISO 8601, UTC. */
  at: string
  /** 0 is the system. */
  actorId: number
  opinion: string | null
  /** Codes of a two-level reason, of a return or a rejection. */
  reasons: readonly [string, string] | null
}

type Written =
  | 'id'
  | 'tenantId'
  | 'createdAt'
  | 'createdBy'
  | 'updatedAt'
  | 'updatedBy'
  | 'rowVersion'
  | 'orderId'
type LogRow = Omit<typeof reviewLog.$inferInsert, Written>
type TaskRow = Omit<typeof reviewTask.$inferInsert, Written>

const passing = ['资料齐全,身份核实一致', '资料完整,信息属实,同意', '电话核实正常,同意通过'] as const
const milestoneNotes: Partial<Record<string, string>> = {
  first_payment: '首付款已登记',
  gps: 'GPS已安装并在线',
  insurance: '保险材料审核通过',
}

/** Answers of the machine, which are the same for every order. */
const steps = new Map<string, ReturnType<typeof transitionOf>>()

function stepOf(event: Step['event'], from: OrderStatus | null): ReturnType<typeof transitionOf> {
  const key = `${event} ${from}`
  const known = steps.get(key) ?? transitionOf(event, from)
  steps.set(key, known)
  return known
}

/**
 * Walks a path by the order machine.
 * @param instants epoch milliseconds of the steps
 * @param actorOf who of a role acts on this order
 * @throws {Error} when the machine has no such step
 */
export function walk(
  row: number,
  steps: readonly Step[],
  instants: readonly number[],
  actorOf: (by: Step['by']) => number,
): Happening[] {
  let status: OrderStatus | null = null
  return steps.map((step, at) => {
    const from = status
    const transition = stepOf(step.event, from)
    if (!transition) throw new Error(`${step.event} from ${from} is no step of the machine`)
    const to = targetOf(transition, from)
    status = to
    // A funder says its own words, and none of our reasons.
    const judged = transition.guards.includes('reasons') && !(step.event in funderWords)
    const reason = judged ? draw.pick(`reason${at}`, row, reviewReasons) : null
    const child = reason ? draw.pick(`detail${at}`, row, reason.children) : null
    return {
      ...step,
      from,
      to,
      at: new Date(instants[at] ?? 0).toISOString(),
      actorId: step.by === 'system' ? 0 : actorOf(step.by),
      reasons: reason && child ? [reason.code, child.code] : null,
      opinion: opinionOf(step, at, row, child?.label),
    }
  })
}

function opinionOf(step: Step, at: number, row: number, reason: string | undefined): string | null {
  if (reason !== undefined) return `${reason},请核对后处理`
  const words = funderWords[step.event]
  if (words) return draw.pick(`opinion${at}`, row, words)
  if (step.milestone) return milestoneNotes[step.milestone] ?? null
  if (step.event === 'void') return draw.pick('voidReason', row, voidReasons)
  if (step.event === 'ask_reconsider') return draw.pick('askReason', row, askReasons)
  return step.event.endsWith('_pass') ? draw.pick(`opinion${at}`, row, passing) : null
}

const funderWords: Partial<Record<Step['event'], readonly string[]>> = {
  funder_pass: ['同意', '同意，按批复金额放款'],
  funder_return: ['资方申请表签字不清，请重签', '资方申请表填写不全，请补充'],
  funder_reject: ['客户征信不符合要求', '车辆不在准入范围'],
}
const askReasons = ['收入证明已补齐,请复议', '已结清其他借款,负债下降', '补充房产证明,还款能力充足'] as const
const voidReasons = ['客户放弃购车', '客户联系不上', '客户另选其他产品'] as const

/**
 * Rows of review_log, oldest first: one for every transition (domain.md 2), those that stay in a state too. An order
 * of the demo has 9 moves between states on average, as in domain.md 5.4, and 4 claims and milestones beside them.
 */
export function logRows(happenings: readonly Happening[]): LogRow[] {
  return happenings.map(({ event, from, to, at, actorId, by, opinion }, index) => {
    const before = happenings[index - 1]
    return {
      seq: index + 1,
      event,
      fromStatus: from,
      toStatus: to,
      actorId,
      actorRole: by,
      opinion,
      stayMinutes: before ? Math.floor((Date.parse(at) - Date.parse(before.at)) / 60_000) : null,
      at,
    }
  })
}

const stageOf = (status: OrderStatus) =>
  Object.entries(reviewStages).find(([, stage]) => stage.status === status)

const results: Partial<Record<string, string>> = { pass: '通过', return: '退回', reject: '拒绝' }
const returnTo: Partial<Record<string, string>> = {
  pre_return: '进件',
  first_return: '录单',
  risk_return: '录单',
}

/** Rows of review_task, one a visit of a review stage. */
export function taskRows(happenings: readonly Happening[], approved: ApprovedTerms | null): TaskRow[] {
  const tasks: TaskRow[] = []
  let open: TaskRow | undefined
  for (const { event, from, to, at, actorId, opinion, reasons } of happenings) {
    if (open && event === 'claim')
      Object.assign(open, { poolStatus: '已领取', claimedBy: actorId, claimedAt: at })
    if (open && event === 'unclaim')
      Object.assign(open, { poolStatus: '已退回池', claimedBy: null, claimedAt: null })
    if (from === to) continue
    if (open) {
      const [, verdict = ''] = event.split('_')
      Object.assign(open, {
        poolStatus: '已完成',
        finishedAt: at,
        result: results[verdict] ?? null,
        opinion: opinion ?? '',
        reasonL1: reasons?.[0] ?? null,
        reasonL2: reasons?.[1] ?? null,
        reasonDetail: verdict === 'return' ? opinion : null,
        returnTo: returnTo[event] ?? null,
        ...(event === 'risk_pass' && approved),
        ...(event === 'risk_pass' && approved && approved.conditions.length > 0 && { result: '有条件通过' }),
      })
      open = undefined
    }
    const [stage, definition] = stageOf(to) ?? []
    if (!stage || !definition) continue
    open = { stage, poolStatus: '待领取', enteredAt: at, slaHours: definition.slaHours, opinion: '' }
    tasks.push(open)
  }
  return tasks
}

export type ApprovedTerms = {
  approvedAmount: string
  approvedTerm: number
  approvedDownRatio: string
  /** As `review_task` writes them. */
  conditions: string[]
}

type OrderColumns = Partial<typeof application.$inferInsert>

/** The columns of the order that its events set. */
export function orderColumns(happenings: readonly Happening[]): OrderColumns {
  const columns: OrderColumns = { submitCount: 0, returnCount: 0, claimedBy: null, claimedAt: null }
  for (const happening of happenings) {
    const { from, to, at, actorId, milestone } = happening
    if (from !== to) {
      Object.assign(columns, { status: to, exaStatus: orderStates[to].exaStatus, stageEnteredAt: at })
      Object.assign(columns, { claimedBy: null, claimedAt: null })
    }
    if (milestone) Object.assign(columns, { [milestones[milestone].field]: at })
    Object.assign(columns, effectOf(happening, columns))
    Object.assign(columns, { updatedAt: at, updatedBy: actorId })
  }
  return { ...columns, rowVersion: happenings.length }
}

const rejectStages: Partial<Record<string, string>> = {
  pre_reject: '预审',
  risk_reject: '风控',
  funder_reject: '资方',
}

function effectOf({ event, at, actorId, opinion, reasons }: Happening, so: OrderColumns): OrderColumns {
  switch (event) {
    case 'submit_pre':
      return { submitCount: (so.submitCount ?? 0) + 1 }
    case 'submit_first':
      return { submitCount: (so.submitCount ?? 0) + 1, entryUserId: actorId }
    case 'claim':
      return { claimedBy: actorId, claimedAt: at }
    case 'unclaim':
      return { claimedBy: null, claimedAt: null }
    case 'pre_pass':
    case 'first_pass':
    case 'risk_pass':
      return { lastDecidedBy: actorId }
    case 'pre_return':
    case 'first_return':
    case 'risk_return':
      return { returnCount: (so.returnCount ?? 0) + 1 }
    case 'pre_reject':
    case 'risk_reject':
    case 'funder_reject':
      return { rejectStage: rejectStages[event], rejectReason: reasons ? [...reasons] : null }
    case 'ask_reconsider':
      return { reconsiderAsk: 'asked' }
    case 'all_signed':
      return { econtractSignedAt: at }
    case 'funder_pass':
      return { funderOkAt: at }
    case 'pay_ok':
      return { releasedAt: at }
    case 'settle':
      return { settledAt: at }
    case 'void':
      return { voidReason: opinion }
    default:
      return {}
  }
}
