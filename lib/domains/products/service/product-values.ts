import * as z from 'zod'
import { r2, roundTo } from '../../../rules/money.ts'
import { ALLOCATIONS, type ProductValues, tidyProduct } from '../rules/product.ts'
import { type ProductEndings, usualEndings } from '../rules/product-endings.ts'
import type { product } from '../table.ts'

/** A version as it is stored, and as it is edited. */

export type ProductRow = typeof product.$inferSelect

const feeItem = z.object({
  code: z.string(),
  rate: z.string().nullish(),
  amount: z.string().nullish(),
  chargeMode: z.string().nullish(),
})
/** As domain.md has them: `{min, tiers: [[12, "0.03"], …, [999, "0"]], interest}` and `{min, times, ways}`. */
const earlyRule = z.object({
  min: z.number(),
  tiers: z.array(z.tuple([z.number(), z.string()])),
  interest: z.string(),
})
const prepayRule = z.object({ min: z.string(), times: z.number().nullish(), ways: z.array(z.string()) })
/** The tier behind all others. */
const everLonger = 999

function endingsOf({ earlySettleRule, prepayRule: stored }: ProductRow): ProductEndings {
  const early = earlySettleRule === null ? null : earlyRule.parse(earlySettleRule)
  const prepay = stored === null ? null : prepayRule.parse(stored)
  return {
    ...usualEndings,
    ...(early && {
      earlyMinPeriods: String(early.min),
      earlyInterest: early.interest,
      earlyTiers: early.tiers
        .filter(([through]) => through < everLonger)
        .map(([through, rate]) => ({ through: String(through), rate: roundTo(rate, 4) })),
    }),
    ...(prepay && {
      prepayMin: r2(prepay.min),
      prepayTimes: String(prepay.times ?? ''),
      prepayWays: prepay.ways,
    }),
  }
}

const rateTable = z.record(z.string(), z.string())

/** Limits that a product leaves open do not bind. */
export function valuesOf(row: ProductRow): ProductValues {
  const rates = rateTable.parse(row.rateTable)
  return {
    code: row.code,
    name: row.name,
    bizMode: row.bizMode,
    templateCode: row.templateCode,
    flow: row.flow ?? '',
    vehicleKinds: row.vehicleKinds,
    repayMethod: row.repayMethod,
    paymentTiming: row.paymentTiming,
    dayCount: row.dayCount,
    instRounding: row.instRounding,
    principalGrace: String(row.principalGrace || ''),
    repayDay: String(row.repayDay ?? ''),
    rates: row.terms.map((term) => ({ term: String(term), rate: rates[term] ?? '' })),
    minAmount: row.minAmount ?? '0.00',
    maxAmount: row.maxAmount ?? '9999999999.99',
    ltvCap: row.ltvCap ?? '1.0000',
    totalCap: row.totalCap ?? '1.0000',
    downRatioMin: row.downRatioMin ?? '0.0000',
    depositRatioMin: row.depositRatioMin,
    depositRatio: row.depositRatio ?? '0.0000',
    depositUse: row.depositUse,
    depositInApr: row.depositInApr,
    balloonRatioMax: row.repayMethod === 'balloon' ? (row.balloonRatioMax ?? '') : '',
    aprCap: row.aprCap ?? '0.2400',
    fees: z
      .array(feeItem)
      .parse(row.feeItems ?? [])
      .map(({ code, rate, amount, chargeMode }) => ({
        code,
        rate: rate ?? '',
        amount: amount ?? '',
        chargeMode: chargeMode ?? '',
      })),
    allocOrder: row.allocOrder ?? ALLOCATIONS,
    penaltyDaily: row.penaltyDaily ?? '0.000500',
    graceDays: String(row.graceDays ?? 3),
    capitalIds: (row.capitalIds ?? []).map(String),
    funderShare: row.funderShare ?? '',
    funderRate: row.funderRate ?? '',
    subsidyMode: row.subsidyMode,
    subsidyRate: row.subsidyRate ?? '',
    subsidyAmount: row.subsidyAmount ?? '',
    directCostRatio: row.directCostRatio ?? '',
    ...endingsOf(row),
  }
}

const orNull = (text: string) => (text === '' ? null : text)
const rate4 = (text: string) => roundTo(text, 4)

/** The columns of values that are right. */
export function columnsOf(typed: ProductValues) {
  const { rates, fees, principalGrace, repayDay, graceDays, capitalIds, ...others } = tidyProduct(typed)
  const { earlyMinPeriods, earlyInterest, earlyTiers, prepayMin, prepayTimes, prepayWays, ...values } = others
  return {
    ...values,
    vehicleKinds: [...values.vehicleKinds],
    allocOrder: [...values.allocOrder],
    flow: orNull(values.flow),
    principalGrace: Number(principalGrace) || 0,
    repayDay: repayDay === '' ? null : Number(repayDay),
    graceDays: Number(graceDays),
    terms: rates.map(({ term }) => Number(term)),
    rateTable: Object.fromEntries(rates.map(({ term, rate }) => [Number(term), rate4(rate)])),
    feeItems: fees.map(({ code, rate, amount, chargeMode }) => ({
      code,
      ...(rate !== '' && { rate: rate4(rate) }),
      ...(amount !== '' && { amount: r2(amount) }),
      ...(chargeMode !== '' && { chargeMode }),
    })),
    capitalIds: capitalIds.map(Number),
    earlySettleRule: {
      min: Number(earlyMinPeriods),
      tiers: [...earlyTiers.map(({ through, rate }) => [Number(through), rate4(rate)]), [everLonger, '0']],
      interest: earlyInterest,
    },
    prepayRule: {
      min: r2(prepayMin),
      times: prepayTimes === '' ? null : Number(prepayTimes),
      ways: [...prepayWays],
    },
    balloonRatioMax: orNull(values.balloonRatioMax) ?? '0',
    funderShare: orNull(values.funderShare),
    funderRate: orNull(values.funderRate),
    subsidyRate: orNull(values.subsidyRate),
    subsidyAmount: orNull(values.subsidyAmount),
    directCostRatio: orNull(values.directCostRatio),
  }
}
