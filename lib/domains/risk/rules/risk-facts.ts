import type { BreachCode } from '../../orders/rules/quote-limits.ts'

/**
 * Everything that a rule of a risk scene may ask: the closed list of facts, each of a kind and computed in one place
 * (lib/domains/risk/service/facts.ts). Labels and how each comes about are `riskScenes.facts` and `riskScenes.how` of the
 * catalogue. Nothing else can be asked, and nothing that is stored is ever evaluated.
 */

/** Stages at which a scene judges an order: as it is submitted to the pre-review, and as it passes the first review. */
export const sceneStages = ['pre', 'risk'] as const
export type SceneStage = (typeof sceneStages)[number]

/** The scene of each stage. */
export const sceneOfStage = { pre: 'PRE_CHECK', risk: 'RISK' } as const satisfies Record<SceneStage, string>
export type SceneCode = (typeof sceneOfStage)[SceneStage]
export const sceneCodes = Object.values(sceneOfStage) as [SceneCode, ...SceneCode[]]

/** The effect of an unknown value on a rule that asks for it: a person has to look, or it is passed over. */
type Unknown = 'person' | 'passes'

type Fact =
  | { kind: 'number' | 'money' | 'rate'; unknown: Unknown; stages: readonly SceneStage[] }
  /** Codes that hold, of a fixed choice; their words are below `words` in the catalogue. */
  | { kind: 'set'; options: readonly string[]; words: string; stages: readonly SceneStage[] }

const whole = sceneStages
const entered = ['risk'] as const
const levels = ['黑', '灰', '白'] as const
const breachCodes = [
  'min_amount',
  'max_amount',
  'ltv_cap',
  'total_cap',
  'down_ratio_min',
  'balloon_ratio_max',
  'deposit_ratio_max',
  'apr_cap',
  'dti',
] as const satisfies readonly BreachCode[]

const number = (unknown: Unknown, stages: readonly SceneStage[] = whole) =>
  ({ kind: 'number', unknown, stages }) as const
const money = (unknown: Unknown, stages: readonly SceneStage[] = whole) =>
  ({ kind: 'money', unknown, stages }) as const
const rate = (unknown: Unknown) => ({ kind: 'rate', unknown, stages: entered }) as const
const set = <const O extends readonly string[]>(
  options: O,
  words: string,
  stages: readonly SceneStage[] = whole,
) => ({ kind: 'set', options, words, stages }) as const

/** The standing of a customer's number, or of what is his, on the black, grey and white lists. */
const listed = (stages: readonly SceneStage[] = whole) => set(levels, 'blacklist.levels', stages)

export const riskFacts = {
  // The customer
  age: number('person'),
  ageAtEnd: number('passes'),
  idDaysLeft: number('passes'),
  monthlyIncome: money('person', entered),
  // The loan and the car
  amount: money('passes'),
  term: number('passes'),
  vehicleKind: set(['new', 'used'], 'riskScenes.vehicleKinds'),
  carPrice: money('passes', entered),
  carMonths: number('passes', entered),
  // Ratios
  dti: rate('person'),
  ltv: rate('person'),
  aprSimple: rate('person'),
  downRatio: rate('person'),
  monthlyPayment: money('person', entered),
  breaches: set(breachCodes, 'riskScenes.breaches', entered),
  // Lists
  blackHits: number('passes'),
  greyHits: number('passes'),
  whiteHits: number('passes'),
  listIdNo: listed(),
  listMobile: listed(),
  listVin: listed(entered),
  listPlateNo: listed(entered),
  listCardNo: listed(entered),
  listAddress: listed(),
  linkedHits: number('passes', entered),
  // Relations
  sharedMobile: number('passes'),
  sharedVin: number('passes', entered),
  sharedCard: number('passes', entered),
  linkedOrders: number('passes', entered),
  // History
  differs: set(['name', 'mobile', 'idAddress', 'idValidTo'], 'fields.customer'),
  refusals: number('passes'),
  liveOrders: number('passes'),
  doneLoans: number('passes'),
  returns: number('passes'),
} as const satisfies Record<string, Fact>

export type FactName = keyof typeof riskFacts
export const factNames = Object.keys(riskFacts) as FactName[]

export const factOf = (name: string): Fact | undefined =>
  Object.hasOwn(riskFacts, name) ? riskFacts[name as FactName] : undefined

/** A count, an amount or a rate as decimal text, the codes that hold; null for what is not known. */
export type FactValue = number | string | readonly string[] | null
/** The value of a fact that this applicant has not, as an enterprise no age: no rule about it holds. */
export const notAsked = 'n/a'

export type Facts = Partial<Record<FactName, FactValue>>

/** The facts of a stage, in their order. */
export const factsAt = (stage: SceneStage): FactName[] =>
  factNames.filter((name) => (riskFacts[name].stages as readonly SceneStage[]).includes(stage))
