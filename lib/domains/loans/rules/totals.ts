import type { Fen } from './exact.ts'
import type { Instalment } from './instalment.ts'

/** Principal, interest, fees and penalties of instalments, added up. */

export type Parts = { principal: Fen; interest: Fen; fee: Fen; penalty: Fen }

export const wholeOf = ({ principal, interest, fee, penalty }: Parts): Fen =>
  principal + interest + fee + penalty

/** 应还: what the plan asks for, and the fees and penalties that came to it. */
export const askedOf = (one: Instalment): Parts => ({
  principal: one.principal,
  interest: one.interest,
  fee: one.fee + one.serviceFee,
  penalty: one.penalty,
})

/** 已还. */
export const paidOf = (one: Instalment): Parts => ({
  principal: one.paidPrincipal,
  interest: one.paidInterest,
  fee: one.paidFee + one.paidServiceFee,
  penalty: one.paidPenalty,
})

/** 减免, and what an early settlement did not ask for. */
export const forgivenOf = (one: Instalment): Parts => ({
  principal: 0,
  interest: one.waivedInterest + one.spared,
  fee: one.waivedFee + one.sparedServiceFee,
  penalty: one.waivedPenalty,
})

/** 未还. */
export function openOf(one: Instalment): Parts {
  const asked = askedOf(one)
  const paid = paidOf(one)
  const forgiven = forgivenOf(one)
  return {
    principal: asked.principal - paid.principal,
    interest: asked.interest - paid.interest - forgiven.interest,
    fee: asked.fee - paid.fee - forgiven.fee,
    penalty: asked.penalty - paid.penalty - forgiven.penalty,
  }
}

export function sumOf(ones: readonly Instalment[], of: (one: Instalment) => Parts): Parts {
  const sum: Parts = { principal: 0, interest: 0, fee: 0, penalty: 0 }
  for (const one of ones) {
    const parts = of(one)
    sum.principal += parts.principal
    sum.interest += parts.interest
    sum.fee += parts.fee
    sum.penalty += parts.penalty
  }
  return sum
}
