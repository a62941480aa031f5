/** 等待, 运行中, 完成, 失败, 已停止. */
export const jobStates = ['queued', 'running', 'done', 'failed', 'stopped'] as const
export type JobState = (typeof jobStates)[number]

/** So often a job is tried before it has failed. */
export const jobTries = 5

/** The time that a job rests after its n-th try failed, in ms: 10 s, 1 min, 6 min, 36 min. */
export const jobRest = (tries: number): number => 10_000 * 6 ** (tries - 1)
