import type { Permission } from './roles.ts'

type MilestoneDefinition = {
  /** Field of the order that holds the time stamp. */
  field: string
  /** What somebody holds who can reach it. */
  clears: Permission
}

/**
 * Milestones of an order (domain.md 2.1): they run in parallel between wait_sign and wait_release, and each is a time
 * stamp, not a state. Labels are in the catalogue under `order.milestone.<code>`.
 */
export const milestones = {
  video: { field: 'videoPassedAt', clears: 'interview:handle' },
  card: { field: 'cardBoundAt', clears: 'card:bind' },
  econtract: { field: 'econtractSignedAt', clears: 'contract:generate' },
  first_payment: { field: 'firstPaymentAt', clears: 'payment:register' },
  gps: { field: 'gpsInstalledAt', clears: 'gps:fit' },
  insurance: { field: 'insuranceOkAt', clears: 'material:review' },
  mortgage: { field: 'mortgageOkAt', clears: 'material:review' },
  funder: { field: 'funderOkAt', clears: 'capital:decide' },
} as const satisfies Record<string, MilestoneDefinition>

export type MilestoneCode = keyof typeof milestones
export type MilestoneField = (typeof milestones)[MilestoneCode]['field']

export const milestoneCodes = Object.keys(milestones) as MilestoneCode[]
