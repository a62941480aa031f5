import { inArray, sql } from 'drizzle-orm'
import { contract } from '../../domains/contracts/table/contracts.ts'
import { interviewPiece } from '../../domains/interviews/table.ts'
import { paymentAnswer } from '../../domains/payment-files/table.ts'
import { attachment } from '../../domains/system/table.ts'
import { db, holdsNoConnection, inTenant } from '../db/client.ts'
import { listExport } from '../exports/table.ts'
import { defineJob } from '../jobs/jobs.ts'
import { log } from '../log.ts'
import { discardUnnamed, fileStore, scratchFolder } from './file-store.ts'
import { tidyFolder } from './folder-store.ts'

/**
 * Removed uploads leave their bytes: another row may name the same ones, and a rollback has to find them. What no row
 * names is deleted here, some time later.
 */

/** So long a file without a row stays: nothing of a call is under way any more, and a backup has its rows. */
export const graceMs = 7 * 86_400_000
/** Names looked up by one query. */
const batchSize = 500

/** Every night, tenant by tenant; a tenant whose night nobody ran is swept after the next start. */
export const nightlySweep = defineJob({
  name: 'files.sweep',
  schedule: '0 3 * * *',
  async run(_data, { tenantId, signal }) {
    const deleted = await sweepFiles({ tenantId, signal })
    if (deleted > 0) log({ event: 'files swept', deleted })
  },
})

type Sweep = {
  /** Of one tenant; of all unless given. */
  tenantId?: number
  /** Ends after the file under way. */
  signal?: AbortSignal
  now?: number
}

/** Deletes files, previews and unfinished writes that are older than the grace and that no row names. @returns how many */
export async function sweepFiles({ tenantId: only, signal, now = Date.now() }: Sweep = {}): Promise<number> {
  holdsNoConnection('Sweeping files')
  if (signal?.aborted) return 0
  const before = now - graceMs
  let deleted = await tidyFolder(scratchFolder(), before)
  /** Of one tenant, until there are enough of them for a query. A preview goes with its picture. */
  let tenantId = 0
  let hashes = new Set<string>()
  /** A file that a crash left aside goes back or away, whether a row names it or not. */
  let left = new Set<string>()
  const flush = async () => {
    for (const hash of new Set([...left, ...(await unnamed(tenantId, [...hashes]))])) {
      if (signal?.aborted) break
      if (await deleteUnnamed(tenantId, hash)) deleted++
    }
    hashes = new Set()
    left = new Set()
  }
  for await (const { key, modified } of fileStore().list(only)) {
    if (signal?.aborted) return deleted
    if (modified >= before) continue
    const [tenant, , name = ''] = key.split('/')
    if (Number(tenant) !== tenantId || hashes.size >= batchSize) await flush()
    tenantId = Number(tenant)
    const [hash = ''] = name.split('.')
    hashes.add(hash)
    if (name.endsWith('.aside')) left.add(hash)
  }
  await flush()
  return deleted
}

const unnamed = (tenantId: number, hashes: string[]) =>
  inTenant(tenantId, async () => {
    const rows = await db()
      .selectDistinct({ hash: attachment.fileId })
      .from(attachment)
      .where(inArray(attachment.fileId, hashes))
      .union(
        db()
          .selectDistinct({ hash: contract.fileHash })
          .from(contract)
          .where(inArray(contract.fileHash, hashes)),
      )
      .union(
        db()
          .selectDistinct({ hash: sql<string>`${contract.sealedHash}` })
          .from(contract)
          .where(inArray(contract.sealedHash, hashes)),
      )
      .union(
        db()
          .selectDistinct({ hash: sql<string>`${contract.sealDraftHash}` })
          .from(contract)
          .where(inArray(contract.sealDraftHash, hashes)),
      )
      .union(
        db()
          .selectDistinct({ hash: interviewPiece.fileHash })
          .from(interviewPiece)
          .where(inArray(interviewPiece.fileHash, hashes)),
      )
      .union(
        db()
          .selectDistinct({ hash: paymentAnswer.hash })
          .from(paymentAnswer)
          .where(inArray(paymentAnswer.hash, hashes)),
      )
      .union(
        db()
          .selectDistinct({ hash: sql<string>`${listExport.fileHash}` })
          .from(listExport)
          .where(inArray(listExport.fileHash, hashes)),
      )
    const named = new Set(rows.map(({ hash }) => hash))
    return hashes.filter((hash) => !named.has(hash))
  })

/** Deletes a file that no row of the tenant names. @returns whether it was deleted */
export const deleteUnnamed = (tenantId: number, hash: string) =>
  discardUnnamed(tenantId, hash, async () => (await unnamed(tenantId, [hash])).length === 0)
