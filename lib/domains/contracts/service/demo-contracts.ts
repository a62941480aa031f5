import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, desc, eq, exists, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { CallError } from '../../../platform/errors.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { storeFile } from '../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../platform/files/sweep-files.ts'
import { defineJob, type JobRun } from '../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../platform/log.ts'
import { staffCall } from '../../../platform/staff-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { tenant } from '../../identity/table.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { application, reviewLog } from '../../orders/table.ts'
import { type ContractStatus, signingDays } from '../rules/contract-kinds.ts'
import { contract, contractSigner } from '../table/contracts.ts'
import { readContractFile } from './contract-files.ts'
import { demoHand } from './demo-hand.ts'
import { writeDemoSigning } from './demo-signing.ts'
import { sealContract } from './draw-contract.ts'
import { type Drawn, drawAll, drawnFiles, writeContracts } from './generate.ts'
import { orderSet } from './order-set.ts'
import { hasSeal, sealOf } from './seal/company-seal.ts'

/**
 * Orders of the demo are seeded past the making of their contracts, which would take the first start minutes. They are
 * drawn after it instead, one order after another, as they were on the day that the order says, and those that are signed
 * get the company's seal.
 */

/** Between two orders: whoever looks at the demo is not to notice. */
const restMs = 1_000

export const demoContractsJob = defineJob({
  name: 'contracts.demo',
  run: async (_data, job) => {
    for (const orderId of await inTenant(job.tenantId, ordersWithout)) {
      // Everything that ends here is not done: the job is run again.
      job.signal.throwIfAborted()
      await drawFor(orderId, job)
        .then(() => sealFor(orderId, job))
        .catch((error: unknown) => {
          if (job.signal.aborted) throw error
          // One that fails keeps no other from its own.
          log({ event: 'demo contract not drawn', order: orderId, ...describeError(error) })
        })
      await pause(restMs)
    }
  },
})

/** Orders that bear the number of a contract which nobody made, or which bears no seal; the newest first. */
async function ordersWithout(): Promise<number[]> {
  const ofOrder = (more?: SQL) =>
    db()
      .select({ one: sql`1` })
      .from(contract)
      .where(and(eq(contract.orderId, application.id), more))
  const rows = await db()
    .select({ id: application.id })
    .from(application)
    .where(and(isNotNull(application.contractNo), or(notExists(ofOrder()), exists(ofOrder(unsealed)))))
    .orderBy(desc(application.stageEnteredAt), asc(application.id))
  return rows.map(({ id }) => id)
}

const unsealed = and(eq(contract.status, '已签署'), isNull(contract.sealedHash))

type Demo = Pick<JobRun, 'tenantId' | 'step'>

/** @returns how many were sealed */
export async function sealFor(orderId: number, { tenantId, step }: Demo): Promise<number> {
  const { rows, owner } = await inTenant(tenantId, async () => ({
    rows: await db()
      .select()
      .from(contract)
      .where(and(eq(contract.orderId, orderId), unsealed)),
    owner: (await db().select({ company: tenant.name, code: tenant.code }).from(tenant))[0],
  }))
  if (!owner || !hasSeal(owner.code, 'own')) return 0
  for (const row of rows) {
    const signers = await inTenant(tenantId, () =>
      db()
        .select()
        .from(contractSigner)
        .where(eq(contractSigner.contractId, row.id))
        .orderBy(asc(contractSigner.seq)),
    )
    const signedAt = new Date(row.signedAt ?? row.generatedAt)
    const on = businessDate(signedAt)
    const { bytes } = await sealContract({
      bytes: await readContractFile(row, tenantId),
      stamps: {
        places: row.places ?? [],
        hands: signers
          .filter(({ signerRole }) => signerRole !== '出租人')
          .map(({ signerRole, name }) => ({ party: signerRole, on, signature: demoHand(name) })),
        seal: { party: '出租人', company: owner.company, on },
      },
      source: sealOf(owner.code, owner.company),
      reason: row.contractNo,
      at: signedAt.toISOString(),
    })
    const hash = hashOf(bytes)
    await storeFile(tenantId, hash, bytes)
    const kept = await step(() =>
      db()
        .update(contract)
        .set({ sealedHash: hash, sealedSize: bytes.length, sealLevel: 'B-B', sealedAt: row.signedAt })
        .where(and(eq(contract.id, row.id), unsealed))
        .returning({ id: contract.id }),
    )
    if (kept.length === 0) await deleteUnnamed(tenantId, hash)
  }
  return rows.length
}

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
      const stand = standOf(order, at)
      await writeContracts(orderId, drawn, stand, by)
      const { status, generatedAt, signedAt } = stand
      if (status === '已签署' && signedAt) await writeDemoSigning(order, { generatedAt, signedAt }, by)
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

/** The fate of them since. */
function standOf({ econtractSignedAt, voidReason, updatedAt, valueDate }: Order, at: string) {
  const expireAt = new Date(new Date(at).getTime() + signingDays * 86_400_000)
  const status: ContractStatus = econtractSignedAt ? '已签署' : expireAt < new Date() ? '已过期' : '已生成'
  return {
    generatedAt: at,
    expireAt: expireAt.toISOString(),
    signedAt: econtractSignedAt,
    ...(voidReason === null ? { status } : { status: '已作废' as const, voidReason, voidedAt: updatedAt }),
    effectiveFrom: valueDate && businessDate(new Date(`${valueDate}T00:00:00+08:00`)),
  }
}
