import { milestones } from './milestones.ts'
import { type Holding, hasAll, hasAny } from './permission-match.ts'

/**
 * Separation of duties: what one person may never hold together, from the column "never does" of domain.md 1.2. It
 * looks at what somebody holds, not at the names of roles, because a tenant makes roles of its own. What depends on
 * one order, such as not deciding it twice, is judged there (order-permissions.ts).
 */

const entry: readonly Holding[] = ['order:create', 'order:submit_pre', 'order:entry', 'order:submit_first']
const risk: readonly Holding[] = [
  'order:claim_risk',
  'order:decide_risk',
  'order:decide_risk_large',
  'order:reconsider',
]
const first: readonly Holding[] = ['order:claim_first', 'order:decide_first']
const review: readonly Holding[] = ['order:claim_pre', 'order:decide_pre', ...first, ...risk]
const release: readonly Holding[] = [
  'release:make',
  'release:check',
  'release:undo',
  'account:save',
  'account:check',
]
/** Whoever makes or checks what moves money. */
const money: readonly Holding[] = [
  ...release,
  'release:confirm',
  'payment:register',
  'card:check',
  'loan:register',
  'loan:propose',
  'loan:check',
  'fund_flow:match',
  'balance:save',
  'balance:check',
]

/** Whoever brings an order, and profits from its release. */
const bringing: readonly Holding[] = [...entry, 'shop_user', 'channel_mgr']
/** Whoever lets it on towards that release. */
const controls: readonly Holding[] = Object.values(milestones).map(({ clears }) => clears)

/** Each with the two sides of which nobody holds something of both. */
const duties = {
  /** 录单员 never reviews. */
  entryReview: [entry, review],
  /** 运营初审员 never rejects for risk. */
  firstRisk: [first, risk],
  /** 渠道经理 never reviews orders of the own channel. */
  channelReview: [['channel_mgr'], review],
  /** 风控 never releases money. */
  riskRelease: [risk, release],
  /** 合同专员 never changes approved terms. */
  contractTerms: [['contract:generate'], ['order:change_terms']],
  /** 门店客户经理 never sees scores and internal notes. */
  shopInternal: [['shop_user'], ['order:internal']],
  /** 系统管理员 never takes business decisions. */
  adminBusiness: [
    ['sys:user:save', 'sys:role:save', 'sys:rights:check', 'menu:manage', 'dict:manage', 'sys:tenant:save'],
    [...entry, ...review, ...release, 'order:change_terms', 'capital:decide', 'contract:generate'],
  ],
  /** Those who bring an order as far as its money never make or check its payments. */
  entryMoney: [entry, money],
  shopMoney: [['shop_user'], money],
  channelMoney: [['channel_mgr'], money],
  contractMoney: [['contract:generate', 'interview:handle'], money],
  capitalMoney: [['capital:push', 'capital:decide'], money],
  materialMoney: [['material:review', 'gps:stock'], money],
  /** Those who profit from a release never say that what it waits for is done. */
  bringingControls: [bringing, controls],
} as const satisfies Record<string, readonly [readonly Holding[], readonly Holding[]]>

export type Duty = keyof typeof duties | 'makerChecker'
export type DutyMessage = `staff.duty.${Duty}`

/** 出纳 and 财务复核: whoever makes a kind of change never checks it. */
const makersAndCheckers: readonly (readonly [Holding, Holding])[] = [
  ['account:save', 'account:check'],
  ['release:make', 'release:check'],
  ['payment:register', 'release:check'],
  ['capital:decide', 'release:check'],
  ['card:bind', 'card:check'],
  ['release:undo', 'release:confirm'],
  ['loan:register', 'loan:check'],
  ['fund_flow:match', 'loan:check'],
  ['service_fee:save', 'service_fee:confirm'],
  ['loan:propose', 'loan:check'],
  ['loan:write_off', 'loan:check'],
  ['ledger:close', 'ledger:check'],
  ['balance:save', 'balance:check'],
  ['funder:save', 'funder:check'],
  ['archive:keep', 'archive:approve'],
  ['archive:apply', 'archive:approve'],
  ['opening:save', 'opening:first'],
  ['opening:save', 'opening:check'],
]

/**
 * The first duty that somebody would break.
 *
 * @param held role codes and permissions together
 * @returns the key of its message, or null when nothing is wrong
 */
export function dutyConflict(held: Iterable<string>): DutyMessage | null {
  const all = new Set(held)
  if (makersAndCheckers.some((both) => hasAll(all, both))) return 'staff.duty.makerChecker'
  for (const [duty, [one, other]] of Object.entries(duties)) {
    if (hasAny(all, one) && hasAny(all, other)) return `staff.duty.${duty as keyof typeof duties}`
  }
  return null
}
