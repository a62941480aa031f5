import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, textIn, to } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { startJob } from '../../../platform/jobs/jobs.ts'
import { publish } from '../../../platform/live-events.ts'
import { subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { application } from '../../orders/table.ts'
import { type BatchResult, type BatchRow, contractBatches as calls } from '../contract/batches.ts'
import { type BatchReason, mostOfBatch } from '../rules/contract-batch.ts'
import { contractBatch, contractBatchRow } from '../table/batches.ts'
import { contractStates, readContractRows } from './read-contracts.ts'

/** 批量生成: what is chosen, started, stopped and looked at; the work itself is run-batch.ts. */

export type Batch = typeof contractBatch.$inferSelect

export const batchJob = 'contracts.batch'

const { stageEnteredAt, createdAt, financeAmount } = application

export const candidates = defineList(calls.candidates, {
  ...orders,
  only: () =>
    and(
      inArray(application.status, ['wait_sign', 'preparing']),
      or(contractStates.none, contractStates.again),
    ),
  filters: {
    productId: is(application.productId),
    shopId: is(application.shopId),
    capitalId: is(application.capitalId),
    enteredFrom: from(stageEnteredAt),
    enteredTo: to(stageEnteredAt),
  },
  sorts: { stageEnteredAt, createdAt, financeAmount },
  rows: readContractRows,
})

/** A batch says how many orders there are: only those who asked see it, and those who see every order. */
const batchScope = ({ actor }: Pick<Call, 'actor'>): SQL | undefined =>
  actor.dataScope === 'all' && actor.shopId === null
    ? undefined
    : or(eq(contractBatch.createdBy, actor.id), eq(contractBatch.runBy, actor.id))

export const batchList = defineList(calls.list, {
  table: contractBatch,
  scope: { rows: batchScope },
  filters: { state: is(contractBatch.state) },
  search: (q) =>
    inArray(
      contractBatch.runBy,
      db().select({ id: sysUser.id }).from(sysUser).where(textIn(sysUser.name)(q)),
    ),
  sorts: { startedAt: contractBatch.startedAt },
  rows: readBatches,
})

async function readBatches(ids: readonly number[]): Promise<BatchRow[]> {
  const count = (state: string) =>
    sql<number>`count(*) filter (where ${contractBatchRow.state} = ${state})::int`
  const rows = await db()
    .select({
      batch: contractBatch,
      runByName: sysUser.name,
      made: count('made'),
      hindered: count('hindered'),
      failed: count('failed'),
      waiting: count('waiting'),
      contracts: sql<number>`coalesce(sum(${contractBatchRow.made}), 0)::int`,
    })
    .from(contractBatch)
    .innerJoin(sysUser, eq(sysUser.id, contractBatch.runBy))
    .leftJoin(contractBatchRow, eq(contractBatchRow.batchId, contractBatch.id))
    .where(inArray(contractBatch.id, [...ids]))
    .groupBy(contractBatch.tenantId, contractBatch.id, sysUser.tenantId, sysUser.id)
  return rows.map(({ batch, ...more }) => ({
    ...batch,
    ...more,
    endReason: batch.endReason as BatchRow['endReason'],
  }))
}

export async function readBatch(id: number, call: Call): Promise<BatchRow> {
  const [seen] = await db()
    .select({ id: contractBatch.id })
    .from(contractBatch)
    .where(and(eq(contractBatch.id, id), batchScope(call)))
  const [row] = seen ? await readBatches([id]) : []
  if (!row) throw notFound()
  return row
}

export const batchResults = defineList(calls.results, {
  table: contractBatchRow,
  scope: {
    rows: (call) =>
      and(
        inArray(
          contractBatchRow.batchId,
          db().select({ id: contractBatch.id }).from(contractBatch).where(batchScope(call)),
        ),
        inArray(
          contractBatchRow.orderId,
          db().select({ id: application.id }).from(application).where(orderScope(call.actor)),
        ),
      ),
  },
  filters: { batchId: is(contractBatchRow.batchId), state: is(contractBatchRow.state) },
  search: (q) =>
    inArray(
      contractBatchRow.orderId,
      db()
        .select({ id: application.id })
        .from(application)
        .where(textIn(application.orderNo, application.customerName)(q)),
    ),
  sorts: { id: contractBatchRow.id },
  rows: async (ids): Promise<BatchResult[]> => {
    const rows = await db()
      .select({ row: contractBatchRow, orderNo: application.orderNo, customerName: application.customerName })
      .from(contractBatchRow)
      .innerJoin(application, eq(application.id, contractBatchRow.orderId))
      .where(inArray(contractBatchRow.id, ids))
    return rows.map(({ row, ...order }) => ({
      ...row,
      ...order,
      reason: row.reason as BatchReason | null,
      names: row.reasonNames ?? '',
    }))
  },
})

export async function startBatch(input: ParsedInputOf<typeof calls.start>, call: Call) {
  const orderIds = input.all ? await allFound(input, call) : await visible(input.orderIds, call)
  if (orderIds.length === 0) throw badInput({ orderIds: 'contractBatch.noOrders' })
  const now = call.now.toISOString()
  const [batch] = await db()
    .insert(contractBatch)
    .values({
      state: 'running' as const,
      runBy: call.actor.id,
      total: orderIds.length,
      startedAt: now,
      createdBy: call.actor.id,
      updatedBy: call.actor.id,
    })
    .returning()
  if (!batch) throw new Error('the batch was not written')
  await db()
    .insert(contractBatchRow)
    .values(
      orderIds.map((orderId) => ({
        batchId: batch.id,
        orderId,
        state: 'waiting' as const,
        createdBy: call.actor.id,
      })),
    )
  await runSoon(batch)
  await audit({ object: `contractBatch:${batch.id}`, after: { total: orderIds.length } })
  return { id: batch.id, rowVersion: batch.rowVersion, total: orderIds.length }
}

/** @throws 404 unless the caller may see each of them */
async function visible(ids: readonly number[], { actor }: Call): Promise<number[]> {
  const wanted = [...new Set(ids)]
  const rows = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(inArray(application.id, wanted), orderScope(actor)))
  if (rows.length < wanted.length) throw notFound()
  return wanted
}

