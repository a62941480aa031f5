import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { holdsNoConnection } from '../db/client.ts'
import { folderGone } from '../outage.ts'

/**
 * Files under DATA_DIR/files/<tenant>/<aa>/<hash>, named by the SHA-256 of their bytes and never by what a user
 * typed: the same bytes are one file, and a file is never changed. A preview stands beside its picture.
 */

let root: string | undefined

/**
 * Says where the files of this process are, and makes the folder; once, when the backend opens. It is not made again: a
 * folder that is gone later was deleted, or is on a disk that is not mounted, and what is written meanwhile would be lost.
 */
export function keepFilesIn(dataDir: string): void {
  root = join(dataDir, 'files')
  mkdirSync(root, { recursive: true, mode: 0o700 })
}

const HASH = /^[0-9a-f]{64}$/

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
 * Writes bytes under their hash: whole or not at all, by a temporary file on the same disk and a rename. What is there
 * already is these bytes.
 *
 * @throws OutageError
 */
export async function storeFile(
  tenantId: number,
  hash: string,
  bytes: Uint8Array,
  preview = false,
): Promise<void> {
  holdsNoConnection('Storing a file')
  const path = pathOf(tenantId, hash, preview)
  if (await exists(path)) return
  await mustBeThere()
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await writeWhole(temporary, bytes)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A new file, on the disk when this resolves. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Tries a write of a few kilobytes. @throws what the disk says, OutageError */
export async function tryWrite(): Promise<void> {
  await mustBeThere()
  const probe = join(filesFolder(), `.${randomUUID()}.tmp`)
  try {
    await writeWhole(probe, new Uint8Array(16 * 1024))
  } finally {
    await rm(probe, { force: true })
  }
}

/** @throws OutageError */
async function mustBeThere(): Promise<void> {
  const folder = filesFolder()
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw folderGone(folder)
}

/** The bytes of a stored file; undefined when it is not there. @throws OutageError when no file is */
export async function readStored(
  tenantId: number,
  hash: string,
  preview = false,
): Promise<Buffer | undefined> {
  holdsNoConnection('Reading a file')
  try {
    return await readFile(pathOf(tenantId, hash, preview))
  } catch (error) {
    if (!isMissing(error)) throw error
    await mustBeThere()
    return undefined
  }
}

/**
 * Deletes a file and its preview unless a row names it. No lock spans disk and database: the file is set aside, and put
 * back when a row has come meanwhile; whoever adds a row looks after its file once more behind the commit.
 *
 * @param isNamed asks the database
 * @returns whether it was deleted
 */
export async function discardUnnamed(
  tenantId: number,
  hash: string,
  isNamed: () => Promise<boolean>,
): Promise<boolean> {
  holdsNoConnection('Deleting a file')
  const paths = [pathOf(tenantId, hash, false), pathOf(tenantId, hash, true)]
  if (!(await isNamed())) for (const path of paths) await move(path, path + ASIDE)
  const named = await isNamed()
  for (const path of paths) {
    if (named) await move(path + ASIDE, path)
    else await rm(path + ASIDE, { force: true })
  }
  return !named
}

/** Behind the name of a file that is set aside. A crash may leave one, which the sweep takes up. */
const ASIDE = '.aside'

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
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
