/** 结算账户 (domain.md 2.8): the accounts of shops, channels and branches to which money is paid. */

export const accountStates = ['待审核', '已通过', '驳回', '变更待审', '已停用'] as const
export type AccountState = (typeof accountStates)[number]

/** 归属. */
export const accountOwners = ['shop', 'channel', 'branch'] as const
export type AccountOwner = (typeof accountOwners)[number]

/** 收款, 返佣, 保证金. */
export const accountKinds = ['payee', 'rebate', 'deposit'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Money may be paid there: a change that waits leaves the old account in force. */
export const payableStates = ['已通过', '变更待审'] as const satisfies readonly AccountState[]

export const accountLimits = { holder: 60, number: 30, bank: 80, reason: 200 } as const

/** Digits of an account, as banks give them; what is typed between them is left out before. */
export const isAccountNo = (text: string): boolean => /^\d{8,30}$/.test(text)
export const cleanAccountNo = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '')

export type AccountStep = 'change' | 'stop'
export type AccountRefusal = 'accounts.refusals.waiting' | 'accounts.refusals.stopped'
type Answer = { ok: true } | { ok: false; reason: AccountRefusal }

/** A second person has still to look at it. */
export const isBeingChecked = (state: AccountState): boolean => state === '待审核' || state === '变更待审'

/** True where an account can be changed or stopped now. */
export function accountCan(_step: AccountStep, state: AccountState): Answer {
  if (isBeingChecked(state)) return { ok: false, reason: 'accounts.refusals.waiting' }
  return state === '已停用' ? { ok: false, reason: 'accounts.refusals.stopped' } : { ok: true }
}
