import type { Permission } from '../../identity/rules/roles.ts'
import { transitions } from './order-transitions.ts'

/** The people whose opinions stay inside the house: domain.md 1.2, a shop never sees scores and internal notes. */

const riskPermissions: readonly (Permission | null)[] = ['order:decide_risk', 'order:reconsider']

const eventsOf = (chosen: typeof transitions) => new Set(chosen.map(({ event }) => event))
/** Decisions of risk control. */
const ofRisk = eventsOf(transitions.filter(({ permission }) => riskPermissions.includes(permission)))
/** Decisions of a review; where the system takes one, its words are the rules of a risk scene. */
const ofReview = eventsOf(transitions.filter(({ guards }) => guards.includes('opinion')))

/** True where what was written to an event is for `order:internal` alone; actor 0 is the system. */
export const isInternalOpinion = (event: string, actorId: number): boolean =>
  ofRisk.has(event) || (actorId === 0 && ofReview.has(event))
