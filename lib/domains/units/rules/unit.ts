/** 机构: which units stand below which, and what may be done to one. */

export const unitKinds = ['hq', 'region', 'branch', 'shop', 'dept'] as const
export type UnitKind = (typeof unitKinds)[number]
/** Branches and shops are made, named and closed by their openings. */
export const addedKinds = ['region', 'dept'] as const
export const unitStatuses = ['启用', '停用'] as const
export const unitNameLength = 30

const above: Readonly<Record<UnitKind, readonly UnitKind[]>> = {
  hq: [],
  region: ['hq'],
  branch: ['hq', 'region'],
  shop: ['branch'],
  dept: ['hq', 'region', 'branch', 'dept'],
}

/** True where a unit of this kind may stand below one of the other. */
export const standsBelow = (kind: UnitKind, parent: UnitKind): boolean => above[kind].includes(parent)

/** The kinds that may be added below a unit. */
export const kindsBelow = (parent: UnitKind) => addedKinds.filter((kind) => standsBelow(kind, parent))

export type UnitFacts = {
  kind: UnitKind
  status: (typeof unitStatuses)[number]
  /** Units directly below it that are in use. */
  below: number
  /** Its users who are not stopped. */
  users: number
  /** Orders of its branch or shop that are not over. */
  orders: number
  /** A branch or a shop that is not closed hangs on it. */
  place: boolean
}
export type UnitVerb = 'add' | 'rename' | 'move' | 'stop' | 'start'
export type UnitPermit =
  | { ok: true }
  | { ok: false; reason: `units.refusals.${UnitRefusal}`; params?: Readonly<Record<string, number>> }
type UnitRefusal =
  | 'isStopped'
  | 'inUse'
  | 'nothingBelow'
  | 'ofPlace'
  | 'top'
  | 'shopStays'
  | 'below'
  | 'orders'
  | 'place'
  | 'users'
  | 'moving'

const refuse = (reason: UnitRefusal, count?: number): UnitPermit => ({
  ok: false,
  reason: `units.refusals.${reason}`,
  ...(count !== undefined && { params: { count } }),
})

/** Says whether it may be done, and if not, the first reason in the order in which one puts it right. */
export function unitPermit(verb: UnitVerb, unit: UnitFacts): UnitPermit {
  const { kind, status, below, users, orders, place } = unit
  if (verb === 'start') return status === '停用' ? { ok: true } : refuse('inUse')
  if (status === '停用') return refuse('isStopped')
  if (verb === 'add') return kindsBelow(kind).length > 0 ? { ok: true } : refuse('nothingBelow')
  if (verb === 'rename') return kind === 'branch' || kind === 'shop' ? refuse('ofPlace') : { ok: true }
  if (kind === 'hq') return refuse('top')
  if (verb === 'move') return kind === 'shop' ? refuse('shopStays') : { ok: true }
  if (below > 0) return refuse('below', below)
  if (orders > 0) return refuse('orders', orders)
  if (place) return refuse('place')
  return users > 0 ? refuse('users', users) : { ok: true }
}

/** The same of a move that somebody asks for: one waits at a time. */
export const moveAsked = (unit: UnitFacts & { moving: boolean }): UnitPermit =>
  unit.moving ? refuse('moving') : unitPermit('move', unit)
