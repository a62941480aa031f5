import type { Permission } from '../../identity/rules/roles.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** 尽调 (domain.md 2.18 and 3.2, `due_diligence`): its kinds and states, who moves it how, and what a report lacks. */

export const diligenceKinds = ['上门', '视频', '电话'] as const
export type DiligenceKind = (typeof diligenceKinds)[number]
export const diligenceReasons = ['大额', '异地', '规则命中', '抽查'] as const
export const diligenceStatuses = ['待分配', '待尽调', '已提交', '已完成', '已退回', '已撤销'] as const
export type DiligenceStatus = (typeof diligenceStatuses)[number]
/** Everything that is looked at; each has its questions and its verdict. */
export const diligenceParts = ['home', 'work', 'car'] as const
export type DiligencePart = (typeof diligenceParts)[number]
export const verdicts = ['一致', '不一致', '无法核实'] as const
export const results = ['正面', '中性', '负面'] as const
export const returnReasons = [
  '照片不足',
  '照片不清',
  '位置不符',
  '问题未答全',
  '签名不符',
  '结论不清',
] as const

/** At the door of the customer: with photos and a signature. */
export const isAtTheDoor = (kind: DiligenceKind): boolean => kind === '上门'
/** Its officer is filling it in. */
export const isWithOfficer = (status: DiligenceStatus): boolean => status === '待尽调'
export const isFinished = (status: DiligenceStatus): boolean => status === '已完成'
export const isCancelled = (status: DiligenceStatus): boolean => status === '已撤销'

/** The states of a case in which a visit can be ordered from it. */
export const orderableAt: readonly OrderStatus[] = ['wait_first', 'wait_risk']
/** States in which it holds the approval of its order back. */
export const openStatuses: readonly DiligenceStatus[] = ['待分配', '待尽调', '已提交', '已退回']

type Step = {
  from: readonly DiligenceStatus[]
  to: DiligenceStatus
  permission: Permission
  /**
   * The person whose it is: the officer's to whom it was given, or anybody's but his; of the others it does not matter.
   */
  by?: 'assignee' | 'others'
}

/** The machine: 待分配 → 待尽调 → 已提交 → 已完成 | 已退回 → 待尽调, and 已撤销 for what is needed no more. */
const steps = {
  assign: { from: ['待分配', '待尽调', '已退回'], to: '待尽调', permission: 'diligence:order' },
  resume: { from: ['已退回'], to: '待尽调', permission: 'diligence:fill', by: 'assignee' },
  fill: { from: ['待尽调'], to: '待尽调', permission: 'diligence:fill', by: 'assignee' },
  submit: { from: ['待尽调'], to: '已提交', permission: 'diligence:fill', by: 'assignee' },
  accept: { from: ['已提交'], to: '已完成', permission: 'diligence:order', by: 'others' },
  sendBack: { from: ['已提交'], to: '已退回', permission: 'diligence:order', by: 'others' },
  cancel: { from: ['待分配', '待尽调', '已退回'], to: '已撤销', permission: 'diligence:order' },
} as const satisfies Record<string, Step>

export type DiligenceStep = keyof typeof steps
export const diligenceSteps = Object.keys(steps) as DiligenceStep[]

type Facts = { status: DiligenceStatus; assigneeId: number | null }
type Asking = { id: number; permissions: { includes(one: string): boolean } }
export type DiligenceRefusal = `dueDiligence.refusals.${'status' | 'permission' | 'notYours' | 'own'}`
export type DiligencePermit = { ok: true } | { ok: false; reason: DiligenceRefusal }

/** True where somebody may do this with it now: one answer for buttons and for the service. */
export function diligenceCan(
  step: DiligenceStep,
  { status, assigneeId }: Facts,
  who: Asking,
): DiligencePermit {
  const { from, permission, by }: Step = steps[step]
  const refuse = (why: 'status' | 'permission' | 'notYours' | 'own'): DiligencePermit => ({
    ok: false,
    reason: `dueDiligence.refusals.${why}`,
  })
  if (!who.permissions.includes(permission)) return refuse('permission')
  if (by === 'assignee' && assigneeId !== who.id) return refuse('notYours')
  if (by === 'others' && assigneeId === who.id) return refuse('own')
  return from.includes(status) ? { ok: true } : refuse('status')
}

/** True where a step begins in this state, whoever asks. */
export const diligenceFits = (step: DiligenceStep, status: DiligenceStatus): boolean =>
  (steps[step].from as readonly DiligenceStatus[]).includes(status)

/** The state that a step leads to. */
export const diligenceAfter = (step: DiligenceStep): DiligenceStatus => steps[step].to

/**
 * Everything that photos are of: a part, the neighbourhood or anything else, and the signature that was drawn on the
 * screen.
 */
export const photoSubjects = [...diligenceParts, 'other', 'signature'] as const
export type PhotoSubject = (typeof photoSubjects)[number]
/** A visit has at least so many photos that say where they were taken. */
export const leastPhotos = 3
export const mostPhotos = 30
/** The reason why there is no place, and what is written: at most so many characters. */
export const diligenceLimits = { note: 200, answer: 200, report: 2000 } as const
