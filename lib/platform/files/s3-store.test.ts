import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import S3rver from 's3rver'
import sharp from 'sharp'
import { attachments } from '../../domains/materials/contract/attachments.ts'
import { draftOrder, newEvent } from '../../domains/orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { inTenant } from '../db/client.ts'
import { hashOf } from './file-hash.ts'
import { fileStore, readStored, scratchFolder, storeFile, storeOf, storeStream } from './file-store.ts'
import { copyObjects, readObject } from './object-store.ts'
import type { Question } from './other-process.fixture.ts'
import { s3Store } from './s3-store.ts'
import { sweepFiles } from './sweep-files.ts'

const home = mkdtempSync(join(tmpdir(), 'nlos-s3-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(home, 'bucket'),
  configureBuckets: [{ name: 'files', configs: [] }],
})
let s3: { url: URL; keyId: string; secret: string; region: string }
let backend: TestBackend
let other: ChildProcess

beforeAll(async () => {
  const { port } = await server.run()
  s3 = {
    url: new URL(`http://127.0.0.1:${port}/files`),
    keyId: 'S3RVER',
    secret: 'S3RVER',
    region: 'us-east-1',
  }
  backend = await openTestBackend({ s3 })
  other = fork(join(import.meta.dirname, 'other-process.fixture.ts'), { execArgv: [] })
  await ask({ place: { dataDir: join(home, 'other'), s3: { ...s3, url: s3.url.href } } })
})
afterAll(async () => {
  other.kill()
  await backend.close()
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

async function ask(question: Question): Promise<Buffer | null> {
  other.send(question)
  const [{ text }] = await once(other, 'message')
  return text === null ? null : Buffer.from(text, 'base64')
}

/** Every file below a folder. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

test('processes with folders of their own serve each other’s files from one bucket', async () => {
  const clerk = backend.as('entry_clerk')
  const { orderId } = await draftOrder(clerk)
  const picture = await sharp({ create: { width: 64, height: 40, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer()
  const { file } = await clerk.upload(
    attachments.upload,
    { orderId, materialType: 'id_front', eventId: newEvent() },
    { name: 'a.jpg', bytes: picture },
  )
  const answer = await clerk.raw(attachments.download, { orderId, fileId: file.id })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(await ask({ read: { tenantId: 1, hash: hashOf(bytes) } })).toEqual(bytes)

  const hash = hashOf(Buffer.from('of the other'))
  await ask({ store: { tenantId: 1, hash, text: 'of the other' } })
  expect((await readStored(1, hash))?.toString()).toBe('of the other')
  for (const folder of [scratchFolder(), join(home, 'other')]) expect(filesIn(folder)).toEqual([])
})

test('a tenant’s file is not another’s, and what is not there is not', async () => {
  const hash = hashOf(Buffer.from('mine'))
  await storeFile(1, hash, Buffer.from('mine'))
  expect(await readStored(2, hash)).toBeUndefined()
  await expect(inTenant(1, () => readStored(1, hash))).rejects.toThrow('inside a transaction')
  await expect(fileStore().open(`1/../${hash}`)).rejects.toThrow('not the name')
})

test('the sweep deletes in a bucket too what no row names, and puts back what was left aside', async () => {
  const clerk = backend.as('entry_clerk')
  const { orderId } = await draftOrder(clerk)
  const { file } = await clerk.upload(
    attachments.upload,
    { orderId, materialType: 'id_back', eventId: newEvent() },
    {
      name: 'b.png',
      bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: '#aa0000' } })
        .png()
        .toBuffer(),
    },
  )
  const kept = Buffer.from(
    await (await clerk.raw(attachments.download, { orderId, fileId: file.id })).arrayBuffer(),
  )
  const key = `1/${hashOf(kept).slice(0, 2)}/${hashOf(kept)}`
  await fileStore().move(key, `${key}.aside`)
  const unnamed = hashOf(Buffer.from('unnamed'))
  await storeFile(1, unnamed, Buffer.from('unnamed'))
  expect(await sweepFiles()).toBe(0)
  await sweepFiles({ now: Number.POSITIVE_INFINITY })
  expect(await readStored(1, unnamed)).toBeUndefined()
  expect(await readObject(fileStore(), key)).toEqual(kept)
})

test('files go from the folder to the bucket and back, once', async () => {
  const folder = storeOf({ dataDir: join(home, 'moved') })
  const bytes = Buffer.alloc(3_000_000, 'x')
  const hash = hashOf(bytes)
  await folder.put(`7/${hash.slice(0, 2)}/${hash}`, bytes)
  // A disk changed one of them: it goes nowhere under a name that says it is whole.
  await folder.put(`7/aa/${'a'.repeat(64)}`, Buffer.from('changed'))
  expect(await copyObjects(folder, fileStore())).toEqual({ copied: 1, damaged: 1 })
  expect(await copyObjects(folder, fileStore())).toEqual({ copied: 0, damaged: 1 })
  expect(await readStored(7, 'a'.repeat(64))).toBeUndefined()
  expect(await readStored(7, hash)).toEqual(bytes)
  const back = storeOf({ dataDir: join(home, 'back') })
  const { copied } = await copyObjects(fileStore(), back)
  expect(filesIn(join(home, 'back'))).toHaveLength(copied)
})

test('the command copies what is missing, once, and deletes nothing; without a bucket it says so', async () => {
  const dataDir = join(home, 'commanded')
  const folder = storeOf({ dataDir })
  const bytes = Buffer.from('of a folder')
  const key = `7/${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`
  await folder.put(key, bytes)
  const run = (to: string, settings: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, ['scripts/admin.mjs', 'files', '--to', to], {
      env: { PATH: process.env.PATH, NODE_ENV: 'test', NLOS_DEMO: '1', DATA_DIR: dataDir, ...settings },
    }).then(
      ({ stdout }) => stdout,
      ({ stderr, stdout }: { stderr: string; stdout: string }) => `${stdout}${stderr}`,
    )
  const bucket = { S3_URL: s3.url.href, S3_KEY_ID: s3.keyId, S3_SECRET: s3.secret }
  expect(await run('s3', bucket)).toContain('1 files copied')
  expect(await run('s3', bucket)).toContain('0 files copied')
  await folder.put(`7/aa/${'a'.repeat(64)}`, Buffer.from('changed'))
  expect(await run('s3', bucket)).toContain('1 files are damaged and were not copied')
  expect(await readStored(7, hashOf(bytes))).toEqual(bytes)
  expect(await readObject(folder, key)).toEqual(bytes)
  await folder.remove(key)
  expect(await run('folder', bucket)).toMatch(/[1-9]\d* files copied/)
  expect(await readObject(folder, key)).toEqual(bytes)
  expect(await run('s3')).toContain('S3_URL is not set')
  expect(await run('elsewhere', bucket)).toContain('--to s3|folder')
}, 60_000)

test('a bucket that is away, or refuses the key, is an outage and says so', async () => {
  const away = s3Store({ ...s3, url: new URL('http://127.0.0.1:9/files') })
  await expect(away.tryWrite()).rejects.toMatchObject({ name: 'OutageError' })
  const wrong = s3Store({ ...s3, keyId: 'nobody' })
  await expect(wrong.tryWrite()).rejects.toThrow(/403.*InvalidAccessKeyId/s)
})

test('a stream is kept in the bucket as it came', async () => {
  const pieces = async function* () {
    for (let at = 0; at < 40; at++) yield Buffer.alloc(64 * 1024, at)
  }
  const { hash, size } = await storeStream(1, pieces())
  expect(size).toBe(40 * 64 * 1024)
  expect(hashOf((await readStored(1, hash)) ?? Buffer.of())).toBe(hash)
})
