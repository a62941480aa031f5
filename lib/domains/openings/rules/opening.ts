import type { Permission } from '../../identity/rules/roles.ts'

/**
 * 开通 (domain.md 2.7): how a channel, a branch or a shop comes to take orders, and ceases to. One table says what can
 * be done in which state, for buttons and service alike.
 */

export const openingKinds = ['channel', 'branch', 'shop'] as const
export type OpeningKind = (typeof openingKinds)[number]

export const openingStates = [
  '草稿',
  '待初审',
  '待复审',
  '驳回',
  '已开通',
  '变更待审',
  '暂停',
  '已关闭',
] as const
export type OpeningState = (typeof openingStates)[number]

/** Everything that orders see of it, whatever waits to be reviewed. */
export const inForceStates = ['已开通', '暂停', '已关闭'] as const
export type InForce = (typeof inForceStates)[number]

export const openingSteps = [
  'save',
  'submit',
  'withdraw',
  'approve',
  'refuse',
  'change',
  'suspend',
  'resume',
  'close',
] as const
export type OpeningStep = (typeof openingSteps)[number]

type Move = {
  step: OpeningStep
  from: OpeningState
  /** `inForce`: back to what orders see of it. */
  to: OpeningState | 'inForce'
  permission: Permission
  /** Only of these; of all without it. */
  kinds?: readonly OpeningKind[]
  /** Whoever did one of these before never does it. */
  not?: readonly ('submitted' | 'reviewed')[]
}

/** A shop is reviewed by its branch, then by headquarters; a branch or a channel by headquarters alone. */
export const openingMoves: readonly Move[] = [
  { step: 'save', from: '草稿', to: '草稿', permission: 'opening:save' },
  { step: 'save', from: '驳回', to: '草稿', permission: 'opening:save' },
  { step: 'submit', from: '草稿', to: '待初审', permission: 'opening:save', kinds: ['shop'] },
  { step: 'submit', from: '草稿', to: '待复审', permission: 'opening:save', kinds: ['channel', 'branch'] },
  { step: 'withdraw', from: '待初审', to: '草稿', permission: 'opening:save' },
  { step: 'withdraw', from: '待复审', to: '草稿', permission: 'opening:save' },
  { step: 'withdraw', from: '变更待审', to: 'inForce', permission: 'opening:save' },
  { step: 'approve', from: '待初审', to: '待复审', permission: 'opening:first', not: ['submitted'] },
  {
    step: 'approve',
    from: '待复审',
    to: '已开通',
    permission: 'opening:check',
    not: ['submitted', 'reviewed'],
  },
  { step: 'approve', from: '变更待审', to: 'inForce', permission: 'opening:check', not: ['submitted'] },
  { step: 'refuse', from: '待初审', to: '驳回', permission: 'opening:first', not: ['submitted'] },
  { step: 'refuse', from: '待复审', to: '驳回', permission: 'opening:check', not: ['submitted'] },
  { step: 'refuse', from: '变更待审', to: 'inForce', permission: 'opening:check', not: ['submitted'] },
  { step: 'change', from: '已开通', to: '变更待审', permission: 'opening:save' },
  { step: 'change', from: '暂停', to: '变更待审', permission: 'opening:save' },
  { step: 'suspend', from: '已开通', to: '暂停', permission: 'opening:check' },
  // The change that waits is over with it.
  { step: 'suspend', from: '变更待审', to: '暂停', permission: 'opening:check' },
  { step: 'resume', from: '暂停', to: '已开通', permission: 'opening:check' },
  { step: 'close', from: '已开通', to: '已关闭', permission: 'opening:check' },
  { step: 'close', from: '暂停', to: '已关闭', permission: 'opening:check' },
]

export type OpeningFacts = {
  kind: OpeningKind
  status: OpeningState
  inForce: InForce | null
  submittedBy: number | null
  firstBy: number | null
}
export type OpeningWho = { id: number; permissions: Iterable<string> }
export type OpeningRefusal =
  | 'openings.refusals.state'
  | 'openings.refusals.permission'
  | 'openings.refusals.own'
  | 'openings.refusals.reviewed'
  | 'openings.refusals.notSubmitter'
