import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { db, holdsNoConnection, inTenant } from '../db/client.ts'
import { attachment } from '../db/schema/system.ts'
import { describeError, log } from '../log.ts'
import { discardUnnamed, filesFolder } from './file-store.ts'

/**
 * Removed uploads leave their bytes: another row may name the same ones, and a rollback has to find them. What no row
 * names is deleted here, some time later.
 */

const dayMs = 86_400_000
/** So long a file without a row stays: nothing of a call is under way any more, and a backup has its rows. */
export const graceMs = 7 * dayMs
/** After a start, when those who waited for it have been answered. */
const firstMs = 60_000
/** Names looked up by one query. */
const batchSize = 500

/**
 * Sweeps once after the start and then daily. Several processes may.
 * @returns ends it, after the file under way
 */
export function sweepDaily(): () => Promise<void> {
  const end = new AbortController()
  let sweeping: Promise<void> | undefined
  const sweep = () => {
    sweeping ??= sweepFiles({ signal: end.signal })
      .then((deleted) => {
        if (deleted > 0) log({ event: 'files swept', deleted })
      })
      .catch((error: unknown) => log({ event: 'sweep failed', ...describeError(error) }))
      .finally(() => {
        sweeping = undefined
      })
  }
  const first = setTimeout(sweep, firstMs).unref()
  const daily = setInterval(sweep, dayMs).unref()
  return async () => {
    end.abort()
    clearTimeout(first)
    clearInterval(daily)
    await sweeping
  }
}

type Sweep = {
  /** Ends after the file under way. */
  signal?: AbortSignal
  now?: number
}

/** Deletes files, previews and unfinished writes that are older than the grace and that no row names. @returns how many */
export async function sweepFiles({ signal, now = Date.now() }: Sweep = {}): Promise<number> {
  holdsNoConnection('Sweeping files')
  let deleted = await deleteUnfinished(filesFolder(), await oldNames(filesFolder(), now - graceMs))
  for (const tenant of await namesIn(filesFolder())) {
    const tenantId = Number(tenant)
    if (!Number.isSafeInteger(tenantId)) continue
    for (const part of await namesIn(join(filesFolder(), tenant))) {
      if (signal?.aborted) return deleted
      const folder = join(filesFolder(), tenant, part)
      const old = await oldNames(folder, now - graceMs)
      deleted += await deleteUnfinished(folder, old)
      // A preview goes with its picture, and what a crash left aside goes back or away.
      const hashes = [...new Set(old.map((name) => name.replace(/(\.preview)?(\.aside)?$/, '')))].filter(
        isHash,
      )
      const left = hashes.filter((hash) =>
        old.some((name) => name.startsWith(hash) && name.endsWith('.aside')),
      )
      for (let at = 0; at < hashes.length; at += batchSize)
        for (const hash of new Set([
          ...left,
          ...(await unnamed(tenantId, hashes.slice(at, at + batchSize))),
        ])) {
          if (signal?.aborted) return deleted
          if (await deleteUnnamed(tenantId, hash)) deleted++
        }
    }
  }
  return deleted
}

/** Writes that a crash broke off. */
async function deleteUnfinished(folder: string, old: readonly string[]): Promise<number> {
  const unfinished = old.filter((name) => name.endsWith('.tmp'))
  for (const name of unfinished) await rm(join(folder, name), { force: true })
  return unfinished.length
}

const isHash = (name: string) => /^[0-9a-f]{64}$/.test(name)

const namesIn = (folder: string) => readdir(folder).catch(() => [])

async function oldNames(folder: string, before: number): Promise<string[]> {
  const old: string[] = []
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found?.isFile() && found.mtimeMs < before) old.push(name)
  }
  return old
}

const unnamed = (tenantId: number, hashes: string[]) =>
  inTenant(tenantId, async () => {
    const rows = await db()
      .selectDistinct({ hash: attachment.fileId })
      .from(attachment)
      .where(inArray(attachment.fileId, hashes))
    const named = new Set(rows.map(({ hash }) => hash))
    return hashes.filter((hash) => !named.has(hash))
  })

/** Deletes a file that no row of the tenant names. @returns whether it was deleted */
export const deleteUnnamed = (tenantId: number, hash: string) =>
  discardUnnamed(tenantId, hash, async () => (await unnamed(tenantId, [hash])).length === 0)
