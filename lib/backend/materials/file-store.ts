import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { takeTurn } from '../db/turns.ts'

/**
 * Files under DATA_DIR/files/<tenant>/<aa>/<hash>, named by the SHA-256 of their bytes and never by what a user
 * typed: the same bytes are one file, and a file is never changed. A preview stands beside its picture.
 */

let root: string | undefined

/** Says where the files of this process are; once, when the backend opens. */
export function keepFilesIn(dataDir: string): void {
  root = join(dataDir, 'files')
}

const HASH = /^[0-9a-f]{64}$/

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The folder of all tenants' files. */
export function filesFolder(): string {
  if (root === undefined) throw new Error('No folder for files was named.')
  return root
}

function pathOf(tenantId: number, hash: string, preview: boolean): string {
  if (!HASH.test(hash)) throw new Error('not the name of a stored file')
  return join(filesFolder(), String(tenantId), hash.slice(0, 2), preview ? `${hash}.preview` : hash)
}

/**
 * Writes bytes under their hash: whole or not at all, by a temporary file on the same disk and a rename.
 *
 * @returns whether the file is new; only then may the caller take it back
 */
export async function storeFile(
  tenantId: number,
  hash: string,
  bytes: Uint8Array,
  preview = false,
): Promise<boolean> {
  const path = pathOf(tenantId, hash, preview)
  if (await exists(path)) return false
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return true
}

/**
 * Until the transaction ends nobody else stores these bytes or deletes them, so a file taken back was nobody else's
 * yet.
 */
export async function lockContent(tenantId: number, hash: string): Promise<void> {
  await takeTurn('file', tenantId, hash)
}

/** The bytes of a stored file; undefined when it is not there. */
export async function readStored(
  tenantId: number,
  hash: string,
  preview = false,
): Promise<Buffer | undefined> {
  try {
    return await readFile(pathOf(tenantId, hash, preview))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Takes back a file, and its preview, that no row names. */
export async function discardFile(tenantId: number, hash: string): Promise<void> {
  await rm(pathOf(tenantId, hash, false), { force: true })
  await rm(pathOf(tenantId, hash, true), { force: true })
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const isMissing = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'
