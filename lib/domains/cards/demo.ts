import type { BindStatus } from '../customers/rules/bank-card.ts'
import type { Written } from '../seed/entry-rows.ts'
import { drawOf } from '../seed/generator.ts'
import { handMade } from '../seed/hand-made.ts'
import type { OrderStory } from '../seed/order-story.ts'
import type { RowCollector } from '../seed/row-collector.ts'
import { cardRequest } from './table.ts'

/** 绑卡 of the demo: bound before there are contracts, and on the way there at orders that wait for them. */

const draw = drawOf('card')

type Binding = {
  bindStatus: BindStatus
  bindFailReason: string | null
  agreementNo: string | null
  boundAt: string | null
}

const unasked: Binding = { bindStatus: '未绑定', bindFailReason: null, agreementNo: null, boundAt: null }

/** The state of the card of an order by now. */
export function bindingOf({ plan, happenings }: Pick<OrderStory, 'plan' | 'happenings'>): Binding {
  const approved = happenings.findLast(({ event }) => event === 'risk_pass')
  if (!approved) return unasked
  const hasContract = happenings.some(({ event }) => event === 'gen_contract')
  const made = handMade(plan.row)
  if (made?.fromApproval) return unasked
  const lot = made?.signable ? 0 : draw.mod('state', plan.row, 100)
  if (hasContract || lot < 20) {
    const agreementNo = `XY${String(plan.id).padStart(10, '0')}`
    return { bindStatus: '已绑定', bindFailReason: null, agreementNo, boundAt: approved.at }
  }
  if (lot < 40) return { ...unasked, bindStatus: '待验证' }
  if (lot < 60)
    return {
      ...unasked,
      bindStatus: '绑定失败',
      bindFailReason: draw.pick('reason', plan.row, ['预留手机号不符', '卡号已挂失', '姓名不符']),
    }
  return unasked
}

/** Everything that banks were asked, of orders that are still under way; the others have it behind them. */
export function addCardRequests(rows: RowCollector, story: OrderStory, written: Written): void {
  const { plan, happenings, clerk } = story
  const approved = happenings.findLast(({ event }) => event === 'risk_pass')
  if (!approved || happenings.some(({ to }) => to === 'released')) return
  const { bindStatus, bindFailReason, agreementNo } = bindingOf(story)
  if (bindStatus === '未绑定') return
  const asked = {
    ...written,
    createdAt: approved.at,
    createdBy: clerk,
    orderId: plan.id,
    cardId: plan.id,
    askedAt: approved.at,
    answeredAt: approved.at,
  }
  // Of a bank that never answered nobody knows anything: somebody has to ask again.
  const outcome = bindStatus === '待验证' ? 'silent' : bindStatus === '绑定失败' ? 'refused' : 'fits'
  rows.add(cardRequest, { ...asked, kind: 'check', outcome, reason: bindFailReason })
  if (bindStatus === '已绑定') rows.add(cardRequest, { ...asked, kind: 'authorise', outcome, agreementNo })
}
