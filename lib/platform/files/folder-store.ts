import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream as WebStream } from 'node:stream/web'
import { holdsNoConnection } from '../db/client.ts'
import { folderGone } from '../outage.ts'
import { KEY, type ObjectStore } from './object-store.ts'

/**
 * A folder as a store. It is made once: a folder that is gone later was deleted, or is on a disk that is not mounted,
 * and what is written meanwhile would be lost.
 */
export function folderStore(root: string): ObjectStore {
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error('not the name of a stored file')
    return join(root, key)
  }
  const mustBeThere = async () => {
    if (!(await stat(root).catch(() => undefined))?.isDirectory()) throw folderGone(root)
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
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
    },

    async putFile(key, path) {
      const target = pathOf(key)
      await mustBeThere()
      const folder = join(target, '..')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(path, 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      // From a scratch folder below the root: nothing is copied.
      await rename(path, target)
    },

    async open(key) {
      try {
        await stat(pathOf(key))
        return WebStream.from(piecesOf(pathOf(key))) as unknown as ReadableStream<Uint8Array>
      } catch (error) {
        if (!isMissing(error)) throw error
        await mustBeThere()
        return undefined
      }
    },

    async has(key) {
      try {
        return (await stat(pathOf(key))).isFile()
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },

    async move(from, to) {
      try {
        await rename(pathOf(from), pathOf(to))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),

    async *list(tenantId) {
      for (const tenant of tenantId === undefined ? await namesIn(root) : [String(tenantId)])
        for (const part of await namesIn(join(root, tenant)))
          for (const name of await namesIn(join(root, tenant, part))) {
            const key = `${tenant}/${part}/${name}`
            if (!KEY.test(key)) continue
            const found = await stat(join(root, key)).catch(() => undefined)
            if (found?.isFile()) yield { key, size: found.size, modified: found.mtimeMs }
          }
    },

    async tryWrite() {
      await mustBeThere()
      const probe = join(root, `.${randomUUID()}.tmp`)
      try {
        await writeWhole(probe, new Uint8Array(16 * 1024))
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}

/** Opened when the first piece is asked for: an answer that nobody reads holds no file. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 256 * 1024 })
}

/** Takes away the writes that a crash broke off before that time, in ms. @returns how many */
export async function tidyFolder(root: string, before: number): Promise<number> {
  let deleted = 0
  const names = await readdir(root, { recursive: true }).catch(() => [])
  for (const name of names.filter((each) => each.endsWith('.tmp'))) {
    const path = join(root, name)
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.mtimeMs >= before) continue
    await rm(path, { force: true })
    deleted++
  }
  return deleted
}

/** A new file, on the disk when this resolves. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  holdsNoConnection('Writing a file')
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => [])

const isMissing = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT'
