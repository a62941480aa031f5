import type { OrderStatus } from './order-states.ts'

/**
 * 复议 (T16): the second chance of a rejected order. Its clerk asks for it once, with papers that are new; the risk
 * manager takes it up or declines.
 */

/** It is asked for within so many days of the rejection. */
export const reconsiderDays = 30

/** The state of the chance: to be asked for, too late, with the risk manager, declined, taken up once already. */
export const chances = ['open', 'late', 'asked', 'declined', 'used'] as const
export type Chance = (typeof chances)[number]

type Rejected = {
  status: string
  isReconsider: boolean
  reconsiderAsk: string | null
  /** The time when it was rejected: what happens to its chance leaves the state as it is. */
  stageEnteredAt: string
}

const rejectedStatuses: readonly OrderStatus[] = ['pre_rejected', 'risk_rejected']
const dayMs = 86_400_000

/** The chance of an order; null for one that is not rejected. */
export function chanceOf(
  { status, isReconsider, reconsiderAsk, stageEnteredAt }: Rejected,
  now: Date,
): Chance | null {
  if (!rejectedStatuses.some((one) => one === status)) return null
  if (isReconsider) return 'used'
  if (reconsiderAsk === 'asked' || reconsiderAsk === 'declined') return reconsiderAsk
  return now.getTime() - Date.parse(stageEnteredAt) <= reconsiderDays * dayMs ? 'open' : 'late'
}

/** Papers are added until the risk manager has decided. */
export const takesEvidence = (chance: Chance | null): boolean => chance === 'open' || chance === 'asked'

/** 复议材料 of an order before the first of them. */
export const noEvidence = {
  id: 0,
  materialType: 'reconsider_evidence',
  required: true,
  minFiles: 1,
  maxFiles: 20,
  itemStatus: '未传',
  rejectNote: null,
  version: 1,
  files: [] as never[],
}
