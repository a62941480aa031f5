import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { InputOf } from '../../../platform/contract/endpoint.ts'
import type { LiveEvent } from '../../../platform/contract/live.ts'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { listenToEvents } from '../../../platform/live-events.ts'
import { system } from '../../system/contract.ts'
import { auditLog } from '../../system/table.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import { configuration, type DictionaryRow } from '../contract.ts'

let backend: TestBackend
let admin: Caller
const heard: (LiveEvent | null)[] = []
beforeAll(async () => {
  backend = await openTestBackend()
  admin = backend.as('admin')
  await listenToEvents((event) => heard.push(event))
}, 60_000)
afterAll(() => backend.close())

type Item = { code: string; label: string; parentCode?: string; enabled?: boolean }
const save = (type: string, { enabled = true, ...item }: Item, row?: DictionaryRow) =>
  admin.send(configuration.saveDictionaryItem, {
    eventId: randomUUID(),
    type,
    enabled,
    ...item,
    ...(row && { id: row.id, rowVersion: row.rowVersion }),
  })
const itemsOf = async (
  type: string,
  more: Omit<InputOf<typeof configuration.dictionaryItems>, 'type'> = {},
) => (await admin.call(configuration.dictionaryItems, { type, length: 100, ...more })).data
async function itemOf(type: string, code: string): Promise<DictionaryRow> {
  const row = (await itemsOf(type)).find((item) => item.code === code)
  if (!row) throw new Error(`no ${code}`)
  return row
}
const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code)
const move = async (type: string, code: string, to: 'first' | 'up' | 'down' | 'last') => {
  const { id, rowVersion } = await itemOf(type, code)
  return admin.send(configuration.moveDictionaryItem, { id, rowVersion, to })
}
const forms = (type: string) => backend.as('entry_clerk').call(system.dictionary, { type })

test('every dictionary is there with its kind and size', async () => {
  const all = await admin.call(configuration.dictionaries, {})
  expect(all.find(({ type }) => type === 'gender')).toEqual({
    type: 'gender',
    name: '',
    kind: 'fixed',
    items: 2,
    rowVersion: 0,
  })
  expect(all.find(({ type }) => type === 'bank')).toMatchObject({ kind: 'open', items: 18 })
  expect((await backend.as('entry_clerk').send(configuration.dictionaries, {})).status).toBe(403)
})

test('a new item is chosen from at once, everywhere, and the open pages hear of it', async () => {
  heard.length = 0
  expect((await save('bank', { code: 'DEMOC', label: '示例银行丙' })).status).toBe(200)
  expect((await forms('bank')).at(-1)).toEqual({
    code: 'DEMOC',
    label: '示例银行丙',
    parentCode: null,
    enabled: true,
  })
  const { dictionaries } = await backend.as('cashier').call(system.cacheParams, { params: ['bank'] })
  expect(codes(dictionaries.bank ?? [])).toContain('DEMOC')
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(heard[0]).toMatchObject({ type: 'configuration', data: { of: 'dictionary' } })
  const other = await backend.as('admin', 'qhe').call(system.dictionary, { type: 'bank' })
  expect(codes(other)).not.toContain('DEMOC')
})

test('a disabled item still renders, and its label may change; its code never', async () => {
  await save('bank', { code: 'OLD', label: '旧银行' })
  const row = await itemOf('bank', 'OLD')
  await save('bank', { code: 'OLD', label: '旧银行（停）', enabled: false }, row)
  expect((await forms('bank')).find(({ code }) => code === 'OLD')).toMatchObject({
    label: '旧银行（停）',
    enabled: false,
  })
  expect(codes(await itemsOf('bank', { state: 'disabled' }))).toEqual(['OLD'])
  const next = await itemOf('bank', 'OLD')
  expect(await save('bank', { code: 'NEW', label: '旧银行' }, next)).toMatchObject({
    status: 400,
    body: { fields: { code: '值保存后不能修改' } },
  })
})

test.each<[string, Item, string]>([
  ['the code twice', { code: 'DEMO', label: 'x' }, 'code'],
  ['a code with a space', { code: 'A B', label: 'x' }, 'code'],
  ['no label', { code: 'X1', label: ' ' }, 'label'],
  ['an upper value that is not there', { code: 'X1', label: 'x', parentCode: 'NONE' }, 'parentCode'],
])('%s is refused', async (_case, item, path) => {
  expect(await save('bank', item)).toMatchObject({
    status: 400,
    body: { fields: { [path]: expect.any(String) } },
  })
})

