import { addDays, businessDate } from '../../../rules/business-date.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'

/** 抵押登记 (domain.md 2.5): its states, what has to be typed, and until when it is to be done. */

export const mortgageStatuses = [
  '待办理',
  '办理中',
  '待审核',
  '退回',
  '已抵押',
  '待解押',
  '解押中',
  '已解押',
] as const
export type MortgageStatus = (typeof mortgageStatuses)[number]

export const mortgageLimits = { office: 60, agent: 30, number: 20 } as const

/** Its loan is paid off: it is to be released at the office, or is on its way. */
export const isToFree = (status: MortgageStatus): boolean => status === '待解押' || status === '解押中'

/** 解押: applied for, and done once its day is known. */
export type FreeValues = { releaseApplyAt: string; releaseDoneAt: string; releaseExpressNo: string }

type FreeFinding = 'rules.required' | 'papers.refusals.applyLater' | 'papers.refusals.freedEarlier'

export function freeFindings(
  { releaseApplyAt, releaseDoneAt }: FreeValues,
  today: string,
): Partial<Record<keyof FreeValues, FreeFinding>> {
  if (releaseApplyAt === '') return { releaseApplyAt: 'rules.required' }
  if (releaseApplyAt > today) return { releaseApplyAt: 'papers.refusals.applyLater' }
  if (releaseDoneAt === '') return {}
  if (releaseDoneAt > today) return { releaseDoneAt: 'papers.refusals.applyLater' }
  return releaseDoneAt < releaseApplyAt ? { releaseDoneAt: 'papers.refusals.freedEarlier' } : {}
}

export type MortgageValues = { agent: string; dmvOffice: string; applyAt: string; regNo: string }

/** Everything that the form lacks before the papers can go to their review. */
export const mortgageLacks = (row: { regNo: string | null } | undefined): string[] => {
  if (!row) return ['apply', 'regNo']
  return row.regNo ? [] : ['regNo']
}

type Finding = 'rules.required' | 'papers.refusals.applyLater' | 'papers.refusals.regNo'

/** 登记证书编号, as certificates have it. */
export const certificate = /^[0-9A-Z]{8,20}$/

export function mortgageFindings(
  values: MortgageValues,
  today: string,
): Partial<Record<keyof MortgageValues, Finding>> {
  const found: Partial<Record<keyof MortgageValues, Finding>> = {}
  for (const field of ['agent', 'dmvOffice', 'applyAt'] as const)
    if (values[field].trim() === '') found[field] = 'rules.required'
  if (!found.applyAt && values.applyAt > today) found.applyAt = 'papers.refusals.applyLater'
  if (values.regNo !== '' && !certificate.test(values.regNo)) found.regNo = 'papers.refusals.regNo'
  return found
}

/** True where the release waits for it, so that there is no day by which it is due. */
const gates = (order: { templateCode: string }) => templateOf(order).milestones.includes('mortgage')

/** The last day of a mortgage that is registered after the release; null before it, and where the release waits for it. */
export function mortgageDeadline(order: { templateCode: string; releasedAt: string | null }): string | null {
  const { mortgage } = templateOf(order)
  if (mortgage === null || order.releasedAt === null || gates(order)) return null
  return addDays(businessDate(order.releasedAt), mortgage.days)
}
