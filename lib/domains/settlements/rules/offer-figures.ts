/** Figures of a quote, in the order in which they are added up. */
export const offerFigures = [
  'principal',
  'interest',
  'overdueTotal',
  'penalty',
  'fee',
  'otherFee',
  'waiveAmount',
  'depositOffset',
  'prepaidOffset',
  'feeRefund',
  'payable',
] as const
export type OfferFigure = (typeof offerFigures)[number]
