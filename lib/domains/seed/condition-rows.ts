import { templateOf } from '../orders/rules/entry/templates.ts'
import { type ConditionCode, followsDevices } from '../orders/rules/risk-approval.ts'
import { orderCondition } from '../orders/table.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import { handMade } from './hand-made.ts'
import type { OrderStory } from './order-story.ts'
import type { RowCollector } from './row-collector.ts'

/** 放款条件 of the demo: what some approvals ask of the steps behind them, and whether those have met it. */

const draw = drawOf('condition')

type Asked = { code: ConditionCode; detail: string | null; note: string }
const usual: readonly Asked[] = [
  { code: 'gps', detail: null, note: '已加装无线GPS并在线' },
  { code: 'insurance', detail: '补足第三者责任险', note: '保单已补足' },
  { code: 'material', detail: '近三个月银行流水', note: '流水已上传' },
  { code: 'down_payment', detail: null, note: '首付款已到账' },
]

/**
 * Everything that the approval of an order asked; nothing of one that was approved as it stands, and of one that was
 * not.
 */
export function conditionsAsked({
  plan: { row },
  happenings,
  entry,
}: Pick<OrderStory, 'plan' | 'happenings' | 'entry'>) {
  const approved = happenings.some(({ event }) => event === 'risk_pass')
  if (!entry || !approved || handMade(row)?.fromApproval || !draw.chance('asked', row, 30)) return []
  // Devices are fitted in the demo where the product wants them anyway.
  const takesDevices = templateOf(entry.product).milestones.includes('gps')
  const possible = usual.filter((one) => takesDevices || !followsDevices(one))
  const first = draw.pick('first', row, possible)
  const second = draw.pick('second', row, possible)
  return first === second || draw.chance('one', row, 60) ? [first] : [first, second]
}

export function addConditions(rows: RowCollector, story: OrderStory, written: Written): void {
  const { plan, happenings, clerk } = story
  const pass = happenings.findLast(({ event }) => event === 'risk_pass')
  if (!pass) return
  // Nothing is paid out before all of them are met.
  const ready = happenings.findLast(({ to }) => to === 'wait_release')
  const fitted = happenings.findLast(({ milestone }) => milestone === 'gps')
  for (const [at, asked] of conditionsAsked(story).entries()) {
    const { code, detail, note } = asked
    const early = ready ?? (at === 0 && draw.chance('met', plan.row, 50) ? happenings.at(-1) : undefined)
    const met = followsDevices(asked) ? fitted : early
    rows.add(orderCondition, {
      ...written,
      createdAt: pass.at,
      createdBy: pass.actorId,
      updatedAt: pass.at,
      updatedBy: pass.actorId,
      orderId: plan.id,
      code,
      detail,
      ...(met && { metAt: met.at, metBy: clerk, metNote: note, updatedAt: met.at, updatedBy: clerk }),
    })
  }
}
