import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { CallError } from '../../../../platform/errors.ts'
import { hashOf } from '../../../../platform/files/file-hash.ts'
import { storeFile } from '../../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../../platform/files/sweep-files.ts'
import { defineJob, startJob } from '../../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../../platform/log.ts'
import { answered } from '../../../../platform/outside/answered.ts'
import { callOutside, isRequestOf } from '../../../../platform/outside/outbox.ts'
import { outsideCall } from '../../../../platform/outside/table.ts'
import { application } from '../../../orders/table.ts'
import { contract } from '../../table/contracts.ts'
import { signing } from '../../table/signing.ts'
import { readContractFile } from '../contract-files.ts'
import { readSeal, timeStampContract } from '../draw-contract.ts'
import { tellClerk, tellSealed } from '../signing/tell-signing.ts'
import { stampedBy } from './cms-signature.ts'

/**
 * A time stamp comes when its authority answers; the contract is sealed without one until then, and whole either way.
 * Where none comes the clerk is told, and asks again.
 */

export const stampJob = 'contracts.timeStamp'

export const sealStamped = answered<'timestamp'>({
  purpose: 'signing.stampPurpose',
  async done({ token }, { id, aboutId }) {
    const hash = await stampedBy(Buffer.from(token, 'base64'))
    // The call stays open: its authority is asked for another answer, and at last nobody answered.
    if (!hash || !(await isRequestOf(id, { hash }))) throw new Error('The time stamp is none of this seal.')
    await db().update(contract).set({ timeStamp: token }).where(eq(contract.id, aboutId))
    await startJob(stampJob, { contractId: aboutId }, { key: `${aboutId}-${id}` })
  },
  failed: (reason, call) => notStamped(call.aboutId, reason),
  dead: (reason, call) => notStamped(call.aboutId, reason),
})

/** The pages of the order show it; the clerk hears it once for a set whose stamps fail together. */
async function notStamped(contractId: number, reason: string): Promise<void> {
  const [order] = await db()
    .select({
      id: application.id,
      orderNo: application.orderNo,
      customerName: application.customerName,
    })
    .from(contract)
    .innerJoin(application, eq(application.id, contract.orderId))
    .where(eq(contract.id, contractId))
  if (!order) return
  const others = db()
    .select({ id: contract.id })
    .from(contract)
    .where(and(eq(contract.orderId, order.id), ne(contract.id, contractId)))
  const heard = await db().$count(
    outsideCall,
    and(
      ...[eq(outsideCall.aboutType, 'seal'), inArray(outsideCall.aboutId, others)],
      ...[inArray(outsideCall.status, ['failed', 'dead'])],
      gt(outsideCall.answeredAt, sql`now() - interval '10 minutes'`),
    ),
  )
  await tellSealed(order.id)
  if (heard > 0) return
  const [sender] = await db()
    .select({ createdBy: signing.createdBy })
    .from(signing)
    .where(eq(signing.orderId, order.id))
    .orderBy(sql`${signing.round} desc`)
    .limit(1)
  if (sender) await tellClerk(sender, order, new Date(), 'signing.stampFailed', { reason })
}

/** Puts a stamp into its file, or asks for one where there is none. */
export const stampSeals = defineJob({
  name: stampJob,
  async run({ contractId }, { id: jobId, tenantId, step }) {
    const id = Number(contractId)
    const read = () => db().select().from(contract).where(eq(contract.id, id)).for('update')
    const [row] = await inTenant(tenantId, read)
    if (!row?.sealedHash || row.sealLevel !== 'B-B') return
    const { timeStamp, sealedHash: former } = row
    const sealed = await readContractFile(row, tenantId)
    if (!timeStamp) {
      const { about } = await readSeal(sealed)
      const options = { key: `seal-${id}-${jobId}`, about: { type: 'seal', id } } as const
      await step(() => callOutside('timestamp', { hash: about }, options))
      return
    }
    const stamped = await timeStampContract(sealed, Buffer.from(timeStamp, 'base64')).catch(
      (error: unknown) => {
        // Too many are drawn just now.
        if (error instanceof CallError) throw error
        log({ event: 'time stamp not taken', contract: row.contractNo, ...describeError(error) })
        return undefined
      },
    )
    // As one that is larger than its place: another try would find the same.
    if (!stamped)
      return step(async () => {
        await db().update(contract).set({ timeStamp: null }).where(eq(contract.id, id))
        await notStamped(id, say('signing.stampForeign'))
      })
    const { bytes } = stamped
    const hash = hashOf(bytes)
    await storeFile(tenantId, hash, bytes)
    const kept = await step(async () => {
      const [now] = await read()
      if (now?.sealedHash !== former) return false
      await db()
        .update(contract)
        .set({ sealedHash: hash, sealedSize: bytes.length, sealLevel: 'B-T' })
        .where(eq(contract.id, id))
      await tellSealed(row.orderId)
      return true
    })
    await deleteUnnamed(tenantId, kept ? former : hash)
  },
})
