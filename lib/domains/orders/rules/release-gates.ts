import { type MilestoneCode, type MilestoneField, milestones } from '../../identity/rules/milestones.ts'
import { templateOf } from './entry/templates.ts'

/** The milestones that an order has to have before money goes out (T26), declared once for screens and service. */

/** Everything that decides it: the template of the order's product, and where its money comes from. */
export type Gated = {
  templateCode: string
  /** A funder other than the company itself pays, and so has to agree; nobody is asked for the company's own money. */
  funded: boolean
}

export function gatesOf({ templateCode, funded }: Gated): MilestoneCode[] {
  const others = templateOf({ templateCode }).milestones.filter((code) => code !== 'funder')
  return funded ? [...others, 'funder'] : others
}

/** True where money of this kind of 资方 is somebody else's. */
export const isFunded = (kind: string | null | undefined): boolean => kind != null && kind !== '自有'

/** The gates of an order that are still closed. */
export const closedGates = (
  order: Readonly<Record<MilestoneField, string | null>>,
  gates: readonly MilestoneCode[],
): MilestoneCode[] => gates.filter((code) => order[milestones[code].field] === null)
