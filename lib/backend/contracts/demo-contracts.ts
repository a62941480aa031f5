import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, desc, eq, isNotNull, notExists, sql } from 'drizzle-orm'
import { businessDate } from '../../rules/business-date.ts'
import { type ContractStatus, signingDays } from '../../rules/contract-kinds.ts'
import type { Order } from '../applications/move-order.ts'
import { withCall } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { contract } from '../db/schema/contracts.ts'
import { reviewLog } from '../db/schema/reviews.ts'
import { CallError } from '../errors.ts'
import { defineJob, type JobRun } from '../jobs/jobs.ts'
import { describeError, log } from '../log.ts'
import { type Drawn, drawAll, drawnFiles, writeContracts } from './generate.ts'
import { orderSet } from './order-set.ts'
import { staffCall } from './staff-call.ts'

/**
 * Orders of the demo are seeded past the making of their contracts, which would take the first start minutes. They are
 * drawn after it instead, one order after another, as they were on the day that the order says.
 */

/** Between two orders: whoever looks at the demo is not to notice. */
const restMs = 1_000

export const demoContractsJob = defineJob({
  name: 'contracts.demo',
  run: async (_data, job) => {
    for (const orderId of await inTenant(job.tenantId, ordersWithout)) {
      // What ends here is not done: the job is run again.
      job.signal.throwIfAborted()
      await drawFor(orderId, job).catch((error: unknown) => {
        if (job.signal.aborted) throw error
        // One that fails keeps no other from its own.
        log({ event: 'demo contract not drawn', order: orderId, ...describeError(error) })
      })
      await pause(restMs)
    }
  },
})

/** Orders that bear the number of a contract which nobody made, the newest first. */
async function ordersWithout(): Promise<number[]> {
  const made = db().select({ one: sql`1` }).from(contract).where(eq(contract.orderId, application.id))
  const rows = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(isNotNull(application.contractNo), notExists(made)))
    .orderBy(desc(application.stageEnteredAt), asc(application.id))
  return rows.map(({ id }) => id)
}

type Demo = Pick<JobRun, 'tenantId' | 'step'>

/** @returns how many were drawn */
export async function drawFor(orderId: number, job: Demo): Promise<number> {
  const told = await inTenant(job.tenantId, () => storyOf(orderId))
  if (!told) return 0
  const { order, at, by } = told
  const call = await inTenant(job.tenantId, () => staffCall(by, job.tenantId, new Date(at)))
  if (!call) return 0
  const { planned } = await inTenant(job.tenantId, () => withCall(call, () => orderSet(order, call)))
  const drawn = await drawAll(planned, call).catch((error: unknown): Drawn[] => {
    if (!(error instanceof CallError)) throw error
    log({ event: 'demo contract not drawn', order: order.orderNo, reason: error.message })
    return []
  })
  const files = drawnFiles(drawn, job.tenantId)
  await files.keep()
  let kept = false
  try {
    await job.step(async () => {
      // Somebody may have made them meanwhile, or another process drawn them.
      const [now] = await db().select().from(application).where(eq(application.id, orderId)).for('update')
      const count = await db().$count(contract, eq(contract.orderId, orderId))
      if (count > 0 || now?.contractNo !== order.contractNo) return
      await writeContracts(orderId, drawn, standOf(order, at), by)
      kept = true
    })
  } finally {
    await files.settle(kept)
  }
  return kept ? drawn.length : 0
}

/** The order, and when and by whom its contracts were made. */
async function storyOf(orderId: number) {
  const [order] = await db().select().from(application).where(eq(application.id, orderId))
  const [made] = await db()
    .select()
    .from(reviewLog)
    .where(and(eq(reviewLog.orderId, orderId), eq(reviewLog.event, 'gen_contract')))
    .orderBy(desc(reviewLog.seq))
    .limit(1)
  return order && made ? { order, at: new Date(made.at).toISOString(), by: made.actorId } : undefined
}

/** What became of them since. */
function standOf({ econtractSignedAt, voidReason, updatedAt, valueDate }: Order, at: string) {
  const expireAt = new Date(new Date(at).getTime() + signingDays * 86_400_000)
  const status: ContractStatus = econtractSignedAt ? '已签署' : expireAt < new Date() ? '已过期' : '已生成'
  return {
    ...{ generatedAt: at, expireAt: expireAt.toISOString(), signedAt: econtractSignedAt },
    ...(voidReason === null ? { status } : { status: '已作废' as const, voidReason, voidedAt: updatedAt }),
    effectiveFrom: valueDate && businessDate(new Date(`${valueDate}T00:00:00+08:00`)),
  }
}
