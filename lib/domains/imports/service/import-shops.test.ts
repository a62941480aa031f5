import { openings } from '../../openings/contract.ts'
import { openingNow, shopOpening, stepOf } from '../../openings/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { imports } from '../contract.ts'
import { importer } from './testing.ts'

let backend: TestBackend
let places: { channel: string; branch: string }
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  const { channels, branches } = await backend.as('channel_mgr').call(openings.places, {})
  places = { channel: channels[0]?.name ?? '', branch: branches[0]?.name ?? '' }
}, 60_000)
afterAll(() => backend.close())

const heads = [
  '名称',
  '类型',
  '渠道',
  '分公司',
  '统一社会信用代码',
  '联系人',
  '联系手机',
  '省市区',
  '地址',
  '协议到期',
  '返佣方式',
  '返佣值',
  '评级',
  '登录账号',
]
/** A row as a spreadsheet has it, of a shop of its own unless told. */
function rowOf(more: Partial<Record<string, string>> = {}): string[] {
  const shop = shopOpening()
  const usual: Record<string, string> = {
    名称: shop.name,
    类型: '4S店',
    渠道: places.channel,
    分公司: places.branch,
    统一社会信用代码: shop.uscc,
    联系人: shop.contactName,
    联系手机: '138 0000 1234',
    省市区: '福建省/福州市/鼓楼区',
    地址: shop.address,
    协议到期: '2099/12/31',
    返佣方式: '按比例',
    返佣值: '0.0100',
    评级: 'B',
    登录账号: shop.account,
  }
  return heads.map((head) => more[head] ?? usual[head] ?? '')
}
const manager = () => importer(backend, 'channel_mgr', 'shops', heads)
const listed = async (q: string) =>
  (await backend.as('channel_mgr').call(openings.list, { kind: 'shop', q })).data

test('shops of a file are applications that two people review, as those that are typed; a second time adds none', async () => {
  const { read, fileOf, book } = manager()
  const right = rowOf()
  const name = right[0] ?? ''
  const id = await read(
    right,
    right,
    rowOf({ 渠道: '没有的渠道' }),
    rowOf({ 省市区: '福州' }),
    rowOf({ 联系手机: '123' }),
    rowOf({ 统一社会信用代码: '' }),
    rowOf({ 登录账号: 'channel_mgr' }),
    rowOf({ 协议到期: '明年' }),
    rowOf({ 地址: '路'.repeat(121) }),
    rowOf({ 返佣值: '一成' }),
  )
  expect(await fileOf(id)).toMatchObject({
    freshCount: 1,
    sameCount: 0,
    wrong: [
      { row: 3, field: 'name', reason: '与前面的行重复' },
      { row: 4, field: 'channelId', reason: '不是可选的内容' },
      { row: 5, field: 'region', reason: '不是可选的内容' },
      { row: 6, field: 'contactMobile', value: '123' },
      { row: 7, field: 'uscc' },
      { row: 8, field: 'account', value: 'channel_mgr' },
      { row: 9, field: 'agreementTo', value: '明年' },
      { row: 10, field: 'address' },
      { row: 11, field: 'rebateValue', value: '一成' },
    ],
  })
  expect(await listed(name)).toEqual([])
  expect(await book(id)).toMatchObject({ status: 200, body: { added: 1 } })
  const [made] = await listed(name)
  expect(made).toMatchObject({ status: '草稿', inForce: null, shopType: '4S', endsOn: '2099-12-31' })
  const { shop, log } = await openingNow(backend, made?.id ?? 0, 'channel_mgr')
  expect(shop).toMatchObject({ region: ['350000', '350100', '350102'], rebateValue: '0.0100' })
  expect(log).toHaveLength(1)
  const again = await read(right)
  expect(await fileOf(again)).toMatchObject({ freshCount: 0, sameCount: 1 })
  expect(await book(again)).toMatchObject({ status: 422, body: { code: 'imports.refusals.nothingNew' } })
})

test('the same shops from two windows are applied for once', async () => {
  const { read, book } = manager()
  const row = rowOf()
  const ids = [await read(row), await read(row)]
  const answers = await Promise.all(ids.map(book))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await listed(row[0] ?? '')).toHaveLength(1)
})

test('drafts that nobody has touched go with their import; one that was submitted keeps all', async () => {
  const { read, book, undo } = manager()
  const [one, two] = [rowOf(), rowOf()]
  const id = await read(one, two)
  await book(id)
  const [first] = await listed(one[0] ?? '')
  expect((await stepOf(backend, 'channel_mgr', 'submit', first?.id ?? 0)).status).toBe(200)
  expect(await undo(id)).toMatchObject({ status: 422, body: { code: 'imports.refusals.used' } })
  expect(await listed(two[0] ?? '')).toHaveLength(1)

  const other = rowOf()
  const second = await read(other)
  await book(second)
  expect(await undo(second)).toMatchObject({ status: 200 })
  expect(await listed(other[0] ?? '')).toEqual([])
})

test('a file of shops is for whoever brought it', async () => {
  const { read, fileOf } = manager()
  const id = await read(rowOf())
  const { rowVersion } = await fileOf(id)
  const admin = backend.as('admin')
  expect((await admin.send(imports.get, { importId: id })).status).toBe(404)
  const eventId = `somebody-elses-file-${id}`
  expect((await admin.send(imports.book, { importId: id, rowVersion, eventId })).status).toBe(404)
  const { data } = await admin.call(imports.list, { kind: 'shops' })
  expect(data).toEqual([])
})
