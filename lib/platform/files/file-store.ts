import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream as WebStream } from 'node:stream/web'
import { holdsNoConnection } from '../db/client.ts'
import { notFound, refused } from '../errors.ts'
import type { FileAnswer } from '../handler.ts'
import { log } from '../log.ts'
import { hashOf } from './file-hash.ts'
import { folderStore } from './folder-store.ts'
import { isDamaged, logged, type ObjectStore, readObject } from './object-store.ts'
import { type S3Settings, s3Store } from './s3-store.ts'

/**
 * The files of this installation, named by tenant and the SHA-256 of their bytes and never by what a user typed: the
 * same bytes are one file, and a file is never changed. A preview stands beside its picture.
 */

let kept: { store: ObjectStore; scratch: string } | undefined

/** The place of files, by the settings: one bucket for all processes, or a folder below DATA_DIR. */
export type FilePlace = { dataDir: string; s3?: S3Settings | undefined }

const FILES = 'files'

export const storeOf = ({ dataDir, s3 }: FilePlace): ObjectStore =>
  s3 ? s3Store(s3) : folderStore(join(dataDir, FILES))

/** Says where the files of this process are; once, when the backend opens. */
export function keepFilesIn(place: FilePlace): void {
  const scratch = join(place.dataDir, FILES)
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  kept = { store: storeOf(place), scratch }
}

function here() {
  if (kept === undefined) throw new Error('No place for files was named.')
  return kept
}

export const fileStore = () => here().store

/** A folder of this machine for what a program has to find under a path, for as long as it looks. */
export const scratchFolder = () => here().scratch

const keyOf = (tenantId: number, hash: string, preview: boolean) =>
  `${tenantId}/${hash.slice(0, 2)}/${hash}${preview ? '.preview' : ''}`

/** Keeps bytes under their hash. What is there already is these bytes. @throws OutageError */
export async function storeFile(
  tenantId: number,
  hash: string,
  bytes: Uint8Array,
  preview = false,
): Promise<void> {
  holdsNoConnection('Storing a file')
  const key = keyOf(tenantId, hash, preview)
  if (!(await fileStore().has(key))) await fileStore().put(key, bytes)
}

/**
 * Keeps what a stream gives, piece by piece, under the hash that it turns out to have: however long it is, it takes no
 * more memory. What is broken off leaves nothing in the store.
 */
export async function storeStream(
  tenantId: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ hash: string; size: number }> {
  holdsNoConnection('Storing a file')
  const path = join(scratchFolder(), `.${randomUUID()}.tmp`)
  try {
    const { hash, size } = await writePieces(path, pieces)
    const key = keyOf(tenantId, hash, false)
    if (!(await fileStore().has(key))) await fileStore().putFile(key, path)
    return { hash, size }
  } finally {
    await rm(path, { force: true })
  }
}

async function writePieces(path: string, pieces: AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece)
      hash.update(piece)
      size += piece.length
    }
  } finally {
    await file.close()
  }
  return { hash: hash.digest('hex'), size }
}

type Named = {
  /** As whoever asked for it knows it. */
  name?: string
  preview?: boolean
}

/** The bytes of a stored file; undefined when it is not there. @throws OutageError when no file is, 422 for a changed one */
export async function readStored(
  tenantId: number,
  hash: string,
  { name = hash, preview = false }: Named = {},
): Promise<Buffer | undefined> {
  holdsNoConnection('Reading a file')
  const key = keyOf(tenantId, hash, preview)
  const bytes = await readObject(fileStore(), key)
  if (bytes && isDamaged(key, hashOf(bytes))) throw changed(key, name)
  return bytes
}

/** A stored file as an answer, sent piece by piece when the call's transaction is over; a preview instead, if told. */
export function storedAnswer(
  tenantId: number,
  { hash, name, mime }: { hash: string; name: string; mime: string },
  preview = false,
): FileAnswer {
  const key = keyOf(tenantId, hash, preview)
  const open = async () => {
    const stream = await fileStore().open(key)
    if (!stream) throw notFound()
    return wholePieces(stream, key, name)
  }
  const body = async () => {
    holdsNoConnection('Reading a file')
    // An answer that has begun cannot say any more why it ends: its file is read through before.
    for await (const piece of await open()) void piece
    return WebStream.from(await open()) as unknown as ReadableStream<Uint8Array>
  }
  return { mime: preview ? 'image/jpeg' : mime, name, body }
}

/** The pieces of a file, whose name is their hash: with the last one they are held against it. @throws 422 */
async function* wholePieces(stream: ReadableStream<Uint8Array>, key: string, name: string) {
  const hash = createHash('sha256')
  for await (const piece of stream) {
    hash.update(piece)
    yield piece
  }
  if (isDamaged(key, hash.digest('hex'))) throw changed(key, name)
}

/** Somebody, or a disk, put other bytes in their place: nothing is decided by them, and the operator looks. */
function changed(key: string, name: string): Error {
  log({ event: 'stored file changed', key: logged(key), reason: 'its bytes are not those of its name' })
  return refused('refusals.fileChanged', { name })
}

/**
 * Deletes a file and its preview unless a row names it. No lock spans store and database: the file is set aside, and
 * put back when a row has come meanwhile; whoever adds a row looks after its file once more behind the commit.
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
  const store = fileStore()
  const keys = [keyOf(tenantId, hash, false), keyOf(tenantId, hash, true)]
  if (!(await isNamed())) for (const key of keys) await store.move(key, key + ASIDE)
  const named = await isNamed()
  for (const key of keys) {
    if (named) await store.move(key + ASIDE, key)
    else await store.remove(key + ASIDE)
  }
  return !named
}

/** Behind the name of a file that is set aside. A crash may leave one, which the sweep takes up. */
const ASIDE = '.aside'
