import type { RoleCode } from './roles.ts'

type MilestoneDefinition = {
  /** Field of the order that holds the time stamp. */
  field: string
  setBy: readonly RoleCode[]
}

/**
 * Milestones of an order (domain.md 2.1): they run in parallel between wait_sign and wait_release, and each is a time
 * stamp, not a state. Labels are in the catalogue under `order.milestone.<code>`.
 */
export const milestones = {
  video: { field: 'videoPassedAt', setBy: ['contract_clerk'] },
  card: { field: 'cardBoundAt', setBy: ['contract_clerk'] },
  econtract: { field: 'econtractSignedAt', setBy: [] },
  first_payment: { field: 'firstPaymentAt', setBy: ['cashier'] },
  gps: { field: 'gpsInstalledAt', setBy: ['shop_user', 'material_clerk'] },
  insurance: { field: 'insuranceOkAt', setBy: ['material_clerk'] },
  mortgage: { field: 'mortgageOkAt', setBy: ['material_clerk'] },
  funder: { field: 'funderOkAt', setBy: ['capital_mgr'] },
} as const satisfies Record<string, MilestoneDefinition>

export type MilestoneCode = keyof typeof milestones
