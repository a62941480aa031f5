import { and, asc, eq, sql } from 'drizzle-orm'
import { type Call, withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { CallError } from '../../../platform/errors.ts'
import { defineJob, type JobRun } from '../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../platform/log.ts'
import { staffCall } from '../../../platform/staff-call.ts'
import { orderCan } from '../../orders/rules/order-permissions.ts'
import { factsOf, lockOrder, machineActor } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import type { BatchReason, BatchRowState } from '../rules/contract-batch.ts'
import { contractBatch, contractBatchRow } from '../table/batches.ts'
import { type Batch, batchJob, changeBatch, tellBatch } from './batches.ts'
import { addContracts, type Drawn, drawAll, drawnFiles } from './generate.ts'
import { type OrderSet, orderSet } from './order-set.ts'

/**
 * The job of a batch: order by order, each judged by the rights that whoever asked has at that moment. Drawing is done
 * outside a transaction; contracts and result of an order are written in one, so that no order is done twice, however
 * often the job is broken off. A batch never makes a contract void.
 */

type Row = typeof contractBatchRow.$inferSelect
type Next = { batch: Batch; row: Row; call: Call; done: number }
type Outcome = { state: BatchRowState; made?: number; reason?: BatchReason; names?: string }

export const contractBatchJob = defineJob({
  name: batchJob,
  run: ({ batchId, round }, job) => runBatch({ batchId: Number(batchId), round: Number(round) }, job),
})

export type BatchRun = Pick<JobRun, 'tenantId' | 'signal' | 'step'>

export async function runBatch(of: { batchId: number; round: number }, job: BatchRun): Promise<void> {
  for (;;) {
    // Everything that ends here is not done: the job is run again.
    job.signal.throwIfAborted()
    const next = await inTenant(job.tenantId, () => nextOf(of, job.tenantId))
    if (!next) return
    await makeOne(next, job).catch(async (error: unknown) => {
      // A job that is told to end is no fault of the order; neither is a database that is gone, which fails below again.
      if (job.signal.aborted) throw error
      log({ event: 'batch order failed', order: next.row.orderId, ...describeError(error) })
      await keepOutcome(next, job, async () => ({ state: 'failed', reason: 'broken' }))
    })
  }
}

/** The next order that waits; a batch without one is done, one that may not go on stops. */
async function nextOf({ batchId, round }: { batchId: number; round: number }, tenantId: number) {
  const batch = await runningBatch(batchId, round)
  if (!batch) return undefined
  const now = new Date()
  const call = await staffCall(batch.runBy, tenantId, now)
  const by = { actor: { id: batch.runBy } as Call['actor'], now }
  const endedAt = now.toISOString()
  if (!call?.actor.permissions.has('contract:generate')) {
    await changeBatch(batch, by, { state: 'stopped', endedAt, endReason: 'notAllowed' })
    return undefined
  }
  const [row] = await db()
    .select()
    .from(contractBatchRow)
    .where(and(eq(contractBatchRow.batchId, batchId), eq(contractBatchRow.state, 'waiting')))
    .orderBy(asc(contractBatchRow.id))
    .limit(1)
  if (!row) {
    await changeBatch(batch, by, { state: 'done', endedAt })
    return undefined
  }
  const waiting = await db().$count(
    contractBatchRow,
    and(eq(contractBatchRow.batchId, batchId), eq(contractBatchRow.state, 'waiting')),
  )
  return { batch, row, call, done: batch.total - waiting }
}

async function runningBatch(batchId: number, round: number): Promise<Batch | undefined> {
  const [batch] = await db().select().from(contractBatch).where(eq(contractBatch.id, batchId)).for('update')
  return batch?.state === 'running' && batch.round === round ? batch : undefined
}

async function makeOne(next: Next, job: BatchRun): Promise<void> {
  const { row, call } = next
  const judged = await inTenant(job.tenantId, () => withCall(call, () => judge(row.orderId, call)))
  if ('state' in judged) return keepOutcome(next, job, async () => judged)
  const drawn = await drawOrRefuse(judged.set, call)
  if ('state' in drawn) return keepOutcome(next, job, async () => drawn)
  const files = drawnFiles(drawn.drawn, call.tenantId)
  await files.keep()
  let kept = false
  try {
    await keepOutcome(next, job, async () => {
      const outcome = await add(row.orderId, judged.rowVersion, drawn.drawn, call)
      kept = outcome.state === 'made'
      return outcome
    })
  } finally {
    await files.settle(kept)
  }
}

/** Everything that stands in the way of an order now, or its contracts as they will be drawn. */
async function judge(orderId: number, call: Call): Promise<Outcome | { set: OrderSet; rowVersion: number }> {
  const order = await findOrder(orderId, call).catch(() => undefined)
  if (!order || !orderCan('gen_contract', factsOf(order), machineActor(call)).ok)
    return { state: 'hindered', reason: 'notNow' }
  const set = await orderSet(order, call)
  const [obstacle] = set.obstacles
  if (set.live.length > 0) return { state: 'hindered', reason: 'exists' }
  if (obstacle) return { state: 'hindered', reason: obstacle.key, names: obstacle.names }
  return { set, rowVersion: order.rowVersion }
}

async function drawOrRefuse({ planned }: OrderSet, call: Call): Promise<Outcome | { drawn: Drawn[] }> {
  try {
    return { drawn: await drawAll(planned, call) }
  } catch (error) {
    if (error instanceof CallError && error.body.code === 'contracts.lackingSigns')
      return { state: 'hindered', reason: 'signs', names: error.body.message }
    throw error
  }
}

/** The order is as it was judged, or somebody was faster. */
async function add(
  orderId: number,
  rowVersion: number,
  drawn: readonly Drawn[],
  call: Call,
): Promise<Outcome> {
  const order = await lockOrder(orderId, call)
  if (order?.rowVersion !== rowVersion) return { state: 'hindered', reason: 'changed' }
  const { made } = await addContracts(order, drawn, undefined, call)
  return { state: 'made', made }
}

/** One transaction: the batch still runs, the order still waits, and what comes of it is written. */
async function keepOutcome(next: Next, job: BatchRun, of: () => Promise<Outcome>): Promise<void> {
  const { batch, row, call } = next
  const progress = { done: next.done + 1, total: batch.total }
  await job.step(
    () =>
      withCall(call, async () => {
        if (!(await runningBatch(batch.id, batch.round))) return
        const [waiting] = await db()
          .select({ id: contractBatchRow.id })
          .from(contractBatchRow)
          .where(and(eq(contractBatchRow.id, row.id), eq(contractBatchRow.state, 'waiting')))
          .for('update')
        if (!waiting) return
        const { state, made = 0, reason = null, names = null } = await of()
        await db()
          .update(contractBatchRow)
          .set({ state, made, reason, reasonNames: names, doneAt: sql`now()` })
          .where(eq(contractBatchRow.id, row.id))
        await tellBatch(batch)
      }),
    progress,
  )
}
