/** Figures of a loan by which two of its states are told apart. */
export const figureNames = [
  'status',
  'outstandingPrincipal',
  'dueToday',
  'overdueAmount',
  'penaltyDue',
  'feeDue',
  'prepaid',
  'deposit',
  'dpd',
  'bucket',
  'fiveClass',
  'nextDue',
  'nextAmount',
] as const
export type FigureName = (typeof figureNames)[number]

/** Figures that are amounts. */
export const moneyFigures: ReadonlySet<FigureName> = new Set([
  'outstandingPrincipal',
  'dueToday',
  'overdueAmount',
  'penaltyDue',
  'feeDue',
  'prepaid',
  'deposit',
  'nextAmount',
])
