import { and, asc, eq, inArray } from 'drizzle-orm'
import { businessDate } from '../../../rules/business-date.ts'
import { moveOrder, type Order } from '../../applications/move-order.ts'
import { audit } from '../../audit.ts'
import { withCall } from '../../context.ts'
import { db, inTenant } from '../../db/client.ts'
import { application } from '../../db/schema/applications.ts'
import { contract, contractSigner } from '../../db/schema/contracts.ts'
import { tenant } from '../../db/schema/identity.ts'
import { storeFile } from '../../files/file-store.ts'
import { deleteUnnamed } from '../../files/sweep-files.ts'
import { defineJob, type JobRun } from '../../jobs/jobs.ts'
import { hashOf } from '../../materials/file-hash.ts'
import { callOutside } from '../../outside/outbox.ts'
import { isWired } from '../../outside/wiring.ts'
import { readContractFile } from '../contract-files.ts'
import { sealContract } from '../draw-contract.ts'
import { roundOf, type Signing } from '../signing/links.ts'
import { systemCall } from '../signing/system-call.ts'
import { tellClerk } from '../signing/tell-signing.ts'
import { sealOf } from './company-seal.ts'

/**
 * The company signs last: hand signatures and seal are drawn in, and its certificate signs the whole. Drawn and signed
 * outside a transaction; a set that has changed meanwhile gets none of it.
 */

type Contract = typeof contract.$inferSelect
type Set = { round: Signing[]; contracts: Contract[]; company: string; tenantCode: string }
type SealedContract = { contract: Contract; bytes: Buffer; hash: string; about: string }

export const sealContracts = defineJob({
  name: 'contracts.seal',
  async run({ orderId, round }, job) {
    const ids = { orderId: Number(orderId), round: Number(round) }
    const set = await inTenant(job.tenantId, () => signedSet(ids))
    if (!set) return
    const sealed: SealedContract[] = []
    for (const one of set.contracts) {
      await job.progress(sealed.length, set.contracts.length)
      sealed.push(await sealOne(one, set, job.tenantId))
    }
    const kept = await job.step(() => keepSeals(ids, set, sealed, job))
    if (!kept) for (const { hash } of sealed) await deleteUnnamed(job.tenantId, hash)
  },
})

type Ids = { orderId: number; round: number }

/** The contracts of a round that everybody has signed and nobody sealed; undefined for any other. */
async function signedSet({ orderId, round }: Ids): Promise<Set | undefined> {
  const signers = await roundOf(orderId, round)
  if (signers.length === 0 || signers.some(({ status }) => status !== '已签')) return undefined
  const contracts = await db()
    .select()
    .from(contract)
    .where(and(eq(contract.orderId, orderId), inArray(contract.status, ['待签署', '签署中'])))
    .orderBy(asc(contract.id))
  const [owner] = await db().select({ company: tenant.name, tenantCode: tenant.code }).from(tenant)
  return contracts.length === 0 || !owner ? undefined : { round: signers, contracts, ...owner }
}

/** When the last person signed: the time of the seal, whenever it was put on. */
const lastSigned = (round: readonly Signing[]): string =>
  new Date(Math.max(...round.map(({ endedAt }) => Date.parse(endedAt ?? '')))).toISOString()

async function sealOne(one: Contract, set: Set, tenantId: number): Promise<SealedContract> {
  const made = await readContractFile({ ...one, sealedHash: null }, tenantId)
  const at = new Date(lastSigned(set.round))
  const signers = await inTenant(tenantId, () =>
    db()
      .select()
      .from(contractSigner)
      .where(eq(contractSigner.contractId, one.id))
      .orderBy(asc(contractSigner.seq)),
  )
  const hands = signers.flatMap(({ signerRole, signingId }) => {
    const own = set.round.find(({ id }) => id === signingId)
    return own?.signature && own.endedAt
      ? [{ party: signerRole, on: businessDate(new Date(own.endedAt)), signature: own.signature }]
      : []
  })
  const { bytes, about } = await sealContract({
    bytes: made,
    stamps: {
      ...{ places: one.places ?? [], hands },
      seal: { party: '出租人', company: set.company, on: businessDate(at) },
    },
    source: sealOf(set.tenantCode, set.company),
    ...{ reason: one.contractNo, at: at.toISOString() },
  })
  const hash = hashOf(bytes)
  await storeFile(tenantId, hash, bytes)
  return { contract: one, bytes, hash, about }
}

/** @returns false when the set is no more as it was: void, sealed by another run */
async function keepSeals(ids: Ids, set: Set, sealed: readonly SealedContract[], { tenantId }: JobRun) {
  const [order] = await db().select().from(application).where(eq(application.id, ids.orderId)).for('update')
  const now = await signedSet(ids)
  const same = now?.contracts.map(({ id }) => id).join() === set.contracts.map(({ id }) => id).join()
  if (!order || !now || !same) return false
  const at = new Date()
  const signedAt = lastSigned(set.round)
  for (const { contract: one, bytes, hash, about } of sealed) {
    await db()
      .update(contract)
      .set({
        ...{ status: '已签署', signedAt, sealedHash: hash, sealedSize: bytes.length, sealLevel: 'B-B' },
        ...{ sealedAt: at.toISOString(), updatedAt: at.toISOString() },
      })
      .where(eq(contract.id, one.id))
    await db()
      .update(contractSigner)
      .set({ status: '已签', signedAt, updatedAt: at.toISOString() })
      .where(and(eq(contractSigner.contractId, one.id), eq(contractSigner.signerRole, '出租人')))
    if (isWired('timestamp'))
      await callOutside(
        'timestamp',
        { hash: about },
        { key: `seal-${one.id}-${hash.slice(0, 16)}`, about: { type: 'seal', id: one.id } },
      )
  }
  await allSigned(order, tenantId, at)
  const [last] = set.round.slice(-1)
  if (last) await tellClerk(last, order, at, 'signing.sealed')
  return true
}

/** T19: in the system's name, as nobody pressed anything. */
async function allSigned(order: Order, tenantId: number, now: Date): Promise<void> {
  const call = systemCall(tenantId, now)
  await withCall(call, async () => {
    await moveOrder(order, call, {
      ...{ event: 'all_signed', bySystem: true },
      set: { econtractSignedAt: now.toISOString() },
    })
    await audit({ action: 'signing.seal', object: `application:${order.id}`, after: { by: 'system' } })
  })
}