/** @throws 422 for more than a batch takes */
async function allFound(
  { orderIds: _ids, all: _all, ...filters }: ParsedInputOf<typeof calls.start>,
  call: Call,
): Promise<number[]> {
  const found: number[] = []
  for (;;) {
    const asked = calls.candidates.input.parse({ ...filters, start: found.length, length: 100 })
    const { data, total } = await candidates.page(asked, call)
    if (total > mostOfBatch) throw refused('contractBatch.tooMany', { count: total, most: mostOfBatch })
    found.push(...data.map(({ id }) => id))
    if (data.length < 100) return found
  }
}

/** In the transaction that wants it: a batch that is running has a job. */
const runSoon = ({ id, round }: Batch) =>
  startJob(batchJob, { batchId: id, round }, { key: `${id}/${round}` })

export async function stopBatch(_input: unknown, call: Call, batch: Batch) {
  if (batch.state !== 'running') throw refused('contractBatch.notRunning')
  await changeBatch(batch, call, { state: 'stopped', endedAt: call.now.toISOString(), endReason: null })
  await audit({ before: { state: batch.state }, after: { state: 'stopped' } })
  return {}
}

export async function resumeBatch(_input: unknown, call: Call, batch: Batch) {
  if (batch.state !== 'stopped') throw refused('contractBatch.notStopped')
  await runAgain(batch, call)
  return {}
}

export async function batchAgain(_input: unknown, call: Call, batch: Batch) {
  if (batch.state === 'running') throw refused('contractBatch.isRunning')
  const again = await db()
    .update(contractBatchRow)
    .set({ state: 'waiting', reason: null, reasonNames: null, doneAt: null })
    .where(
      and(eq(contractBatchRow.batchId, batch.id), notInArray(contractBatchRow.state, ['made', 'waiting'])),
    )
    .returning({ id: contractBatchRow.id })
  if (again.length === 0) throw refused('contractBatch.nothingFell')
  await runAgain(batch, call)
  return {}
}

async function runAgain(batch: Batch, call: Call): Promise<void> {
  const round = batch.round + 1
  const set = { state: 'running' as const, runBy: call.actor.id, round, endedAt: null, endReason: null }
  await changeBatch(batch, call, set)
  await runSoon({ ...batch, round })
  await audit({ before: { state: batch.state }, after: { state: 'running' } })
}

/** Whoever looks at it is told. */
export async function changeBatch(
  batch: Batch,
  call: Pick<Call, 'actor' | 'now'>,
  set: Partial<typeof contractBatch.$inferInsert>,
): Promise<void> {
  await db()
    .update(contractBatch)
    .set({
      ...set,
      ...changedBy(contractBatch, call),
    })
    .where(eq(contractBatch.id, batch.id))
  await tellBatch(batch)
}

/** Those in whose name it was asked for hear of it. */
export const tellBatch = ({ createdBy, runBy }: Batch): Promise<void> =>
  publish({ userIds: [createdBy, runBy], type: 'records', data: { of: 'contractBatch' } })

export const contractBatchSubject = subject({
  noun: 'contractBatch',
  nameOf: ({ id }: Batch) => id,
  lock: async (id: number, call: Call) => {
    const [row] = await db()
      .select()
      .from(contractBatch)
      .where(and(eq(contractBatch.id, id), eq(contractBatch.tenantId, call.tenantId), batchScope(call)))
      .for('update')
    return row
  },
})
