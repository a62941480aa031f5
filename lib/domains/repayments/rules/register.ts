import { type MoneyChannel, moneyChannels } from '../../loans/rules/facts.ts'

/** 代扣 registers its own money: by hand it would count twice. */
export const registeredChannels = moneyChannels.filter((channel) => channel !== 'deduction') as Exclude<
  MoneyChannel,
  'deduction'
>[]

export const repaymentLimits = { thirdNo: 40, payerName: 60 }

/** 当日, 七日内, 全部. */
export const dueTimes = ['today', 'week', 'all'] as const
