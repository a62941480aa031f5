import type { MilestoneCode } from '../../identity/rules/milestones.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { templateOf, templates } from '../../orders/rules/entry/templates.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'
import type { Gated } from '../../orders/rules/release-gates.ts'

/**
 * 材料包 (domain.md 2.4): what a set of papers of an order consists of, its states as a table, and who may do what.
 * The 进件材料 have a set of their own (`base`), which follows the forms of the order; the others are in here.
 */

export const setStatuses = ['未上传', '上传中', '待审核', '通过', '退回', '已失效'] as const
export type SetStatus = (typeof setStatuses)[number]
/** Of papers that wait for whoever judges them. */
export const handedIn = '待审核' satisfies SetStatus

export const itemStatuses = ['未传', '已传', '通过', '不合格'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** Everything that comes after the release, as a car gets its plate or its new owner: 二手车补充, 新车补充. */
export const extraKinds = ['used_extra', 'new_extra'] as const
export type ExtraKind = (typeof extraKinds)[number]

/** The sets that are collected after the approval, and reviewed here. */
export const paperKinds = ['insurance', 'insurer', 'mortgage', 'capital', ...extraKinds] as const
export type PaperKind = (typeof paperKinds)[number]

export const isExtra = (kind: string): kind is ExtraKind => (extraKinds as readonly string[]).includes(kind)

/**
 * The papers of a car that come after its release. A customer's own car is sold by nobody: its certificate with the
 * mortgage is in the set of the mortgage.
 */
export function extraKindOf(car: { kind: string }, order: { templateCode: string }): ExtraKind | null {
  if (car.kind === 'new') return 'new_extra'
  return templateOf(order).noFirstPayment ? null : 'used_extra'
}

export const materialKinds = ['base', ...paperKinds] as const
export type MaterialKind = (typeof materialKinds)[number]

export const paperLimits = { reason: 200, note: 120, files: 20 } as const

type KindFacts = {
  /** The party that says whether the papers are good. */
  review: Permission
  /** Everything that a set that passed reaches. */
  milestone: MilestoneCode | null
  /** True where a set that passed can be no good any more. */
  expires: boolean
  /** The person who judges it; `another` is anybody but who sent it in. */
  judgedBy: 'anybody' | 'another'
}

export const kindFacts: Readonly<Record<PaperKind, KindFacts>> = {
  insurance: { review: 'material:review', milestone: 'insurance', expires: true, judgedBy: 'anybody' },
  // Everything that the insurer is shown; its policy counts with the insurance.
  insurer: { review: 'material:review', milestone: null, expires: true, judgedBy: 'anybody' },
  mortgage: { review: 'material:review', milestone: 'mortgage', expires: false, judgedBy: 'anybody' },
  // Whoever pushes an order to its funder says whether the funder can be shown it.
  capital: { review: 'capital:push', milestone: null, expires: true, judgedBy: 'anybody' },
  // Nothing that comes later looks at them again.
  used_extra: { review: 'material:review', milestone: null, expires: true, judgedBy: 'another' },
  new_extra: { review: 'material:review', milestone: null, expires: true, judgedBy: 'another' },
}

/** Everything that is asked for before the release; what comes after it is a task that the release leaves. */
export type EarlyKind = Exclude<PaperKind, ExtraKind>

/** True where an order is asked for such papers at all. */
export function asksPapers(kind: EarlyKind, { templateCode, funded }: Gated): boolean {
  const template = templateOf({ templateCode })
  if (kind === 'insurance') return template.milestones.includes('insurance')
  if (kind === 'insurer') return template.plans.length > 0
  return kind === 'mortgage' ? template.mortgage !== null : funded
}

/** Templates whose orders are asked for them; of 资方材料 the funder decides. */
export const templatesAsking = (kind: EarlyKind): string[] =>
  templates
    .filter(({ code }) => asksPapers(kind, { templateCode: code, funded: true }))
    .map(({ code }) => code)

export type PaperRule = { materialType: string; required: boolean; min: number; max: number }

const must = (materialType: string): PaperRule => ({
  materialType,
  required: true,
  min: 1,
  max: paperLimits.files,
})
const may = (materialType: string): PaperRule => ({ ...must(materialType), required: false, min: 0 })

/** The papers of a set, in the order in which they are looked through. */
export function papersOf(kind: PaperKind, order: { templateCode: string }): PaperRule[] {
  const { guards, plans, milestones } = templateOf(order)
  const asked: Readonly<Record<PaperKind, PaperRule[]>> = {
    insurance: [
      must('compulsory_policy'),
      ...(guards.commercialInsurance ? [must('commercial_policy')] : []),
      ...(plans.length > 0 ? [must('performance_policy')] : []),
      may('premium_invoice'),
      may('policy_endorsement'),
    ],
    insurer: [
      must('performance_form'),
      must('insurer_identity'),
      must('insurer_consent'),
      may('insurer_income'),
      may('other'),
    ],
    mortgage: [
      must('mortgage_contract'),
      must('reg_cert_mortgage'),
      may('mortgage_application'),
      may('mortgage_power'),
      may('new_driving_permit'),
    ],
    capital: [
      must('funder_form'),
      must('funder_auth'),
      must('funder_identity'),
      may('funder_income'),
      may('other'),
    ],
    used_extra: [
      must('transfer_invoice'),
      must('new_reg_cert'),
      must('new_driving_permit'),
      // A policy that was taken out for the release names the plate of before.
      (milestones.includes('insurance') ? must : may)('policy_endorsement'),
    ],
    new_extra: [
      must('purchase_invoice'),
      must('conformity_cert'),
      must('purchase_tax_proof'),
      must('reg_cert'),
      must('driving_permit'),
    ],
  }
  return asked[kind]
}

/** Orders whose papers are collected: from the approval to the end of the loan. */
export const paperStatuses = [
  'wait_sign',
  'preparing',
  'wait_funder',
  'funder_rejected',
  'wait_release',
  'releasing',
  'release_failed',
  'released',
] as const satisfies readonly OrderStatus[]

export type SetRefusal =
  | 'papers.refusals.permission'
  | 'papers.refusals.orderStatus'
  | 'papers.refusals.notAsked'
  | 'papers.refusals.inReview'
  | 'papers.refusals.passed'
  | 'papers.refusals.notInReview'
  | 'papers.refusals.notPassed'
  | 'papers.refusals.kept'
  | 'papers.refusals.nothing'
  | 'papers.refusals.unchanged'
  | 'papers.refusals.incomplete'
  | 'papers.refusals.form'
  | 'papers.refusals.formNow'
  | 'papers.refusals.someBad'
  | 'papers.refusals.noneBad'
  | 'papers.refusals.own'

export type SetFacts = {
  kind: PaperKind
  status: SetStatus
  orderStatus: string
  /** The order is asked for such papers. */
  asked: boolean
  items: readonly ItemFacts[]
  /** Everything that the form beside the papers lacks, such as the number of a policy. */
  formLacks: readonly string[]
  /** Whoever asks has sent them in. */
  mine: boolean
}
export type ItemFacts = { required: boolean; minFiles: number; itemStatus: string; files: readonly unknown[] }

type Guard = 'complete' | 'good' | 'someBad'

type SetTransition = {
  from: readonly SetStatus[]
  to: SetStatus | 'same'
  /** `review` is the permission of the kind. */
  by: 'upload' | 'review'
  guard?: Guard
}

/** The machine: `change` is a file that comes or goes. */
const setTransitions = {
  change: { from: ['未上传', '上传中', '退回', '已失效'], to: '上传中', by: 'upload' },
  submit: { from: ['上传中'], to: '待审核', by: 'upload', guard: 'complete' },
  judge: { from: ['待审核'], to: 'same', by: 'review' },
  pass: { from: ['待审核'], to: '通过', by: 'review', guard: 'good' },
  giveBack: { from: ['待审核'], to: '退回', by: 'review', guard: 'someBad' },
  expire: { from: ['通过'], to: '已失效', by: 'review' },
} as const satisfies Record<string, SetTransition>
export type SetStep = keyof typeof setTransitions

const isReview = (step: SetStep) => step === 'judge' || step === 'pass' || step === 'giveBack'

const wrongStatus = (step: SetStep, status: SetStatus): SetRefusal => {
  if (isReview(step)) return 'papers.refusals.notInReview'
  if (step === 'expire') return 'papers.refusals.notPassed'
  if (status === '待审核') return 'papers.refusals.inReview'
  if (cameBack(status)) return 'papers.refusals.unchanged'
  return status === '通过' ? 'papers.refusals.passed' : 'papers.refusals.nothing'
}

/** Everything that a reviewer looks for, and what he looks for first. */
export const reviewStatuses = ['待审核', '退回', '上传中', '通过', '已失效'] as const satisfies SetStatus[]
export const firstReviewed = reviewStatuses[0]

/** True where a set waits for its reviewer, has passed, or came back for something to be replaced. */
export const isInReview = (status: SetStatus): boolean => status === '待审核'
export const hasPassed = (status: SetStatus): boolean => status === '通过'
export const cameBack = (status: SetStatus): status is '退回' | '已失效' =>
  status === '退回' || status === '已失效'
/** Files may come and go. */
export const isCollected = (status: SetStatus): boolean => !isInReview(status) && !hasPassed(status)
/** A file came since it was looked at last. */
export const isUploading = (status: SetStatus): boolean => status === '上传中'

export const isGoodPaper = ({ itemStatus }: Pick<ItemFacts, 'itemStatus'>): boolean => itemStatus === '通过'
export const isBadPaper = ({ itemStatus }: Pick<ItemFacts, 'itemStatus'>): boolean => itemStatus === '不合格'

/** It holds what is asked of it, and nobody has said that it is no good. */
export const isDone = (item: ItemFacts): boolean =>
  item.files.length >= Math.max(1, item.minFiles) && !isBadPaper(item)

const guards: Readonly<Record<Guard, (facts: SetFacts) => SetRefusal | null>> = {
  complete({ items, formLacks }) {
    const isWhole = items.every((item) => (item.required || item.files.length > 0 ? isDone(item) : true))
    if (!isWhole) return 'papers.refusals.incomplete'
    return formLacks.length > 0 ? 'papers.refusals.form' : null
  },
  good({ items, formLacks }) {
    if (items.some(isBadPaper)) return 'papers.refusals.someBad'
    // A policy may have ended since its papers were handed in.
    return formLacks.length > 0 ? 'papers.refusals.formNow' : null
  },
  someBad: ({ items }) => (items.some(isBadPaper) ? null : 'papers.refusals.noneBad'),
}

/** The reason why the table does not allow a step now, whoever asks; null where it does. */
export function setRefusal(step: SetStep, facts: SetFacts): SetRefusal | null {
  const { status, orderStatus, asked } = facts
  const { from, guard }: SetTransition = setTransitions[step]
  if (!asked) return 'papers.refusals.notAsked'
  if (!(paperStatuses as readonly string[]).includes(orderStatus)) return 'papers.refusals.orderStatus'
  if (!from.includes(status)) return wrongStatus(step, status)
  if (isReview(step) && facts.mine && kindFacts[facts.kind].judgedBy === 'another')
    return 'papers.refusals.own'
  if (step === 'expire' && !kindFacts[facts.kind].expires) return 'papers.refusals.kept'
  return guard ? guards[guard](facts) : null
}

const permissionOf = (step: SetStep, kind: PaperKind): Permission =>
  setTransitions[step].by === 'upload' ? 'material:upload' : kindFacts[kind].review

type Answer = { ok: true } | { ok: false; reason: SetRefusal }

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function setCan(step: SetStep, facts: SetFacts, permissions: readonly Permission[]): Answer {
  if (!permissions.includes(permissionOf(step, facts.kind)))
    return { ok: false, reason: 'papers.refusals.permission' }
  const reason = setRefusal(step, facts)
  return reason === null ? { ok: true } : { ok: false, reason }
}

/** The share of the required papers that is there, in per cent, never rounded up. */
export function completeness(items: readonly ItemFacts[]): number {
  const required = items.filter((item) => item.required)
  if (required.length === 0) return 100
  return Math.floor((required.filter(isDone).length * 100) / required.length)
}
