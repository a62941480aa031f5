import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLock } from '../db/lock.ts'
import { type FilePlace, storeOf } from '../files/file-store.ts'
import { copyObjects } from '../files/object-store.ts'
import { BackupError, type Manifest, verifiedManifest, writeManifest } from './manifest.ts'
import { dumpPostgres, restorePostgres } from './postgres-dump.ts'

/**
 * The whole of an installation's data as a folder: the database (a dump of PostgreSQL, or PGlite's own folder), the
 * uploads, and a manifest with the checksum of each file.
 */

export type BackupPlace = FilePlace & {
  /** PostgreSQL; absent: PGlite in `dataDir`. */
  databaseUrl: string | undefined
  /** Of the backup. */
  folder: string
}

const DUMP = 'database.dump'
/** These lie in `dataDir` beside uploads: PGlite's cluster, and the secret of a demo, which seals passwords in it. */
const EMBEDDED = ['db', 'session-secret'] as const
const FILES = 'files'

/**
 * Makes a backup. On PostgreSQL the product may be in use; PGlite's folder belongs to one process, which has to stop.
 * @throws {BackupError} when the folder is not empty or the database refuses
 * @throws {LockedError} when a process has PGlite's folder
 */
export async function makeBackup({ folder, ...place }: BackupPlace): Promise<Manifest> {
  const { databaseUrl, dataDir } = place
  if (!(await isEmpty(folder))) throw new BackupError(`${folder} is not empty: name a new folder.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (databaseUrl) {
    const dumped = await dumpPostgres(databaseUrl, join(folder, DUMP))
    await copyFiles(place, { dataDir: folder })
    return writeManifest(folder, { engine: 'postgres', ...dumped })
  }
  if (!existsSync(join(dataDir, 'db'))) throw new BackupError(`${dataDir} holds no database.`)
  const release = acquireLock(dataDir)
  try {
    for (const name of EMBEDDED) await copyWhole(join(dataDir, name), join(folder, name))
    await copyFiles(place, { dataDir: folder })
  } finally {
    release()
  }
  return writeManifest(folder, { engine: 'pglite', roles: [], rows: {} })
}

/**
 * Puts a backup back, after every file of it has been checked: into an empty database, and a `dataDir` without uploads.
 * @throws {BackupError} when the backup is damaged, of the other database, or the target is not empty
 */
export async function restoreBackup({ folder, ...place }: BackupPlace): Promise<Manifest> {
  const { databaseUrl, dataDir } = place
  const manifest = await verifiedManifest(folder)
  const engine = databaseUrl ? 'postgres' : 'pglite'
  if (manifest.engine !== engine) {
    throw new BackupError(`The backup is of ${manifest.engine}, the settings name ${engine}.`)
  }
  for (const name of databaseUrl ? [FILES] : [FILES, ...EMBEDDED]) {
    if (!(await isEmpty(join(dataDir, name)))) throw new BackupError(`${join(dataDir, name)} is not empty.`)
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (databaseUrl) {
    await restorePostgres(databaseUrl, join(folder, DUMP), manifest)
    await copyFiles({ dataDir: folder }, place)
    return manifest
  }
  const release = acquireLock(dataDir)
  try {
    for (const name of EMBEDDED) await copyWhole(join(folder, name), join(dataDir, name))
    await copyFiles({ dataDir: folder }, place)
  } finally {
    release()
  }
  return manifest
}

/** Uploads come after the database: a file without a row is waste, a row without its file is a loss. */
const copyFiles = (from: FilePlace, to: FilePlace) => copyObjects(storeOf(from), storeOf(to))

/** A path that is not there is not copied. */
async function copyWhole(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return
  try {
    await cp(from, to, {
      recursive: true,
      errorOnExist: true,
      force: false,
    })
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  }
}

/** True where a folder has nothing in it, or is not there. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false
    throw error
  }
}
