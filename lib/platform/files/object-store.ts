import { log } from '../log.ts'
import { hashOf } from './file-hash.ts'

/**
 * A place where bytes lie under a name: a folder, or a bucket of S3. A name is `<tenant>/<aa>/<hash>`, with `.preview`
 * or `.aside` behind it; nothing else is listed.
 */
export type ObjectStore = {
  /** Whole or not at all, and lasting when it resolves. @throws OutageError, what the disk says */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** The same of a file of the scratch folder, which may be gone from there then: it is not read into memory. */
  putFile(key: string, path: string): Promise<void>
  /** Not read into memory: whoever takes it sends it on. Undefined when it is not there. @throws OutageError */
  open(key: string): Promise<ReadableStream<Uint8Array> | undefined>
  has(key: string): Promise<boolean>
  /** A name that is not there is not moved. */
  move(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** Everything that is of this product, or of one tenant of it. */
  list(tenantId?: number): AsyncIterable<StoredObject>
  /** Tries a write of a few kilobytes. @throws what stands in its way */
  tryWrite(): Promise<void>
}

export type StoredObject = { key: string; size: number; modified: number }

/** The names that a store lists. */
export const KEY = /^\d{1,15}\/[0-9a-f]{2}\/[0-9a-f]{64}(\.preview)?(\.aside)?$/

/** A preview is named by its picture: nothing says what it should be. */
export const isDamaged = (key: string, hash: string): boolean =>
  !key.endsWith('.preview') && hash !== key.split('/').at(-1)

/** The beginning of a key, by which an operator finds it: the log takes a whole hash for a secret. */
export const logged = (key: string): string => key.slice(0, key.lastIndexOf('/') + 13)

/** The bytes of a stored object. @throws OutageError */
export async function readObject(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const stream = await store.open(key)
  if (!stream) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks.length === 1 && Buffer.isBuffer(chunks[0]) ? chunks[0] : Buffer.concat(chunks)
}

/**
 * Copies what the other store lacks; what is there already is the same bytes, because the name is their hash. Bytes that
 * a disk changed are not copied under a name that says they are whole: the log names them.
 */
export async function copyObjects(
  from: ObjectStore,
  to: ObjectStore,
): Promise<{ copied: number; damaged: number }> {
  let copied = 0
  let damaged = 0
  for await (const { key } of from.list()) {
    if (key.endsWith('.aside') || (await to.has(key))) continue
    const bytes = await readObject(from, key)
    // Deleted since it was listed.
    if (!bytes) continue
    if (isDamaged(key, hashOf(bytes))) {
      log({
        event: 'stored file not copied',
        key: logged(key),
        reason: 'its bytes are not those of its name',
      })
      damaged++
      continue
    }
    await to.put(key, bytes)
    copied++
  }
  return { copied, damaged }
}
