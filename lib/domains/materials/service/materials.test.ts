import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { db, inTenant } from '../../../platform/db/client.ts'
import { scratchFolder } from '../../../platform/files/file-store.ts'
import { scanWith } from '../../../platform/files/scan-file.ts'
import { fileNameIn } from '../../../rules/file-name.ts'
import { applications } from '../../orders/contract.ts'
import { draftOrder, newEvent, submittedOrder, testPicture } from '../../orders/service/testing.ts'
import { attachment } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { attachments } from '../contract/attachments.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const html = Buffer.from('<html><script>alert(1)</script></html>')

async function stored(): Promise<string[]> {
  const names = await readdir(join(scratchFolder(), '1'), { recursive: true }).catch(() => [])
  return names.filter((name) => /[0-9a-f]{64}$/.test(name)).sort()
}

const rows = () => inTenant(1, () => db().select().from(attachment))

it('keeps a picture clean, shows it small, sends it as a download', async () => {
  const { orderId } = await draftOrder(clerk())
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#808080' } })
    .withExif({ IFD3: { GPSLatitude: '39/1 54/1 0/1' } })
    .jpeg()
    .toBuffer()
  const { file, item } = await clerk().upload(
    attachments.upload,
    { orderId, materialType: 'id_front', eventId: newEvent() },
    { name: '../正面".jpg', bytes },
  )
  expect(file).toMatchObject({ name: '正面.jpg', mime: 'image/jpeg' })
  expect(item).toMatchObject({ materialType: 'id_front', itemStatus: '已传' })
  expect(item.files.map(({ id }) => id)).toContain(file.id)

  const download = await clerk().raw(attachments.download, { orderId, fileId: file.id })
  expect(download.headers.get('content-type')).toBe('image/jpeg')
  expect(download.headers.get('content-disposition')).toMatch(/^attachment;/)
  expect(download.headers.get('x-content-type-options')).toBe('nosniff')
  const sent = await sharp(Buffer.from(await download.arrayBuffer())).metadata()
  expect(sent).toMatchObject({ width: 800, height: 600 })
  expect(sent.exif).toBeUndefined()
  const preview = await clerk().raw(attachments.download, { orderId, fileId: file.id, thumb: '1' })
  expect((await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).width).toBe(320)
})

it('counts what is still to come, and takes files back while the form is open', async () => {
  const { orderId, rowVersion } = await draftOrder(clerk())
  const full = await clerk().call(attachments.materials, { orderId })
  expect(full).toMatchObject({ status: '上传中', requiredCount: 2, doneCount: 2 })
  const fileId = full.items.find(({ materialType }) => materialType === 'id_back')?.files[0]?.id ?? 0
  const removal = { orderId, fileId, eventId: newEvent() }
  const { item } = await clerk().call(attachments.remove, removal)
  expect(item).toMatchObject({ itemStatus: '未传', files: [] })
  // The repeat gets the first answer, not a 404.
  expect(await clerk().call(attachments.remove, removal)).toEqual({ item })
  expect((await clerk().call(attachments.materials, { orderId })).doneCount).toBe(1)
  expect((await clerk().raw(attachments.download, { orderId, fileId })).status).toBe(404)
  const upload = { orderId, materialType: 'id_back', eventId: newEvent() }
  await clerk().upload(attachments.upload, upload, { name: 'b.jpg', bytes: await testPicture() })
  await clerk().call(applications.submitPre, { orderId, rowVersion, eventId: newEvent() })
  await expect(
    clerk().upload(
      attachments.upload,
      { ...upload, eventId: newEvent() },
      { name: 'c.jpg', bytes: await testPicture() },
    ),
  ).rejects.toThrow('422 当前状态不能进行此操作')
})

it('stores one file for a repeated upload and 20 at most for an item', async () => {
  const { orderId } = await draftOrder(clerk())
  const input = { orderId, materialType: 'id_front', eventId: newEvent() }
  const file = { name: 'a.jpg', bytes: await testPicture() }
  const answers = await Promise.all([1, 2, 3].map(() => clerk().upload(attachments.upload, input, file)))
  expect(new Set(answers.map(({ file }) => file.id)).size).toBe(1)
  const more = Array.from({ length: 25 }, () =>
    clerk()
      .upload(attachments.upload, { ...input, eventId: newEvent() }, file)
      .then(
        () => 'stored',
        (error: Error) => error.message,
      ),
  )
  const results = await Promise.all(more)
  expect(results.filter((result) => result === 'stored')).toHaveLength(18)
  expect(results).toContain('422 该材料最多上传20个文件 {}')
  const { items } = await clerk().call(attachments.materials, { orderId })
  expect(items.find(({ materialType }) => materialType === 'id_front')?.files).toHaveLength(20)
})

