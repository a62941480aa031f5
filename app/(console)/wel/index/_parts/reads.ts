import { home } from '@/lib/domains/home/contract'
import type { Holding } from '@/lib/domains/identity/rules/permission-match'
import { reviewStages } from '@/lib/domains/orders/rules/order-states'
import { changes } from '@/lib/platform/changes/contract'
import type { Read } from '@/lib/platform/contract/endpoint'

type Can = (...listed: readonly Holding[]) => boolean

const shownTodos = 20
/** The call of a page of the to-dos, from the oldest on or from the newest. */
export const todosAsked = (newest: boolean, page: number) => ({
  start: (page - 1) * shownTodos,
  length: shownTodos,
  newest,
})

/**
 * Everything that the home page asks; the first HTML has the answers (page.tsx), and the screen asks them again as time
 * goes on.
 */
export const reads = {
  todos: [home.list, todosAsked(false, 1)],
  toCheck: [changes.count, {}],
  openings: [home.openings, {}],
  pools: [home.examine, {}],
  info: [home.getHomePageInfo, {}],
  dealer: [home.showDealer, {}],
  org: [home.getOrgId, {}],
  lacking: [home.datumInfo, {}],
} as const satisfies Record<string, Read>

export const claims = Object.values(reviewStages).map(({ claim }) => claim)
export const claimsTasks = (can: Can) => claims.some((claim) => can(claim))
export const checksChanges = (can: Can) => changes.approve.access.some((one) => can(one))
export const keepsOpenings = (can: Can) => can('opening:save') || can('opening:first') || can('opening:check')
export const fillsForms = (can: Can) => can('order:create') || can('order:entry')
