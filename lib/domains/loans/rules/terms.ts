import type { InstRounding } from '../../../rules/amortise.ts'
import type { RepayMethod } from '../../../rules/schedule.ts'
import type { Fen, Ppm } from './exact.ts'
import { type FiveClass, fiveClasses, type PrepayWay } from './facts.ts'

/** 费用, 罚息, 利息, 本金: as lib/domains/products/rules/product.ts orders them. */
export type AllocationPart = 'fee' | 'penalty' | 'interest' | 'principal'

/** The terms of product, tenant and funder that a loan keeps for life (domain.md 4.1). Rates are parts of a million. */
export type LoanTerms = {
  method: RepayMethod
  /** Of a year; of 等本等息 nothing counts by it. */
  annualRate: Ppm
  /** 计息基准: odd days and accrual divide by the basis. */
  monthly: boolean
  basis: 360 | 365
  rounding: InstRounding
  /** A fixed repayment day made the first period other than a month. */
  oddFirstPeriod: boolean
  penalty: {
    daily: Ppm
    /** 罚息基数: unpaid principal and interest of the instalment, or its principal. */
    base: 'rent' | 'principal'
    graceDays: number
    /** 超期追溯: beyond the grace it counts from the first day. */
    graceRetro: boolean
  }
  allocation: {
    order: readonly AllocationPart[]
    mode: 'instalment' | 'component'
    /** 逾期 > 90 天先本后息. */
    principalFirst: boolean
  }
  early: {
    /** 违约金 by periods paid: the first tier that reaches them. */
    tiers: readonly { through: number; rate: Ppm }[]
    minPeriods: number
    interest: 'to_date' | 'full_period'
    /** 等本等息: the running period in full, or the rule of 78 by contract. */
    flat: 'running_period' | 'rule_of_78'
    /** 服务费退还. */
    feeRefund: { kind: 'none' } | { kind: 'by_period'; share: Ppm } | { kind: 'full' }
    /** 返佣扣回 where it is settled within so many periods. */
    rebatePeriods: number
  }
  /** 部分提前还款: absent of loans that were released before products' rules were kept. */
  prepay?: { least: Fen; timesAYear: number | null; ways: readonly PrepayWay[] }
  /** 逾期判定容差. */
  tolerance: Fen
  /** Upper days of M0, M1, …; beyond the last is the next one. */
  buckets: readonly number[]
  /** Upper days of 正常, 关注, …; beyond the last is 损失. */
  classDays: readonly number[]
  /** 非应计 beyond so many days. */
  nonAccrualDays: number
  /** Months without a day overdue before a class gets better. */
  cleanMonths: number
  /** Shares of the book value by class, at month ends; null keeps none. */
  provisions: readonly Ppm[] | null
  /** Interest is accrued at month ends too, and not on due days alone. */
  accruesMonthly: boolean
  funder: null | { kind: 'joint'; share: Ppm } | { kind: 'assisted'; annualRate: Ppm }
}

/** The defaults of domain.md 4.1, 4.8 and 4.9. */
export const usualTerms: LoanTerms = {
  method: 'annuity',
  annualRate: 0,
  monthly: true,
  basis: 360,
  rounding: 'cent',
  oddFirstPeriod: false,
  penalty: { daily: 500, base: 'rent', graceDays: 3, graceRetro: true },
  allocation: {
    order: ['fee', 'penalty', 'interest', 'principal'],
    mode: 'instalment',
    principalFirst: false,
  },
  early: {
    tiers: [
      { through: 12, rate: 30_000 },
      { through: 24, rate: 20_000 },
    ],
    minPeriods: 6,
    interest: 'to_date',
    flat: 'running_period',
    feeRefund: { kind: 'none' },
    rebatePeriods: 6,
  },
  tolerance: 100,
  buckets: [0, 30, 60, 90, 120, 150, 180],
  classDays: [0, 90, 270, 360],
  nonAccrualDays: 90,
  cleanMonths: 6,
  provisions: [10_000, 20_000, 250_000, 500_000, 1_000_000],
  accruesMonthly: true,
  funder: null,
}

/** The place of days in a table of upper bounds: beyond all of them is its length. */
export function stepOf(days: number, bounds: readonly number[]): number {
  let step = 0
  while (step < bounds.length && days > (bounds[step] ?? 0)) step += 1
  return step
}

export const bucketOf = (dpd: number, { buckets }: LoanTerms): string => {
  const step = stepOf(dpd, buckets)
  return step === buckets.length ? `M${step}+` : `M${step}`
}

export const classNamed = (step: number): FiveClass => fiveClasses[step] ?? '损失'