it('leaves neither row nor file behind when it refuses', async () => {
  const { orderId } = await submittedOrder(clerk())
  const draft = await draftOrder(clerk())
  const filesBefore = await stored()
  const rowsBefore = (await rows()).length
  const unseen = await sharp({ create: { width: 33, height: 77, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const tries: [number, string, string, Buffer][] = [
    [orderId, 'id_front', 'a.png', unseen],
    [draft.orderId, 'no_such_item', 'a.png', unseen],
    [draft.orderId, 'id_front', 'a.html', html],
    [draft.orderId, 'id_front', 'a.jpg', html],
    [draft.orderId, 'id_front', 'a.svg', Buffer.from('<svg onload="alert(1)"/>')],
    [draft.orderId, 'id_front', 'a.jpg', Buffer.alloc(0)],
    [draft.orderId, 'id_front', 'a.png', unseen.subarray(0, 60)],
    [987_654_321, 'id_front', 'a.png', unseen],
  ]
  for (const [id, materialType, name, bytes] of tries) {
    const input = { orderId: id, materialType, eventId: newEvent() }
    await expect(clerk().upload(attachments.upload, input, { name, bytes })).rejects.toThrow(/^4\d\d /)
  }
  expect(await stored()).toEqual(filesBefore)
  expect(await rows()).toHaveLength(rowsBefore)
})

it('takes no file back that another upload of the same bytes counts on', async () => {
  const { orderId } = await draftOrder(clerk())
  for (let round = 0; round < 3; round++) {
    const background = { r: 90, g: 20, b: round }
    const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background } })
      .png()
      .toBuffer()
    const upload = (account: string, materialType: string) =>
      backend
        .as(account)
        .upload(attachments.upload, { orderId, materialType, eventId: newEvent() }, { name: 'a.png', bytes })
        .then(
          ({ file }) => file.id,
          () => undefined,
        )
    const ids = await Promise.all(
      ['no_such_item', 'id_front', 'no_such_item', 'id_front'].map((type) => upload('entry_clerk', type)),
    )
    for (const fileId of ids.filter((id) => id !== undefined))
      expect((await clerk().raw(attachments.download, { orderId, fileId })).status).toBe(200)
    expect(ids.filter((id) => id === undefined)).toHaveLength(2)
  }
})

it('has every stored file named by a row, and every row its file', async () => {
  const named = new Set((await rows()).map(({ fileId }) => fileId))
  const present = new Set((await stored()).map((name) => name.slice(-64)))
  expect([...named].filter((hash) => !present.has(hash))).toEqual([])
})

it.each([
  '😀.png',
  '𠮷田.png',
  '\u{2a700}\u{2b740}\u{2b820}\u{2ceb0}\u{30000}\u{31350}.png',
  'عقد.png',
  'חוזה.png',
  '\ud83d.png',
])('a file called %j is opened again under its name (N4, U6)', async (name) => {
  const { orderId } = await draftOrder(clerk())
  const { file } = await clerk().upload(
    attachments.upload,
    { orderId, materialType: 'id_front', eventId: newEvent() },
    {
      name,
      bytes: await sharp(await testPicture())
        .png()
        .toBuffer(),
    },
  )
  expect(file.name).toBe(name.toWellFormed())
  const download = await clerk().raw(attachments.download, { orderId, fileId: file.id })
  expect(download.status).toBe(200)
  expect(fileNameIn(download.headers.get('content-disposition'))).toBe(name.toWellFormed())
})

describe('a scanner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nlos-scanner-'))
  const program = join(folder, 'scan')
  writeFileSync(program, `#!/bin/sh\ncp "$2" ${folder}/seen\nexit $(cat ${folder}/answer)\n`, { mode: 0o700 })
  afterEach(() => scanWith(undefined))
  afterAll(() => rmSync(folder, { recursive: true }))

  it.each([
    ['0', `${program} --quiet`, 200],
    ['1', `${program} --quiet`, [400, '文件未通过安全扫描，不能上传']],
    ['2', `${program} --quiet`, [503, '安全扫描暂不可用，文件未保存，请稍后再试']],
    ['0', '/no/such/program', [503, '安全扫描暂不可用，文件未保存，请稍后再试']],
  ])(
    'that answers %s (%s) is told of each upload as it was sent, and is believed (U7)',
    async (answer, command, expected) => {
      const { orderId } = await draftOrder(clerk())
      const before = await readdir(scratchFolder(), { recursive: true })
      scanWith(command)
      writeFileSync(join(folder, 'answer'), answer)
      const bytes = await sharp({ create: { width: 21, height: 20, channels: 3, background: '#a1b2c3' } })
        .withExif({ IFD0: { Artist: answer } })
        .png()
        .toBuffer()
      const upload = { orderId, materialType: 'id_front', eventId: newEvent() }
      const answered = await clerk()
        .upload(attachments.upload, upload, { name: 'a.png', bytes })
        .then(
          () => 200,
          ({ status, body }) => [status, body.fields?.file ?? body.message],
        )
      expect(answered).toEqual(expected)
      if (command !== '/no/such/program') expect(readFileSync(join(folder, 'seen'))).toEqual(bytes)
      const after = await readdir(scratchFolder(), { recursive: true })
      if (answered !== 200) expect(after).toEqual(before)
      expect(after.filter((name) => name.endsWith('.tmp'))).toEqual([])
    },
  )
})

it('refuses a PDF that acts, with the reason at the file', async () => {
  const { orderId } = await draftOrder(clerk())
  const input = { orderId, materialType: 'id_front', eventId: newEvent() }
  const bytes = Buffer.from('%PDF-1.7\n1 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n%%EOF\n')
  await expect(clerk().upload(attachments.upload, input, { name: 'a.pdf', bytes })).rejects.toMatchObject({
    status: 400,
    body: { fields: { file: 'PDF中含有脚本、启动程序或附件，请重新打印为PDF后上传' } },
  })
})
