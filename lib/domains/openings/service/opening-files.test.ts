import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { openings } from '../contract.ts'
import { type OpeningPaper, openingLimits, openingPapers } from '../rules/opening.ts'
import { openingNow, shopOpening, stepOf } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const manager = () => backend.as('channel_mgr')
const upload = async (id: number, paper: OpeningPaper, eventId = newEvent()) =>
  manager().upload(
    openings.addFile,
    { id, paper, eventId },
    { name: `${paper}.jpg`, bytes: await testPicture() },
  )
const submit = async (id: number) => {
  const { rowVersion } = await openingNow(backend, id)
  return manager().send(openings.submit, { id, rowVersion, eventId: newEvent() })
}
const drafted = async (over: object = {}) => (await manager().call(openings.saveShop, shopOpening(over))).id

test('a shop is submitted with all its papers and not before, and its reviewers see them', async () => {
  const id = await drafted()
  expect((await openingNow(backend, id)).missing).toEqual(openingPapers)
  expect(await submit(id)).toMatchObject({
    status: 422,
    body: { message: '还缺营业执照、门头照、合作协议、开户许可，请在开通详情的附件中上传后再提交' },
  })
  for (const paper of openingPapers) await upload(id, paper)
  expect((await submit(id)).status).toBe(200)
  const { files, missing } = await openingNow(backend, id, 'branch_mgr')
  expect([files.map(({ paper }) => paper), missing]).toEqual([[...openingPapers], []])
  const at = { id, fileId: files[0]?.id ?? 0 }
  const { status, headers } = await backend.as('branch_mgr').raw(openings.file, at)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await backend.as('branch_mgr2').raw(openings.file, at)).status).toBe(404)
  // An opening under review stays as it was handed in.
  expect((await upload(id, 'photo').catch(({ status: code }) => code)) as unknown).toBe(422)
  const gone = await manager().send(openings.removeFile, { ...at, eventId: newEvent() })
  expect(gone.status).toBe(422)
})

test('a file that is sent twice is there once, and goes from a draft', async () => {
  const id = await drafted({ shopType: '直营', uscc: '' })
  expect((await openingNow(backend, id)).missing).not.toContain('permit')
  const eventId = newEvent()
  const first = await upload(id, 'licence', eventId)
  expect(await upload(id, 'licence', eventId)).toEqual(first)
  const { files } = await openingNow(backend, id)
  expect(files).toMatchObject([{ paper: 'licence', name: 'licence.jpg', mime: 'image/jpeg' }])
  await manager().call(openings.removeFile, { id, fileId: files[0]?.id ?? 0 })
  expect((await openingNow(backend, id)).files).toEqual([])
})

test('a paper has so many files, and a photo is a picture', async () => {
  const id = await drafted()
  for (let at = 0; at < openingLimits.files; at++) await upload(id, 'photo')
  await expect(upload(id, 'photo')).rejects.toMatchObject({ status: 422 })
  const pdf = { name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.4\n%%EOF') }
  await expect(
    manager().upload(openings.addFile, { id, paper: 'photo', eventId: newEvent() }, pdf),
  ).rejects.toMatchObject({ status: expect.any(Number) })
})

test('what is open may get another file, as a renewed agreement, and loses none', async () => {
  const id = await drafted()
  await stepOf(backend, 'channel_mgr', 'submit', id)
  await stepOf(backend, 'branch_mgr', 'approve', id)
  await stepOf(backend, 'risk_manager', 'approve', id)
  await upload(id, 'agreement')
  const { files } = await openingNow(backend, id)
  expect(files.filter(({ paper }) => paper === 'agreement')).toHaveLength(2)
  const fileId = files.at(-1)?.id ?? 0
  expect((await manager().send(openings.removeFile, { id, fileId, eventId: newEvent() })).status).toBe(422)
})
