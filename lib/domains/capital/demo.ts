import { businessDate } from '../../rules/business-date.ts'
import type { Written } from '../seed/entry-rows.ts'
import { handMade } from '../seed/hand-made.ts'
import type { OrderStory } from '../seed/order-story.ts'
import type { RowCollector } from '../seed/row-collector.ts'
import type { Happening } from '../seed/timeline.ts'
import { type CapitalState, isAsked } from './rules/capital-order.ts'
import { capitalOrder } from './table.ts'

/** 资方订单 of the demo: what funders were asked about its orders, and what they said. */

type Funded = Pick<OrderStory, 'plan' | 'happenings'>

const answers: Partial<Record<Happening['event'], CapitalState>> = {
  funder_pass: '审批通过',
  funder_return: '退回补件',
  funder_reject: '拒绝',
}

/** The push of an order and what came of it; undefined of one that was not pushed. */
function pushOf({ plan, happenings }: Funded) {
  const at = happenings.findLastIndex(({ event }) => event === 'push_funder')
  const pushed = happenings[at]
  if (!pushed) return undefined
  const answer = happenings.slice(at).find(({ event }) => answers[event])
  const said = answer && answers[answer.event]
  return { pushed, answer, status: handMade(plan.row)?.funded?.status ?? said ?? ('已推送' as const) }
}

/** 资方单号, once the funder has answered. */
export function capitalOrderNoOf(story: Funded): string | null {
  const push = pushOf(story)
  if (!push?.answer) return null
  return `DB${businessDate(push.pushed.at).replaceAll('-', '')}${String(story.plan.id).padStart(6, '0')}`
}

/**
 * @param orderNo by which the push is numbered
 * @param capitalId the order's funder
 */
export function addCapitalOrder(
  rows: RowCollector,
  story: OrderStory,
  written: Written,
  { orderNo, capitalId }: { orderNo: string; capitalId: number | null | undefined },
): void {
  const push = pushOf(story)
  if (!push || !story.entry || !capitalId) return
  const { pushed, answer, status } = push
  const amount = story.entry.quote.financeAmount
  rows.add(capitalOrder, {
    ...written,
    createdAt: pushed.at,
    createdBy: pushed.actorId,
    orderId: story.plan.id,
    capitalId,
    pushNo: `${orderNo}-1`,
    status,
    amount,
    pushedAt: pushed.at,
    pushedBy: pushed.actorId,
    answeredAt: answer?.at ?? null,
    capitalOrderNo: capitalOrderNoOf(story),
    reply: answer?.opinion ?? null,
    ...(status === '审批通过' && { approvedAmount: amount, approvedRate: '0.0520' }),
    // In a demo nobody has asked, and nobody is told of what lies in the past.
    ...(isAsked(status) && { silent: true, warnedAt: pushed.at }),
  })
}
