import { businessDate } from '../../rules/business-date.ts'
import type { Written } from '../seed/entry-rows.ts'
import { drawOf } from '../seed/generator.ts'
import { handMade } from '../seed/hand-made.ts'
import type { OrderStory } from '../seed/order-story.ts'
import { addSet, policyOf } from '../seed/paper-rows.ts'
import type { RowCollector } from '../seed/row-collector.ts'
import { isInsured, isUnderway } from './rules/underwriting.ts'
import { underwriting } from './table.ts'

/** 提交保司 of the demo: orders with 履约保证险, and how far each has come with its insurer. */

const draw = drawOf('underwriting')

const replies = {
  补充资料: ['保额较高，请补充收入证明', '投保人声明签字不清，请重签'],
  拒保: ['车辆不在承保范围', '客户不符合投保条件'],
  承保: ['同意承保'],
} as const

/** @param orderNo by which the insurer knows the order */
export function addUnderwriting(
  rows: RowCollector,
  story: OrderStory,
  written: Written,
  orderNo: string,
): void {
  const { plan, happenings, entry, place, person } = story
  const made = handMade(plan.row)?.insured
  const signed = happenings.findLast(({ event }) => event === 'all_signed')
  if (!made || !entry || !signed) return
  const clerk = draw.pick('clerk', plan.row, place.users.material_clerk)
  const order = { templateCode: entry.product.templateCode }
  const reply = made.status in replies ? pickReply(plan.row, made.status as keyof typeof replies) : null
  addSet(rows, story, written, {
    kind: 'insurer',
    status: made.set,
    at: signed.at,
    by: clerk,
    clerk,
    order,
    ...(made.set === '退回' && reply && { reason: reply }),
  })
  if (made.status === '未提交') return
  const { insurer, planCode, premium, premiumRate, years } = entry.values.performance
  const at = { submittedAt: signed.at, answeredAt: reply && signed.at }
  const policy = isInsured(made.status) ? policyOf('6', story) : {}
  rows.add(underwriting, {
    ...written,
    ...at,
    orderId: plan.id,
    submitNo: `${orderNo}-B1`,
    submittedBy: clerk,
    insurer,
    planCode,
    premium,
    premiumRate,
    years: Number(years),
    status: made.status,
    reply,
    insuredname: person.name,
    identifynumber: person.idNo,
    sumInsured: entry.quote.financeAmount,
    startDate: businessDate(signed.at),
    // In a demo nobody has asked: who asks again gets the simulator's answer.
    silent: isUnderway(made.status),
    ...(policy.policyNo && { policyNo: policy.policyNo, endDate: policy.endDate ?? null }),
  })
}

const pickReply = (row: number, status: keyof typeof replies): string =>
  draw.pick('reply', row, replies[status])
