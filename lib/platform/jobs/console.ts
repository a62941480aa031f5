import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Contracts } from '../../domains/endpoints.ts'
import { allJobs } from '../../domains/jobs.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { nextVersion } from '../db/changed-by.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { is, mostCounted, textIn } from '../db/list-conditions.ts'
import { badInput, refused } from '../errors.ts'
import type { HandlersOf } from '../handler.ts'
import { byId, subject } from '../subject.ts'
import { jobs as calls, type JobRow, type PlannedJob } from './contract.ts'
import { startJob, wakeJobs } from './jobs.ts'
import { nextTime } from './plan.ts'
import { job } from './table.ts'

/** 任务中心. */

type Row = typeof job.$inferSelect

const planned = allJobs.filter(({ schedule }) => schedule)
const isPlanned = (name: string) => planned.some((one) => one.name === name)

const runs = defineList(calls.runs, {
  table: job,
  scope: 'tenant',
  filters: { status: is(job.status), name: is(job.name) },
  search: textIn(job.name, job.error),
  sorts: { runAt: job.runAt, startedAt: job.startedAt },
  rows: readRuns,
  countTo: mostCounted,
})

async function readRuns(ids: number[]): Promise<JobRow[]> {
  const rows = await db().select().from(job).where(inArray(job.id, ids))
  return rows.map((row) => ({
    id: row.id,
    rowVersion: row.rowVersion,
    name: row.name,
    status: row.status,
    planned: isPlanned(row.name),
    runAt: row.runAt,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    ms: lengthOf(row),
    done: row.done,
    total: row.total,
    failures: row.failures,
    stopAsked: row.stopAsked && row.status === 'running',
    error: row.error,
  }))
}

function lengthOf({ startedAt, endedAt, status }: Row): number | null {
  if (!startedAt || (status !== 'running' && !endedAt)) return null
  return Math.max(0, (endedAt ? Date.parse(endedAt) : Date.now()) - Date.parse(startedAt))
}

async function plan(_input: unknown, { now }: Pick<Call, 'now'>): Promise<{ data: PlannedJob[] }> {
  const names = planned.map(({ name }) => name)
  const newest = await db()
    .selectDistinctOn([job.name], { name: job.name, runAt: job.runAt, status: job.status })
    .from(job)
    .where(inArray(job.name, names))
    .orderBy(job.name, desc(job.id))
  const last = new Map(newest.map((one) => [one.name, one]))
  return {
    data: planned.map(({ name, schedule = '' }) => ({
      name,
      nextAt: nextTime(schedule, now)?.toISOString() ?? null,
      lastAt: last.get(name)?.runAt ?? null,
      lastStatus: last.get(name)?.status ?? null,
    })),
  }
}

/** @throws 400 for what is not on the plan, 422 while a run of it waits or is under way */
async function runNow({ name }: { name: string }): Promise<{ id: number }> {
  if (!isPlanned(name)) throw badInput({ name: 'jobs.notPlanned' })
  const [open] = await db()
    .select({ id: job.id })
    .from(job)
    .where(and(eq(job.name, name), inArray(job.status, ['queued', 'running'])))
    .limit(1)
  if (open) throw refused('jobs.isUnderWay')
  const id = await startJob(name)
  await audit({ object: `job:${id}`, after: { name } })
  return { id }
}

/** @throws 422 for one that neither failed nor was stopped */
async function retry(_input: unknown, _call: Call, row: Row): Promise<Record<string, never>> {
  if (row.status !== 'failed' && row.status !== 'stopped') throw refused('jobs.nothingToRetry')
  await change(row, {
    status: 'queued',
    failures: 0,
    stopAsked: false,
    endedAt: null,
    error: null,
    runAt: sql`now()`,
  })
  await audit({ before: { status: row.status }, after: { name: row.name, status: 'queued' } })
  wakeJobs()
  return {}
}

/** @throws 422 for one that has ended */
async function stop(_input: unknown, _call: Call, row: Row): Promise<Record<string, never>> {
  if (row.status !== 'queued' && row.status !== 'running') throw refused('jobs.hasEnded')
  const waits = row.status === 'queued'
  await change(row, waits ? { status: 'stopped', endedAt: sql`now()` } : { stopAsked: true })
  await audit({ before: { status: row.status }, after: { name: row.name, status: 'stopped' } })
  return {}
}

const change = (row: Row, values: PgUpdateSetSource<typeof job>) =>
  db()
    .update(job)
    .set({ ...values, updatedAt: sql`now()`, rowVersion: nextVersion(job) })
    .where(eq(job.id, row.id))

export const jobSubject = subject({ noun: 'job', nameOf: ({ id }: Row) => id, lock: byId(job) })

export const jobHandlers: HandlersOf<Contracts['jobs']> = { runs: runs.page, plan, runNow, retry, stop }
