import { readdirSync } from 'node:fs'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { CallError } from '../errors.ts'
import { hashOf } from './file-hash.ts'
import { fileStore, readStored, scratchFolder, storedAnswer, storeFile, storeStream } from './file-store.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
}, 60_000)
afterAll(() => backend.close())

const stored = async (text: string) => {
  const bytes = Buffer.from(text)
  const hash = hashOf(bytes)
  await storeFile(1, hash, bytes)
  return { bytes, hash, key: `1/${hash.slice(0, 2)}/${hash}` }
}
const answered = async (hash: string) => {
  const { body } = storedAnswer(1, { hash, name: '回单.jpg', mime: 'image/jpeg' })
  if (typeof body !== 'function') throw new Error('it was read inside the transaction')
  return Buffer.from(await new Response((await body()) as BodyInit).arrayBuffer())
}

test('a stored file is handed out as it was kept', async () => {
  const { bytes, hash } = await stored('a proof')
  expect(await answered(hash)).toEqual(bytes)
  expect(await readStored(1, hash)).toEqual(bytes)
  await expect(answered('0'.repeat(64))).rejects.toMatchObject({ status: 404 })
})

test('one that was changed in its store is refused by name, and the operator is told its key', async () => {
  const { hash, key } = await stored('another proof')
  await fileStore().put(key, Buffer.from('the account of somebody else'))
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  const refusals = [
    await answered(hash).catch((error: unknown) => error),
    await readStored(1, hash, { name: '回单.jpg' }).catch((error: unknown) => error),
  ]
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(CallError)
    expect(refusal).toMatchObject({ status: 422, body: { code: 'refusals.fileChanged' } })
    expect((refusal as CallError).body.message).toContain('回单.jpg')
  }
  expect(lines.split(key.slice(0, 17))).toHaveLength(3)
})

async function* piecesOf(...pieces: (string | Error)[]) {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield Buffer.from(piece)
  }
}
const unfinished = () => readdirSync(scratchFolder()).filter((name) => name.endsWith('.tmp'))

test('a stream is kept under the hash of all its pieces, and one that breaks off leaves nothing', async () => {
  const { hash, size } = await storeStream(1, piecesOf('a ', 'long ', 'list'))
  expect({ hash, size }).toEqual({ hash: hashOf(Buffer.from('a long list')), size: 11 })
  expect(String(await answered(hash))).toBe('a long list')
  expect(await storeStream(1, piecesOf('a long list'))).toEqual({ hash, size })
  await expect(storeStream(1, piecesOf('a ', new Error('killed')))).rejects.toThrow('killed')
  expect(unfinished()).toEqual([])
})
