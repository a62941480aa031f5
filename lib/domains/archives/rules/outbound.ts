import type { Permission } from '../../identity/rules/roles.ts'
import type { ArchiveFold } from './archive.ts'

/** 出库 (domain.md 2.14): papers leave by the word of two people, and come back, or are handed over for good. */

export const outKinds = ['借阅', '结清退还', '资方调阅', '诉讼', '遗失补办'] as const
export type OutKind = (typeof outKinds)[number]

export const outStates = ['待审批', '待出库', '已出库', '已归还', '已交接', '驳回'] as const
export type OutState = (typeof outStates)[number]

/** Papers of a loan that is paid off go to the customer for good; all others come back. */
export const isFinal = (kind: OutKind): boolean => kind === '结清退还'
export const mustComeBackBy = (kind: OutKind): boolean => kind === '借阅'

/**
 * Says why papers of a file cannot be asked for so now; null where they can. Of one that lacks papers nothing is lent
 * before its loan is over, except for getting a lost paper anew.
 */
export function kindRefusal(
  kind: OutKind,
  { status, settled }: Pick<ArchiveFold, 'status' | 'settled'>,
): 'archives.refusals.notSettled' | 'archives.refusals.state' | null {
  if (isFinal(kind) && !settled) return 'archives.refusals.notSettled'
  const lacks = status === '缺件待补' || status === '遗失'
  const anew = status === '遗失' && kind === '遗失补办'
  return lacks && !settled && !anew ? 'archives.refusals.state' : null
}

export type OutFacts = {
  approvedAt: string | null
  refusedAt: string | null
  outAt: string | null
  backAt: string | null
  handedAt: string | null
}

export function outStateOf({ approvedAt, refusedAt, outAt, backAt, handedAt }: OutFacts): OutState {
  if (refusedAt !== null) return '驳回'
  if (handedAt !== null) return '已交接'
  if (backAt !== null) return '已归还'
  if (outAt !== null) return '已出库'
  return approvedAt === null ? '待审批' : '待出库'
}

/** Papers that an application names are nobody else's to ask for. */
export const openOutStates = ['待审批', '待出库', '已出库'] as const satisfies readonly OutState[]

export const outSteps = ['approve', 'refuse', 'release', 'giveBack', 'handOver'] as const
export type OutStep = (typeof outSteps)[number]

type Move = { from: readonly OutState[]; to: OutState; permission: Permission; final?: boolean }

export const outMoves: Readonly<Record<OutStep, Move>> = {
  approve: { from: ['待审批'], to: '待出库', permission: 'archive:approve' },
  // One that was approved and is not fetched any more holds its papers for nobody.
  refuse: { from: ['待审批', '待出库'], to: '驳回', permission: 'archive:approve' },
  release: { from: ['待出库'], to: '已出库', permission: 'archive:keep' },
  giveBack: { from: ['已出库'], to: '已归还', permission: 'archive:keep' },
  handOver: { from: ['已出库'], to: '已交接', permission: 'archive:keep', final: true },
}

export type OutRefusal =
  | 'archives.refusals.outState'
  | 'archives.refusals.permission'
  | 'archives.refusals.own'
  | 'archives.refusals.comesBack'
type Answer = { ok: true } | { ok: false; reason: OutRefusal }

/** Says whether somebody may do a step now: whoever applied never decides about it. */
export function outCan(
  step: OutStep,
  row: { status: OutState; outKind: OutKind; applicantId: number },
  who: { id: number; permissions: Iterable<string> },
): Answer {
  const refuse = (reason: OutRefusal): Answer => ({ ok: false, reason })
  const { from, permission, final } = outMoves[step]
  if (!from.includes(row.status)) return refuse('archives.refusals.outState')
  if (final && !isFinal(row.outKind)) return refuse('archives.refusals.comesBack')
  if (!new Set(who.permissions).has(permission)) return refuse('archives.refusals.permission')
  if (permission === 'archive:approve' && row.applicantId === who.id) return refuse('archives.refusals.own')
  return { ok: true }
}

/** True where papers are late, as lists ask it. */
export const lateness = ['late', 'inTime'] as const

/** Red: it should be back. */
export const isLate = (
  { status, dueBack }: { status: OutState; dueBack: string | null },
  today: string,
): boolean => status === '已出库' && dueBack !== null && dueBack < today

/** The usual reason why a file is asked for: once its loan is over its papers go back, and a lost one is had anew. */
export const usualKind = ({ status, settled }: Pick<ArchiveFold, 'status' | 'settled'>): OutKind =>
  settled ? '结清退还' : status === '遗失' ? '遗失补办' : '借阅'