type Answer = { ok: true; to: OpeningState } | { ok: false; reason: OpeningRefusal }

const moveOf = (step: OpeningStep, { kind, status }: OpeningFacts) =>
  openingMoves.find(
    (move) => move.step === step && move.from === status && (move.kinds?.includes(kind) ?? true),
  )

/** Says whether somebody may do a step now, and where it leads. */
export function openingCan(step: OpeningStep, facts: OpeningFacts, who: OpeningWho): Answer {
  const refuse = (reason: OpeningRefusal): Answer => ({ ok: false, reason })
  const move = moveOf(step, facts)
  if (!move) return refuse('openings.refusals.state')
  if (step === 'suspend' && facts.inForce !== '已开通' && facts.status === '变更待审')
    return refuse('openings.refusals.state')
  if (!new Set(who.permissions).has(move.permission)) return refuse('openings.refusals.permission')
  if (step === 'withdraw' && facts.submittedBy !== who.id) return refuse('openings.refusals.notSubmitter')
  if (move.not?.includes('submitted') && facts.submittedBy === who.id) return refuse('openings.refusals.own')
  if (move.not?.includes('reviewed') && facts.firstBy === who.id) return refuse('openings.refusals.reviewed')
  const to = move.to === 'inForce' ? facts.inForce : move.to
  return to === null ? refuse('openings.refusals.state') : { ok: true, to }
}

/** The part of a state that orders see: a change that waits leaves what was in force. */
export const inForceAfter = (to: OpeningState, before: InForce | null): InForce | null =>
  (inForceStates as readonly OpeningState[]).includes(to) ? (to as InForce) : before

/** New orders may name it. */
export const takesOrders = ({ inForce }: Pick<OpeningFacts, 'inForce'>): boolean => inForce === '已开通'

/** Its agreement is told so many days before it ends. */
export const endsSoonDays = 30

export const shopTypes = ['4S', '二级经销', '二手车行', 'SP', '直营'] as const
export const grades = ['A', 'B', 'C', 'D'] as const
export const rebateModes = ['单笔固定', '按比例', '无'] as const
/** Says whether the value of a mode is a share of what is financed, and no sum. */
export const isShare = (mode: (typeof rebateModes)[number]): boolean => mode === '按比例'

/** Of these another value counts when headquarters has agreed to it; others count at once. */
export const reviewedFields: Readonly<Record<OpeningKind, readonly string[]>> = {
  channel: [
    'name',
    'uscc',
    'cities',
    'coopFrom',
    'coopTo',
    'rebateRate',
    'depositRequired',
    'quota',
    'rates',
  ],
  branch: ['name', 'businessScope'],
  shop: ['name', 'uscc', 'legalName', 'agreementTo', 'rebateMode', 'rebateValue'],
}

/** 附件: 营业执照, 门头照, 合作协议, 开户许可. */
export const openingPapers = ['licence', 'photo', 'agreement', 'permit'] as const
export type OpeningPaper = (typeof openingPapers)[number]

/** The papers that an application is not complete without: a branch is our own, and so is the account of a shop that we run. */
export function requiredPapers(kind: OpeningKind, shopType: string | undefined): readonly OpeningPaper[] {
  if (kind === 'branch') return []
  if (kind === 'channel') return ['licence', 'agreement', 'permit']
  return shopType === '直营' ? ['licence', 'photo', 'agreement'] : openingPapers
}

/** A file may come while values may, and goes only from what nobody has reviewed. */
export const mayAddFile = (facts: OpeningFacts, who: OpeningWho): boolean =>
  openingCan('save', facts, who).ok || openingCan('change', facts, who).ok
export const mayRemoveFile = (facts: OpeningFacts, who: OpeningWho): boolean =>
  openingCan('save', facts, who).ok

export const openingLimits = { name: 60, line: 60, address: 120, reason: 200, rates: 50, files: 9 } as const