test('an item cannot stand below itself', async () => {
  await save('bank', { code: 'UP', label: '上' })
  await save('bank', { code: 'LOW', label: '下', parentCode: 'UP' })
  expect((await itemOf('bank', 'LOW')).parentLabel).toBe('上')
  expect(
    await save('bank', { code: 'UP', label: '上', parentCode: 'LOW' }, await itemOf('bank', 'UP')),
  ).toMatchObject({ status: 400, body: { fields: { parentCode: expect.any(String) } } })
})

test('where the product depends on the codes, only labels and order change', async () => {
  const refusal = { status: 422, body: { code: 'configuration.dictionaryFixed' } }
  expect(await save('gender', { code: '3', label: '其他' })).toMatchObject(refusal)
  const row = await itemOf('gender', '1')
  expect(await save('gender', { code: '1', label: '男', enabled: false }, row)).toMatchObject(refusal)
  expect((await save('gender', { code: '1', label: '男性' }, row)).status).toBe(200)
  expect((await move('gender', '2', 'up')).status).toBe(200)
  expect(await forms('gender')).toMatchObject([{ code: '2' }, { code: '1', label: '男性' }])
})

test('items move among those with the same upper value; the others stay where they are', async () => {
  await move('express', 'SELF', 'first')
  await move('express', 'EMS', 'last')
  await move('express', 'JD', 'up')
  expect(codes(await itemsOf('express'))).toEqual([
    'SELF',
    'JD',
    'SF',
    'ZTO',
    'YTO',
    'STO',
    'YD',
    'DBL',
    'EMS',
  ])
  expect((await move('express', 'SELF', 'up')).status).toBe(200)
  const before = codes(await itemsOf('review_reason'))
  const [top = ''] = before
  await move('review_reason', top, 'last')
  const after = await itemsOf('review_reason')
  expect(after.filter(({ parentCode }) => parentCode === null).at(-1)?.code).toBe(top)
  const below = (rows: readonly string[]) => rows.filter((code) => code.startsWith('document_'))
  expect(below(codes(after))).toEqual(below(before))
  const ends = after.filter(({ parentCode }) => parentCode === null)
  expect(ends.map(({ isFirst }) => isFirst)).toEqual(ends.map((_row, at) => at === 0))
  expect(ends.map(({ isLast }) => isLast)).toEqual(ends.map((_row, at) => at === ends.length - 1))
  // A page and a search say the same of an item as the whole.
  const found = (await itemsOf('review_reason', { q: top })).find(({ code }) => code === top)
  expect(found).toMatchObject({ isFirst: false, isLast: true })
})

test('a tenant has dictionaries of its own: added, renamed, deleted with their items', async () => {
  const type = 'sales_region'
  expect(await admin.call(configuration.createDictionary, { type, name: '销售大区' })).toEqual({})
  for (const taken of [type, 'gender']) {
    const again = await admin.send(configuration.createDictionary, { type: taken, name: 'x' })
    expect(again).toMatchObject({ status: 400, body: { fields: { type: '字典类型已存在' } } })
  }
  expect((await admin.send(configuration.createDictionary, { type: 'Bad Type', name: 'x' })).status).toBe(400)
  expect((await save('no_such', { code: 'A', label: '甲' })).status).toBe(404)
  expect((await save(type, { code: 'A', label: '甲' })).status).toBe(200)
  await admin.call(configuration.saveDictionary, { type, name: '大区', rowVersion: 1 })
  expect((await admin.send(configuration.saveDictionary, { type, name: '区', rowVersion: 1 })).status).toBe(
    409,
  )
  const all = await admin.call(configuration.dictionaries, {})
  expect(all.at(-1)).toEqual({ type, name: '大区', kind: 'own', items: 1, rowVersion: 2 })
  expect(
    (await backend.as('admin', 'qhe').call(configuration.dictionaries, {})).some((one) => one.type === type),
  ).toBe(false)
  await admin.call(configuration.removeDictionary, { type, rowVersion: 2 })
  expect(await forms(type)).toEqual([])
  expect(await admin.send(configuration.removeDictionary, { type: 'bank', rowVersion: 0 })).toMatchObject({
    status: 422,
    body: { message: '系统自带的字典不能删除' },
  })
})

test('a stale change is refused with what differs, and every change leaves an audit row', async () => {
  await save('bank', { code: 'AUD', label: '一' })
  const row = await itemOf('bank', 'AUD')
  await save('bank', { code: 'AUD', label: '二' }, row)
  expect(await save('bank', { code: 'AUD', label: '三' }, row)).toMatchObject({
    status: 409,
    body: { conflict: { changes: [{ path: 'label', mine: '三', theirs: '二' }] } },
  })
  await inTenantOf('blq', async () => {
    const rows = await db().select().from(auditLog).where(eq(auditLog.object, 'dictionary:bank/AUD'))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({ before: { label: '一' }, after: { label: '二' } })
  })
})
