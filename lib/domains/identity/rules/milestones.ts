import type { Permission } from './roles.ts'

type MilestoneDefinition = {
  /** Field of the order that holds the time stamp. */
  field: string
  /** Everything that somebody holds who can reach it: never the side that profits. */
  clears: Permission
  /** Everything that somebody holds whose work comes before that, where it is another's. */
  begins?: Permission
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
  gps: { field: 'gpsInstalledAt', clears: 'gps:stock', begins: 'gps:fit' },
  insurance: { field: 'insuranceOkAt', clears: 'material:review' },
  mortgage: { field: 'mortgageOkAt', clears: 'material:review' },
  funder: { field: 'funderOkAt', clears: 'capital:decide', begins: 'capital:push' },
} as const satisfies Record<string, MilestoneDefinition>

export type MilestoneCode = keyof typeof milestones
export type MilestoneField = (typeof milestones)[MilestoneCode]['field']

/** The permissions of those who work on one: whoever begins it, then whoever reaches it. */
export function workersOf(code: MilestoneCode): readonly [Permission, ...Permission[]] {
  const { begins, clears }: MilestoneDefinition = milestones[code]
  return begins ? [begins, clears] : [clears]
}

export const milestoneCodes = Object.keys(milestones) as MilestoneCode[]
