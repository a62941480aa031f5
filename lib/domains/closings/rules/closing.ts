/** 日终: the steps of a closing, in their order; each goes through in chunks, and a chunk is done once. */
export const closingSteps = ['lapse', 'loans', 'done'] as const

/** The reasons why the business day cannot be closed now: one is closed already, or it is not over. */
export const closingRefusals = ['underWay', 'notOver'] as const
export type ClosingRefusal = (typeof closingRefusals)[number]

/** The loans of one chunk. */
export const loansAtOnce = 1_000
