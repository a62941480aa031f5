import { compareMoney, minus } from '../../../rules/money.ts'

/** 余额 (domain.md 3.2): what we keep of a shop or channel, 保证金, and what we owe it, 返佣 and 佣金. */

export const balanceKinds = ['deposit', 'rebate', 'commission'] as const

export const ownerKinds = ['shop', 'channel'] as const

/** 充值, 计提, 扣回, 支付, 冲销, 提现. */
export const flowKinds = ['top_up', 'accrued', 'clawed', 'paid', 'reversed', 'withdrawal'] as const

export type BalanceFacts = { balance: string; frozen: string }

/** As much may be asked for as stands there, less what waits to be checked. A claw-back can leave less than nothing. */
export const availableOf = ({ balance, frozen }: BalanceFacts): string => minus(balance, frozen)

export const covers = (facts: BalanceFacts, amount: string): boolean =>
  compareMoney(amount, availableOf(facts)) <= 0

export const balanceLimits = { line: 60, reason: 200 } as const
