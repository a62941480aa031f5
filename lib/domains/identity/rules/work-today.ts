import { type Permission, type RoleCode, roles } from './roles.ts'

/**
 * Everything that somebody can do with the screens that are built, and the permission that opens it; in the order of an
 * order.
 */
const works = {
  intake: 'order:create',
  entry: 'order:entry',
  preReview: 'order:claim_pre',
  firstReview: 'order:claim_first',
  riskReview: 'order:claim_risk',
  scenes: 'scene:save',
  visits: 'diligence:fill',
  contracts: 'contract:generate',
  cards: 'card:bind',
  orders: 'order:view',
  products: 'product:save',
  administration: 'sys:user:list',
} as const satisfies Record<string, Permission>

export type Work = keyof typeof works

/**
 * Everything that the people of a role can do today; finding orders is said only of those who have no other work yet.
 */
export function workToday(role: RoleCode): Work[] {
  const held: readonly Permission[] = roles[role].permissions
  const open = (Object.keys(works) as Work[]).filter((work) => held.includes(works[work]))
  const own = open.filter((work) => work !== 'orders')
  return own.length > 0 ? own : open
}
