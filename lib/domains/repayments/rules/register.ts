import { type RepaymentChannel, repaymentChannels } from '../../loans/rules/repayment.ts'

/** 代扣 registers its own money: by hand it would count twice. */
export const registeredChannels = repaymentChannels.filter((channel) => channel !== 'deduction') as Exclude<
  RepaymentChannel,
  'deduction'
>[]

export const repaymentLimits = { thirdNo: 40, payerName: 60 }
