import { hashPassword, passwordMatches } from '../domains/identity/service/password-hash.ts'
import { cleanFile } from '../domains/materials/service/clean-file.ts'
import { readReleases } from '../domains/system/service/release-notes.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { inTenant } from './db/client.ts'
import { detached } from './db/detached.ts'
import { hashOf } from './files/file-hash.ts'
import { readStored, storeFile } from './files/file-store.ts'
import { scanFile, scanWith } from './files/scan-file.ts'
import { sweepFiles } from './files/sweep-files.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const hash = hashOf(Buffer.from('x'))

test.each<[string, () => Promise<unknown>]>([
  ['hashing a password', () => hashPassword('x')],
  ['comparing one', () => passwordMatches(undefined, 'x')],
  ['looking into a file', () => cleanFile(Buffer.from('x'))],
  ['storing it', () => storeFile(1, hash, Buffer.from('x'))],
  ['reading it', () => readStored(1, hash)],
  ['scanning it', () => scanFile(Buffer.from('x'))],
  ['sweeping', () => sweepFiles()],
  ['reading the release notes', readReleases],
])('%s is refused where a connection is held, and nowhere else (N3)', async (_name, work) => {
  scanWith('true')
  await expect(inTenant(1, work)).rejects.toThrow('inside a transaction')
  const outside = await work().then(
    () => 'done',
    ({ status }) => status,
  )
  expect(['done', 400]).toContain(outside)
  // Work that a call only starts holds nothing either.
  await inTenant(1, async () => {
    detached(() => work().catch(() => undefined))
  })
  scanWith(undefined)
})
