import { and, asc, eq, inArray } from 'drizzle-orm'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { businessDate } from '../../../../rules/business-date.ts'
import type { SealKeeper } from '../../../identity/rules/tenant-settings.ts'
import { tenant } from '../../../identity/table.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { readContractFile } from '../contract-files.ts'
import type { SealPlace } from '../draw-thread.ts'
import { roundOf, type Signing } from '../signing/links.ts'

/** The contracts of a round that everybody has signed and nobody sealed. */

export type Contract = typeof contract.$inferSelect
export type SignedSet = {
  round: Signing[]
  contracts: Contract[]
  company: string
  tenantCode: string
  sealBy: SealKeeper
}
export type RoundIds = { orderId: number; round: number }

/** Undefined for any other. */
export async function signedSet({ orderId, round }: RoundIds): Promise<SignedSet | undefined> {
  const signers = await roundOf(orderId, round)
  if (signers.length === 0 || signers.some(({ status }) => status !== '已签')) return undefined
  const contracts = await db().select().from(contract).where(awaitsSeal(orderId)).orderBy(asc(contract.id))
  const [owner] = await db()
    .select({ company: tenant.name, tenantCode: tenant.code, sealBy: tenant.sealBy })
    .from(tenant)
  return contracts.length === 0 || !owner ? undefined : { round: signers, contracts, ...owner }
}

export const awaitsSeal = (orderId: number) =>
  and(eq(contract.orderId, orderId), inArray(contract.status, ['待签署', '签署中']))

/** True where the same contracts still wait for their seal. */
export async function isStill(ids: RoundIds, set: SignedSet): Promise<boolean> {
  const now = await signedSet(ids)
  return now?.contracts.map(({ id }) => id).join() === set.contracts.map(({ id }) => id).join()
}

/** The time when the last person signed: the time of the seal, whenever it was put on. */
export const lastSigned = (round: readonly Signing[]): string =>
  new Date(Math.max(...round.map(({ endedAt }) => Date.parse(endedAt ?? '')))).toISOString()

/**
 * Everything that is drawn into a contract before its seal: the hands of those who signed, and the picture of the seal.
 */
export async function sealPlaceOf(one: Contract, set: SignedSet, tenantId: number): Promise<SealPlace> {
  const bytes = await readContractFile({ ...one, sealedHash: null }, tenantId)
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
  return {
    bytes,
    stamps: {
      places: one.places ?? [],
      hands,
      seal: { party: '出租人', company: set.company, on: businessDate(at) },
    },
    reason: one.contractNo,
    at: at.toISOString(),
  }
}
