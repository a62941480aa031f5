export type JobData = Readonly<Record<string, number | string | boolean | null | readonly number[]>>
export type JobRun = {
  id: number
  tenantId: number
  done: number
  total: number | null
  signal: AbortSignal
  progress(done: number, total: number): Promise<void>
  step<T>(work: () => Promise<T>, progress?: { done: number; total: number }): Promise<T>
}
export type Job = {
  name: string
  schedule?: string
  run(data: JobData, job: JobRun): Promise<void>
}
export const defineJob = (job: Job): Job => job
export async function startJob(_name: string, _data: JobData = {}, _how: { key?: string; at?: Date } = {}) {
  return 0
}
