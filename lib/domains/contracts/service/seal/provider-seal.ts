import { and, eq, isNull, max } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { hashOf } from '../../../../platform/files/file-hash.ts'
import { readStored, storeFile } from '../../../../platform/files/file-store.ts'
import { deleteUnnamed } from '../../../../platform/files/sweep-files.ts'
import { defineJob, type JobRun, startJob } from '../../../../platform/jobs/jobs.ts'
import { describeError, log } from '../../../../platform/log.ts'
import { answered, type OutsideCall } from '../../../../platform/outside/answered.ts'
import { callOutside } from '../../../../platform/outside/outbox.ts'
import { application } from '../../../orders/table.ts'
import { contract } from '../../table/contracts.ts'
import { signing } from '../../table/signing.ts'
import { layOutContract, takeSeal } from '../draw-contract.ts'
import { roundOf } from '../signing/links.ts'
import { hinderSeal, keepSeals, type SealedContract } from './keep-seals.ts'
import { isChanged, sealTroubleIn } from './seal-trouble.ts'
import { awaitsSeal, isStill, type RoundIds, type SignedSet, sealPlaceOf, signedSet } from './signed-set.ts'

/**
 * A seal that a provider keeps: each contract is laid out with an empty place, its hash goes out by the port `esign`,
 * and the set is sealed when the signatures of all its contracts are there. Nothing is sealed by half.
 */

/** The questions of a try go out together, once. */
export async function askProvider(ids: RoundIds, set: SignedSet, job: JobRun): Promise<void> {
  const total = set.contracts.length
  // An earlier run of this job has asked.
  if (job.done === total) return
  const drafts: { id: number; title: string; hash: string; about: string }[] = []
  for (const one of set.contracts) {
    await job.progress(drafts.length, total)
    const { bytes, about } = await layOutContract(await sealPlaceOf(one, set, job.tenantId))
    const hash = hashOf(bytes)
    await storeFile(job.tenantId, hash, bytes)
    drafts.push({ id: one.id, title: `${one.contractNo} ${one.title}`.slice(0, 200), hash, about })
  }
  const ask = async () => {
    if (!(await isStill(ids, set))) return
    for (const { id, title, hash, about } of drafts) {
      const sealCallId = await callOutside(
        'esign',
        { hash: about, subject: set.company, title },
        { key: `seal-${id}-${job.id}`, about: { type: 'providerSeal', id } },
      )
      await db()
        .update(contract)
        .set({ sealDraftHash: hash, sealCallId, sealCms: null, sealHindered: null })
        .where(eq(contract.id, id))
    }
  }
  await job.step(ask, { done: total, total })
}

/** The order of a contract that this call was the last to ask about, locked: answers of one set come one by one. */
async function askedBy({ aboutId, id }: OutsideCall): Promise<RoundIds | undefined> {
  const asked = and(eq(contract.id, aboutId), eq(contract.sealCallId, id))
  const [known] = await db().select({ orderId: contract.orderId }).from(contract).where(asked)
  if (!known) return undefined
  const { orderId } = known
  await db().select({ id: application.id }).from(application).where(eq(application.id, orderId)).for('update')
  const [still] = await db()
    .select({ id: contract.id })
    .from(contract)
    .where(and(asked, awaitsSeal(orderId)))
  const [last] = await db()
    .select({ round: max(signing.round) })
    .from(signing)
    .where(eq(signing.orderId, orderId))
  return still && last?.round ? { orderId, round: last.round } : undefined
}

async function notSealed(reason: string, call: OutsideCall): Promise<void> {
  const ids = await askedBy(call)
  if (ids) await hinderSeal(ids, await roundOf(ids.orderId, ids.round), reason)
}

export const providerSealed = answered<'esign'>({
  purpose: 'signing.sealPurpose',
  async done({ cms }, call) {
    const ids = await askedBy(call)
    if (!ids) return
    await db().update(contract).set({ sealCms: cms }).where(eq(contract.id, call.aboutId))
    const open = await db().$count(contract, and(awaitsSeal(ids.orderId), isNull(contract.sealCms)))
    if (open === 0) await startJob('contracts.providerSeal', { ...ids }, { key: `${ids.orderId}-${call.id}` })
  },
  failed: notSealed,
  dead: (_reason, call) => notSealed(say('signing.sealUnanswered'), call),
})

/** Puts the signatures into their files. One of something else or of somebody else is none: the set stays unsealed. */
export const takeProviderSeals = defineJob({
  name: 'contracts.providerSeal',
  awaited: true,
  async run({ orderId, round }, { tenantId, step, progress }) {
    const ids = { orderId: Number(orderId), round: Number(round) }
    const set = await inTenant(tenantId, () => signedSet(ids))
    if (!set) return
    const sealed: SealedContract[] = []
    for (const one of set.contracts) {
      await progress(sealed.length, set.contracts.length)
      // Asked again meanwhile.
      if (!one.sealDraftHash || !one.sealCms) return
      const cms = Buffer.from(one.sealCms, 'base64')
      const taken = await sealedDraft(one.sealDraftHash, cms, set.company, tenantId).catch(
        (error: unknown) => {
          log({ event: 'seal not taken', contract: one.contractNo, ...describeError(error) })
          if (isChanged(error)) return say('signing.sealTroubles.changed')
          const isStranger = error instanceof Error && sealTroubleIn(error.message) === 'stranger'
          return isStranger ? say('signing.sealTroubles.stranger') : say('signing.sealForeign')
        },
      )
      if (!taken) return
      if (typeof taken === 'string') return step(() => hinderSeal(ids, set.round, taken))
      const hash = hashOf(taken.bytes)
      await storeFile(tenantId, hash, taken.bytes)
      sealed.push({ contract: one, ...taken, hash })
    }
    const kept = await step(() => keepSeals(ids, set, sealed, tenantId))
    for (const { contract: one, hash } of sealed)
      await deleteUnnamed(tenantId, kept ? (one.sealDraftHash ?? hash) : hash)
  },
})

/** Undefined of a draft that is gone: asked again meanwhile. @throws what is wrong with it, or with the seal */
async function sealedDraft(hash: string, cms: Buffer, company: string, tenantId: number) {
  const draft = await readStored(tenantId, hash)
  return draft && takeSeal(draft, cms, company)
}
