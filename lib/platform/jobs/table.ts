import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../db/columns.ts'
import { tenantTable } from '../db/tenant-table.ts'
import { jobStates } from './rules/jobs.ts'

/** 任务: a run of a job, from its plan to its end. */
export const job = tenantTable(
  'job',
  {
    /** Of jobs/all-jobs.ts */
    name: text().notNull(),
    /** A job of this name may be run once only, such as a run of the plan */
    onceKey: text(),
    /** Ids alone */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    status: text({ enum: jobStates }).notNull().default('queued'),
    runAt: instant().notNull().default(sql`now()`),
    /** Says which worker has it: one that was thought gone finds another number */
    attempts: integer().notNull().default(0),
    /** In a row; a stop of the process is none */
    failures: integer().notNull().default(0),
    /** Until then it belongs to the worker that runs it */
    leasedUntil: instant(),
    startedAt: instant(),
    endedAt: instant(),
    done: integer().notNull().default(0),
    total: integer(),
    stopAsked: boolean().notNull().default(false),
    error: text(),
  },
  (t) => [
    uniqueIndex('job_once').on(t.tenantId, t.name, t.onceKey),
    index('job_open').on(t.tenantId, t.runAt, t.id).where(sql`${t.status} in ('queued', 'running')`),
    index('job_newest').on(t.tenantId, t.name, t.id),
    // Of all tenants at once, as nlos_waiting_jobs() asks.
    index('job_waiting').on(t.runAt).where(sql`${t.status} in ('queued', 'running')`),
  ],
)
