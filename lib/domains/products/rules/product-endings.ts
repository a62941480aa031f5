/** 提前结清 and 部分提前还款 of a product (domain.md 4.9, 4.10): what a loan may be ended early for, as it is edited. */

/** 按日, 按期: until which day a loan that is settled early bears interest. */
export const EARLY_INTERESTS = ['to_date', 'full_period'] as const
/** 期数不变减月供, 月供不变缩期: what a partial prepayment changes. */
export const PREPAY_WAYS = ['reduce', 'shorten'] as const

/** 违约金 while no more than so many instalments are paid; behind the last tier there is none. */
export type EarlyTier = { through: string; rate: string }

export type ProductEndings = {
  /** Instalments that are paid before. */
  earlyMinPeriods: string
  earlyInterest: string
  earlyTiers: readonly EarlyTier[]
  prepayMin: string
  /** Times a year; empty: as often as the customer likes. */
  prepayTimes: string
  prepayWays: readonly string[]
}

/** Everything that holds where a product says nothing else. */
export const usualEndings: ProductEndings = {
  earlyMinPeriods: '6',
  earlyInterest: 'to_date',
  earlyTiers: [
    { through: '12', rate: '0.0300' },
    { through: '24', rate: '0.0200' },
  ],
  prepayMin: '5000.00',
  prepayTimes: '',
  prepayWays: ['reduce', 'shorten'],
}
