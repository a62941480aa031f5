import * as z from 'zod'
import { read, write } from '../contract/endpoint.ts'
import { done, id, listInput, page } from '../contract/wire.ts'
import { jobStates } from './rules/jobs.ts'

/** 任务中心: what the service does behind the calls. Everything is the tenant's own. */

const jobRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  /** Its words are `jobs.titles.<name>`, dots as underscores. */
  name: z.string(),
  status: z.enum(jobStates),
  /** It is on the plan, and runs by itself. */
  planned: z.boolean(),
  /** The time from which it may begin. */
  runAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The time that it has been running, or ran. */
  ms: z.number().int().nullable(),
  done: z.number().int(),
  total: z.number().int().nullable(),
  failures: z.number().int(),
  stopAsked: z.boolean(),
  error: z.string().nullable(),
})
export type JobRow = z.output<typeof jobRow>

const plannedJob = z.object({
  name: z.string(),
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  lastStatus: z.enum(jobStates).nullable(),
})
export type PlannedJob = z.output<typeof plannedJob>

export const jobs = {
  /** Runs, newest first; what is under way, has ended and waits. */
  runs: read({
    method: 'POST',
    path: '/biz/job/list',
    access: ['sys:job:list'],
    of: ['job'],
    input: z.object({
      ...listInput('runAt:desc', 'startedAt'),
      status: z.enum(jobStates).optional(),
      name: z.string().max(60).optional(),
    }),
    output: page(jobRow),
  }),
  /** The plan: what runs by itself, and when next. */
  plan: read({
    method: 'POST',
    path: '/biz/job/plan',
    access: ['sys:job:list'],
    of: ['job'],
    input: z.object({}),
    output: z.object({ data: z.array(plannedJob) }),
  }),
  /** 立即运行: a job of the plan, once more. 422 while a run of it waits or is under way. */
  runNow: write({
    method: 'POST',
    path: '/biz/job/run',
    access: ['sys:job:save'],
    writes: { on: 'job', action: 'job.run' },
    input: z.object({ name: z.string().max(60) }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 重试: what failed or was stopped goes on where it was. */
  retry: write({
    method: 'POST',
    path: '/biz/job/retry',
    access: ['sys:job:save'],
    writes: { on: 'job', id: 'id', action: 'job.retry', many: true },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 停止: at once where it waits, at its next step where it runs. */
  stop: write({
    method: 'POST',
    path: '/biz/job/stop',
    access: ['sys:job:save'],
    writes: { on: 'job', id: 'id', action: 'job.stop', many: true },
    input: z.object({ id: id() }),
    output: done,
  }),
}
