import { amount, compareTyped, rate, tidy } from '../../../rules/fields.ts'
import { compareMoney, minus } from '../../../rules/money.ts'

/** 资方: who gives money for loans, on which terms and up to how much. */

export const funderKinds = ['银行', '汽金', '租赁', '信托', '自有'] as const
export const coopModes = ['自营', '联合', '助贷'] as const
export const funderStates = ['启用', '停用'] as const
/** 期初, 放款, 还款, 冲回, 撤销: what moves the limit of a funder. */
export const limitMoves = ['opened', 'released', 'repaid', 'reversed', 'cancelled'] as const

export const funderCode = /^[A-Z][A-Z0-9]{1,19}$/
export const funderLimits = { name: 60, reason: 200, cities: 400 } as const

/** Terms that a second person checks, because money is given by them. An empty one is no limit. */
export type FunderTermValues = {
  coopMode: string
  shareRatio: string
  costRate: string
  creditLimit: string
  dailyLimit: string
  aprCap: string
  guaranteeRatio: string
}
export const termFields = [
  'coopMode',
  'shareRatio',
  'costRate',
  'creditLimit',
  'dailyLimit',
  'aprCap',
  'guaranteeRatio',
] as const satisfies readonly (keyof FunderTermValues)[]

type TermFinding =
  | 'rules.required'
  | 'rules.rate'
  | 'rules.amount'
  | 'funders.refusals.share'
  | 'funders.refusals.shareOfJoint'
  | 'funders.refusals.dailyAboveCredit'
  | 'funders.refusals.ownMode'

const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(tidy(text)) && amount(text) === null
const isShare = (text: string) => rate(text) === null && compareTyped(text, '1') <= 0
const has = (text: string) => tidy(text) !== ''

/** The terms of a funder are judged as they are typed, by field. */
export function termFindings(
  values: FunderTermValues,
  kind: string,
): Partial<Record<keyof FunderTermValues, TermFinding>> {
  const found: Partial<Record<keyof FunderTermValues, TermFinding>> = {}
  if (values.coopMode === '') found.coopMode = 'rules.required'
  // Money that the company lends itself is nobody else's.
  else if ((kind === '自有') !== (values.coopMode === '自营')) found.coopMode = 'funders.refusals.ownMode'
  for (const field of ['costRate', 'aprCap', 'guaranteeRatio', 'shareRatio'] as const)
    if (has(values[field]) && !isShare(values[field])) found[field] = 'rules.rate'
  for (const field of ['creditLimit', 'dailyLimit'] as const)
    if (has(values[field]) && !isAmount(values[field])) found[field] = 'rules.amount'
  if (values.coopMode === '联合' && !found.shareRatio) {
    if (!has(values.shareRatio)) found.shareRatio = 'rules.required'
    // Both have a part of it: the funder's and ours are one together.
    else if (compareTyped(values.shareRatio, '0') <= 0 || compareTyped(values.shareRatio, '1') >= 0)
      found.shareRatio = 'funders.refusals.shareOfJoint'
  } else if (has(values.shareRatio) && !found.shareRatio && compareTyped(values.shareRatio, '0') <= 0)
    found.shareRatio = 'funders.refusals.share'
  if (has(values.aprCap) && !found.aprCap && compareTyped(values.aprCap, '0') <= 0)
    found.aprCap = 'rules.rate'
  if (
    has(values.creditLimit) &&
    has(values.dailyLimit) &&
    !found.creditLimit &&
    !found.dailyLimit &&
    compareTyped(values.dailyLimit, values.creditLimit) > 0
  )
    found.dailyLimit = 'funders.refusals.dailyAboveCredit'
  return found
}

/** The rest of a limit; nothing where more was given than it is by now, null without a limit. */
export const leftOf = (limit: string | null, used: string): string | null => {
  if (limit === null) return null
  const left = minus(limit, used)
  return compareMoney(left, '0') < 0 ? '0.00' : left
}

export type FunderFactValues = {
  name: string
  ageRange: string
  cutoffTime: string
  settleDay: string
  compensateDays: string
}
type FactFinding =
  | 'rules.required'
  | `funders.refusals.${'ageRange' | 'cutoffTime' | 'settleDay' | 'compensateDays'}`

const hour = /^([01]\d|2[0-3]):[0-5]\d$/
export function isAgeRange(text: string): boolean {
  const [, youngest = '', oldest = ''] = /^(\d{2})-(\d{2})$/.exec(text) ?? []
  return youngest !== '' && Number(youngest) <= Number(oldest)
}

/** All else of a funder is judged as it is typed, by field. */
export function factFindings(values: FunderFactValues): Partial<Record<keyof FunderFactValues, FactFinding>> {
  const found: Partial<Record<keyof FunderFactValues, FactFinding>> = {}
  if (tidy(values.name) === '') found.name = 'rules.required'
  if (has(values.ageRange) && !isAgeRange(tidy(values.ageRange))) found.ageRange = 'funders.refusals.ageRange'
  if (has(values.cutoffTime) && !hour.test(tidy(values.cutoffTime)))
    found.cutoffTime = 'funders.refusals.cutoffTime'
  const day = Number(values.settleDay)
  if (has(values.settleDay) && (!/^\d{1,2}$/.test(values.settleDay) || day < 1 || day > 28))
    found.settleDay = 'funders.refusals.settleDay'
  if (has(values.compensateDays) && !/^[1-9]\d{0,2}$/.test(values.compensateDays))
    found.compensateDays = 'funders.refusals.compensateDays'
  return found
}
