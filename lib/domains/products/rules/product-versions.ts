import type { ProductValues } from './product.ts'

/** Versions of a product: which one is on offer, what may be done with it, and how two of them differ. */

/** 草稿, 待生效, 在售, 已被新版本取代, 已停用. */
export const versionStates = ['draft', 'coming', 'offered', 'superseded', 'stopped'] as const
export type VersionState = (typeof versionStates)[number]

export type Version = { version: number; status: string; effectiveFrom: string | null }

/** The version that new orders are entered with: the newest published one whose first day has come. */
export function offeredVersion<V extends Version>(versions: readonly V[], today: string): V | undefined {
  return versions
    .filter((one) => one.status === '已上架' && (one.effectiveFrom === null || one.effectiveFrom <= today))
    .sort((a, b) => b.version - a.version)[0]
}

export function versionState(one: Version, versions: readonly Version[], today: string): VersionState {
  if (one.status === '草稿') return 'draft'
  if (one.status === '已下架') return 'stopped'
  if (one.effectiveFrom !== null && one.effectiveFrom > today) return 'coming'
  return offeredVersion(versions, today)?.version === one.version ? 'offered' : 'superseded'
}

export type ProductVerb = 'save' | 'revise' | 'publish' | 'stop' | 'discard'

export type ProductPermit =
  | { ok: true }
  | {
      ok: false
      reason: `product.refusal.${'isPublished' | 'hasDraft' | 'isDraft' | 'isStopped'}`
    }

const allowed: ProductPermit = { ok: true }
const refused = (reason: Extract<ProductPermit, { ok: false }>['reason']): ProductPermit => ({
  ok: false,
  reason,
})

/**
 * Everything that may be done with a version: a draft is changed, published and thrown away; a published one is left as
 * it is, the next version begins from it; all published ones of a product are stopped together.
 */
export function productPermit(
  verb: ProductVerb,
  { isDraft, hasDraft, hasPublished }: { isDraft: boolean; hasDraft: boolean; hasPublished: boolean },
): ProductPermit {
  switch (verb) {
    case 'save':
    case 'publish':
    case 'discard':
      return isDraft ? allowed : refused('product.refusal.isPublished')
    case 'revise':
      if (isDraft) return refused('product.refusal.isDraft')
      return hasDraft ? refused('product.refusal.hasDraft') : allowed
    case 'stop':
      return hasPublished ? allowed : refused('product.refusal.isStopped')
  }
}

export type Difference = {
  /** Field of the values; of a term or a fee its name behind a dot: `rates.36`, `fees.SVC`. */
  path: string
  before: string | boolean | readonly string[] | null
  after: string | boolean | readonly string[] | null
}

/** The differences of a version from another one, in the order of the form. */
export function productDifferences(before: ProductValues, after: ProductValues): Difference[] {
  const fields = Object.keys(after) as (keyof ProductValues)[]
  return fields.flatMap((field): Difference[] => {
    if (field === 'rates') {
      const rateOf = (values: ProductValues) =>
        new Map(values.rates.map(({ term, rate }) => [term, rate] as const))
      return rowDifferences('rates', rateOf(before), rateOf(after))
    }
    if (field === 'earlyTiers') {
      const tierOf = (values: ProductValues) =>
        new Map(values.earlyTiers.map(({ through, rate }) => [through, rate] as const))
      return rowDifferences('earlyTiers', tierOf(before), tierOf(after))
    }
    if (field === 'fees') {
      const feeOf = (values: ProductValues) =>
        new Map(
          values.fees.map(
            ({ code, rate, amount, chargeMode }) => [code, [rate, amount, chargeMode]] as const,
          ),
        )
      return rowDifferences('fees', feeOf(before), feeOf(after))
    }
    return isSame(before[field], after[field])
      ? []
      : [{ path: field, before: before[field], after: after[field] }]
  })
}

type Shown = Exclude<Difference['before'], null>

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function rowDifferences(
  field: string,
  before: ReadonlyMap<string, Shown>,
  after: ReadonlyMap<string, Shown>,
): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.flatMap((name) => {
    const [a, b] = [before.get(name) ?? null, after.get(name) ?? null]
    return isSame(a, b) ? [] : [{ path: `${field}.${name}`, before: a, after: b }]
  })
}
