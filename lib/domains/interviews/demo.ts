import { businessDate } from '../../rules/business-date.ts'
import { interviewScriptItems } from '../configuration/rules/interview-script.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import type { Written } from '../seed/entry-rows.ts'
import { drawOf } from '../seed/generator.ts'
import { handMade } from '../seed/hand-made.ts'
import type { OrderStory } from '../seed/order-story.ts'
import { pictureFor } from '../seed/pictures.ts'
import type { RowCollector } from '../seed/row-collector.ts'
import { attachment } from '../system/table.ts'
import { type InterviewStatus, scriptOf } from './rules/interview.ts'
import { interviewPiece, interviewSnapshot, videoInterview } from './table.ts'

/** 视频面签 of the demo: of orders that are to be signed some in each state, and one behind each milestone that is lit. */

const draw = drawOf('interview')
const minuteMs = 60_000

/** The parts that the recordings of the demo are made of, five seconds long; interview-piece.webm holds it. */
export const demoPiece = 'interview piece'
const pieceLength = 5_000
const pieces = 6

const later = (at: string, minutes: number) => new Date(Date.parse(at) + minutes * minuteMs).toISOString()
const atOf = ({ happenings }: OrderStory, event: 'risk_pass' | 'gen_contract') =>
  happenings.findLast((one) => one.event === event)?.at

/**
 * The time when the interview of an order was passed: between the approval and the contracts; null where there was
 * none.
 */
export function interviewedAt(story: OrderStory): string | null {
  const approved = atOf(story, 'risk_pass')
  const contracts = atOf(story, 'gen_contract')
  if (!approved || !contracts || !story.entry) return null
  const wanted = templateOf(story.entry.product).milestones.includes('video')
  if (!wanted && !draw.chance('passed', story.plan.row, 60)) return null
  return new Date((Date.parse(approved) + Date.parse(contracts)) / 2).toISOString()
}

/** A loan that is paid out has its stamp; what was filmed of it the demo leaves out, for there are many. */
const filmed: readonly string[] = ['wait_sign', 'preparing', 'wait_funder', 'funder_rejected', 'wait_release']

export function addInterviews(rows: RowCollector, story: OrderStory, written: Written): void {
  const { plan } = story
  const approved = atOf(story, 'risk_pass')
  if (!approved || !filmed.includes(plan.status)) return
  const passed = interviewedAt(story)
  const agent = draw.pick('agent', plan.row, story.place.users.contract_clerk)
  const add = (status: InterviewStatus, endAt: string, redo?: string) =>
    addInterview(rows, story, { status, endAt, agent, written, redo })
  if (passed) {
    add('通过', passed)
    return
  }
  // One that was begun holds the contracts back until it is passed.
  if (plan.status !== 'wait_sign' || handMade(plan.row)?.signable) return
  if (!draw.chance('begun', plan.row, 40)) return
  const status = draw.pick('status', plan.row, ['待面签', '进行中', '不通过', '重签', '通过'] as const)
  // One that is passed lights its milestone, which is the order's own story.
  if (status === '通过') return
  if (status === '重签') add('不通过', later(approved, 40), '录像光线过暗，重新面签')
  add(status, later(approved, 60))
}

type Told = {
  status: InterviewStatus
  endAt: string
  agent: number
  written: Written
  /** The reason why another one took its place. */
  redo: string | undefined
}

function addInterview(rows: RowCollector, story: OrderStory, { status, endAt, agent, written, redo }: Told) {
  const { plan, person, pictures } = story
  const isOver = status === '通过' || status === '不通过'
  const hasBegun = isOver || status === '进行中'
  const startAt = later(endAt, -6)
  const common = { ...written, createdAt: startAt, createdBy: agent, updatedAt: endAt, updatedBy: agent }
  const script = scriptOf(interviewScriptItems, undefined).map((line) => ({
    ...line,
    ok: status === '通过' && line.required,
    answer: '',
  }))
  const serial = `${String(plan.id).padStart(6, '0')}${redo ? 'A' : ''}`
  const interviewId = rows.add(videoInterview, {
    ...common,
    roomNo: `V${businessDate(startAt).replaceAll('-', '')}${serial}`,
    orderId: plan.id,
    signer: person.name,
    agentId: agent,
    status,
    ...(hasBegun && { startedAt: startAt, consentedAt: startAt, consentVersion: '2026-11', script }),
    ...(isOver && { endedAt: endAt, decidedBy: agent }),
    ...(status === '通过' && { identityCheck: '一致' as const }),
    ...(status === '不通过' && { identityCheck: '无法核实' as const, reason: '光线过暗，无法核对证件' }),
    ...(redo !== undefined && { redoneAt: later(endAt, 10), redoReason: redo }),
  })
  if (!isOver) return
  for (const name of ['面签截图1.png', '面签截图2.png']) {
    const picture = pictureFor(pictures, plan.id, 'diligence signature')
    const attachmentId = rows.add(attachment, {
      ...common,
      ...picture,
      name,
      mime: 'image/png',
      orderId: plan.id,
      uploadedBy: agent,
    })
    rows.add(interviewSnapshot, { ...common, interviewId, attachmentId })
  }
  const { fileId, size } = pictureFor(pictures, plan.id, demoPiece)
  for (let pieceNo = 0; pieceNo < pieces; pieceNo++)
    rows.add(interviewPiece, {
      ...common,
      interviewId,
      take: 'demoTakeOfInterview',
      pieceNo,
      length: pieceLength,
      // One is missing: what the player makes of it is to be seen too.
      startAt: Date.parse(startAt) + pieceNo * 4_400 + (pieceNo > 3 ? 3_000 : 0),
      fileHash: fileId,
      fileSize: size,
      mime: 'video/webm' as const,
    })
}
