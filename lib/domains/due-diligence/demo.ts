import { businessDate } from '../../rules/business-date.ts'
import type { Written } from '../seed/entry-rows.ts'
import { drawOf } from '../seed/generator.ts'
import { sixDigits } from '../seed/order-columns.ts'
import type { OrderStory } from '../seed/order-story.ts'
import { pictureFor } from '../seed/pictures.ts'
import type { RowCollector } from '../seed/row-collector.ts'
import { attachment } from '../system/table.ts'
import { questionsOf, verdictOf } from './rules/diligence-form.ts'
import { type DiligencePart, type DiligenceStatus, diligenceReasons } from './rules/due-diligence.ts'
import { dueDiligence, dueDiligencePhoto } from './table.ts'

/** 尽调 of the demo: some orders in review have one in each of its states, some of those decided had one. */

const draw = drawOf('diligence')
const minuteMs = 60_000

/** Kinds of photo of which every visit of the demo has one; drawn in specimens.ts. */
export const diligencePictures = ['home', 'work', 'car', 'signature'] as const

const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * minuteMs).toISOString()

export function addDiligence(rows: RowCollector, story: OrderStory, written: Written): void {
  const { plan, place, happenings, entry, shop, pictures } = story
  const { row, id } = plan
  const submitted = happenings.findLast(({ event }) => event === 'submit_first')
  const decided = happenings.findLast(({ event }) => event === 'risk_pass' || event === 'risk_reject')
  const inReview = plan.status === 'wait_first' || plan.status === 'wait_risk'
  if (
    !entry ||
    !submitted ||
    !(inReview ? draw.chance('open', row, 45) : decided && draw.chance('past', row, 12))
  )
    return
  const orderedBy = draw.pick('by', row, place.users.first_reviewer)
  const officer = draw.pick('officer', row, place.users.dd_officer)
  const status = decided
    ? '已完成'
    : draw.pick('status', row, ['待分配', '待尽调', '已提交', '已退回'] as const satisfies DiligenceStatus[])
  const at = later(submitted.at, 20)
  const isThere = status !== '待分配'
  const isFilled = isThere && status !== '待尽调'
  const parts: DiligencePart[] = draw.chance('car', row, 50) ? ['home', 'work', 'car'] : ['home', 'work']
  // Before the decision it was made for, however soon that came.
  const end = decided ? Date.parse(decided.at) : Number.POSITIVE_INFINITY
  const until = (minutes: number) => new Date(Math.min(Date.parse(later(at, minutes)), end)).toISOString()
  const visited = until(150)
  const common = { ...written, createdAt: at, createdBy: orderedBy, updatedAt: at, updatedBy: orderedBy }
  const answers = parts.flatMap((part) =>
    questionsOf(part).flatMap(({ code, options }) =>
      options && code !== verdictOf[part] ? [[code, options[0] ?? ''] as const] : [],
    ),
  )
  const diligenceId = rows.add(dueDiligence, {
    ...common,
    ddNo: `DD${businessDate(at).replaceAll('-', '')}${sixDigits(id)}`,
    orderId: id,
    kind: '上门',
    reason: draw.pick('reason', row, diligenceReasons),
    parts,
    note: '核实居住与工作情况',
    region: shop.region.slice(0, 2),
    status,
    ...(isThere && { assigneeId: officer, assignedAt: until(15) }),
    ...(isFilled && {
      homeOk: '一致' as const,
      workOk: draw.chance('workOk', row, 85) ? ('一致' as const) : ('无法核实' as const),
      ...(parts.includes('car') && { carOk: '一致' as const }),
      answers: Object.fromEntries(answers),
      report: '居住与工作情况与申报一致，邻里反映良好。',
      result: draw.chance('result', row, 85) ? ('正面' as const) : ('中性' as const),
      visitAt: visited,
      submittedAt: until(190),
      updatedAt: until(190),
      updatedBy: officer,
    }),
    ...(status === '已退回' && {
      returnReason: '照片不清',
      returnNote: '门牌照片看不清，请补拍',
      returnedAt: until(230),
      returnedBy: orderedBy,
    }),
    ...(status === '已完成' && { closedAt: until(230), closedBy: orderedBy }),
  })
  if (!isFilled) return
  const taken = { ...common, createdAt: visited, createdBy: officer, updatedAt: visited, updatedBy: officer }
  for (const [order, subject] of diligencePictures.entries()) {
    const picture = pictureFor(pictures, id, `diligence ${subject}`)
    const attachmentId = rows.add(attachment, {
      ...taken,
      ...picture,
      name: `${subject}.png`,
      mime: 'image/png',
      uploadedBy: officer,
    })
    rows.add(dueDiligencePhoto, {
      ...taken,
      dueDiligenceId: diligenceId,
      attachmentId,
      subject,
      takenAt: until(150 + order * 4),
      latitude: 39 + draw.mod('lat', row, 9_000) / 10_000,
      longitude: 116 + draw.mod('lng', row, 9_000) / 10_000,
      accuracy: 8 + draw.mod('accuracy', row, 30),
    })
  }
}
