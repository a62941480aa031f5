import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../db/client.ts'
import { contract } from '../../db/schema/contracts.ts'
import { storeFile } from '../../files/file-store.ts'
import { deleteUnnamed } from '../../files/sweep-files.ts'
import { defineJob, startJob } from '../../jobs/jobs.ts'
import { hashOf } from '../../materials/file-hash.ts'
import { answered } from '../../outside/answered.ts'
import { readContractFile } from '../contract-files.ts'
import { timeStampContract } from '../draw-contract.ts'
import { tellSealed } from '../signing/tell-signing.ts'

/** A time stamp comes when its authority answers; the contract is sealed without one until then, and whole either way. */

export const sealStamped = answered<'timestamp'>({
  purpose: 'signing.stampPurpose',
  async done({ token }, { aboutId }) {
    await db().update(contract).set({ timeStamp: token }).where(eq(contract.id, aboutId))
    await startJob('contracts.timeStamp', { contractId: aboutId }, { key: String(aboutId) })
  },
  failed: async () => undefined,
})

export const stampSeals = defineJob({
  name: 'contracts.timeStamp',
  async run({ contractId }, { tenantId, step }) {
    const id = Number(contractId)
    const read = () => db().select().from(contract).where(eq(contract.id, id)).for('update')
    const [row] = await inTenant(tenantId, read)
    if (!row?.timeStamp || !row.sealedHash || row.sealLevel !== 'B-B') return
    const sealed = await readContractFile(row, tenantId)
    const { bytes } = await timeStampContract(sealed, Buffer.from(row.timeStamp, 'base64'))
    const hash = hashOf(bytes)
    await storeFile(tenantId, hash, bytes)
    const former = row.sealedHash
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
