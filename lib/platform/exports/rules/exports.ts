/** 排队, 进行中, 完成, 失败, 已取消, 已过期. */
export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** Rows of a file that is sent at once; a longer one is made behind the call. */
export const mostAtOnce = 2_000

/** Days after which a file is deleted. */
export const keptDays = 7
/** Days after which nothing is said of it any more but in the audit log. */
export const listedDays = 30

export const isOpen = (state: ExportState): boolean => state === 'queued' || state === 'running'
