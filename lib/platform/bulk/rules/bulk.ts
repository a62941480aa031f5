/** 批量操作: one verb done to many rows, behind the call that asked for it. */

export const bulkStates = ['running', 'stopped', 'done'] as const
export type BulkState = (typeof bulkStates)[number]

export const bulkRowStates = ['waiting', 'done', 'refused'] as const

/** Rows of one go: all that a filter leaves, as far as a list of what came of them is still read. */
export const mostOfBulk = 1_000
