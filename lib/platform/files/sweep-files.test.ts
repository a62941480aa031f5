import { randomUUID } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { attachments } from '../../domains/materials/contract/attachments.ts'
import { draftOrder, newEvent } from '../../domains/orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { scratchFolder } from './file-store.ts'
import { graceMs, sweepFiles } from './sweep-files.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')

async function paths(): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(scratchFolder(), { recursive: true })) {
    const path = join(scratchFolder(), name)
    if ((await stat(path)).isFile()) found.push(path)
  }
  return found.sort()
}

/** Lets every file be as old as given. */
async function age(ms: number): Promise<void> {
  const then = new Date(Date.now() - ms)
  for (const path of await paths()) await utimes(path, then, then)
}

/** A picture that no other order has. */
let red = 0
function picture(): Promise<Buffer> {
  red += 40
  const background = { r: red, g: 0, b: 0 }
  return sharp({ create: { width: 64, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer()
}

async function uploaded() {
  const { orderId } = await draftOrder(clerk())
  const before = await paths()
  const { file } = await clerk().upload(
    attachments.upload,
    { orderId, materialType: 'id_front', eventId: newEvent() },
    { name: 'a.jpg', bytes: await picture() },
  )
  const own = (await paths()).filter((path) => !before.includes(path))
  return { orderId, fileId: file.id, own }
}

it('deletes what a removed upload left, with its preview, once it is old, and nothing that a row names', async () => {
  const kept = await uploaded()
  const removed = await uploaded()
  expect(removed.own).toHaveLength(2)
  await clerk().call(attachments.remove, {
    orderId: removed.orderId,
    fileId: removed.fileId,
    eventId: newEvent(),
  })
  const all = await paths()
  await age(graceMs - 60_000)
  expect(await sweepFiles()).toBe(0)
  expect(await paths()).toEqual(all)
  await age(graceMs + 60_000)
  expect(await sweepFiles()).toBe(1)
  expect(await paths()).toEqual(all.filter((path) => !removed.own.includes(path)))
  const { status } = await clerk().raw(attachments.download, { orderId: kept.orderId, fileId: kept.fileId })
  expect(status).toBe(200)
})

it('deletes unfinished writes, and leaves what is no file of ours', async () => {
  const { own } = await uploaded()
  const [some = ''] = own
  const all = await paths()
  const unfinished = join(some, '..', `.${randomUUID()}.tmp`)
  const foreign = join(scratchFolder(), 'README')
  for (const path of [unfinished, foreign]) await writeFile(path, 'x')
  await age(graceMs + 60_000)
  expect(await sweepFiles({ signal: AbortSignal.abort() })).toBe(0)
  expect(await sweepFiles()).toBe(1)
  expect(await paths()).toEqual([...all, foreign].sort())
})
