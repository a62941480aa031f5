import { say } from '../../../../i18n/say.ts'
import { inTenant } from '../../../../platform/db/client.ts'
import { hashOf } from '../../../../platform/files/file-hash.ts'
import { storeFile } from '../../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../../platform/files/sweep-files.ts'
import { defineJob, type JobRun } from '../../../../platform/jobs/jobs.ts'
import { sealContract } from '../draw-contract.ts'
import { sealOf } from './company-seal.ts'
import { hinderSeal, keepSeals, type SealedContract } from './keep-seals.ts'
import { askProvider } from './provider-seal.ts'
import { troubleIn } from './seal-trouble.ts'
import { type Contract, type RoundIds, type SignedSet, sealPlaceOf, signedSet } from './signed-set.ts'

/**
 * The company signs last: hand signatures and seal are drawn in, and its certificate signs the whole, or its provider
 * is asked to. Drawn and signed outside a transaction; a set that has changed meanwhile gets none of it.
 */

export const sealContracts = defineJob({
  name: 'contracts.seal',
  async run({ orderId, round }, job) {
    const ids = { orderId: Number(orderId), round: Number(round) }
    const set = await inTenant(job.tenantId, () => signedSet(ids))
    if (!set) return
    const seal = set.sealBy === 'provider' ? askProvider : sealOwn
    await seal(ids, set, job).catch(async (error: unknown) => {
      // It is tried again; whoever waits for the seal should not have to guess.
      if (!job.signal.aborted)
        await inTenant(job.tenantId, () =>
          hinderSeal(ids, set.round, say(`signing.sealTroubles.${troubleIn(error)}`)),
        )
      throw error
    })
  },
})

async function sealOwn(ids: RoundIds, set: SignedSet, job: JobRun): Promise<void> {
  const sealed: SealedContract[] = []
  for (const one of set.contracts) {
    await job.progress(sealed.length, set.contracts.length)
    sealed.push(await sealOne(one, set, job.tenantId))
  }
  const kept = await job.step(() => keepSeals(ids, set, sealed, job.tenantId))
  if (!kept) for (const { hash } of sealed) await deleteUnnamed(job.tenantId, hash)
}

async function sealOne(one: Contract, set: SignedSet, tenantId: number): Promise<SealedContract> {
  const place = await sealPlaceOf(one, set, tenantId)
  const { bytes, about } = await sealContract({ ...place, source: sealOf(set.tenantCode, set.company) })
  const hash = hashOf(bytes)
  await storeFile(tenantId, hash, bytes)
  return { contract: one, bytes, hash, about }
}
