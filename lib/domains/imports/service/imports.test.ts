import { eq, inArray, sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { blacklist } from '../../blacklist/contract.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { imports } from '../contract.ts'
import { rowImport } from '../table.ts'
import { sweepImports } from './sweep-imports.ts'
import { bookedEntries, entriesFile, entryCells, entryHeads, readEntriesOf } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
}, 60_000)
afterAll(() => backend.close())

const manager = () => backend.as('risk_manager')
const fileOf = (importId: number) => manager().call(imports.get, { importId })
const listed = async (q: string) => (await manager().call(blacklist.entries, { q })).data
const book = async (importId: number) => {
  const { rowVersion } = await fileOf(importId)
  return manager().send(imports.book, {
    importId,
    rowVersion,
    eventId: `book-entries-${importId}-${rowVersion}`,
  })
}
const undo = async (importId: number) => {
  const { rowVersion } = await fileOf(importId)
  return manager().send(imports.undo, {
    importId,
    rowVersion,
    eventId: `undo-entries-${importId}-${rowVersion}`,
  })
}

test('a file is read first, counts when somebody says so, and a second time adds nothing', async () => {
  const reason = '导入一次'
  const right = entryCells({ 原因: reason })
  const file = entriesFile(
    right,
    right,
    entryCells({ 号码: '12345', 原因: reason }),
    entryCells({ 级别: '红名单' }),
    entryCells({ 原因: '' }),
    entryCells({ 有效期至: '2020-01-01' }),
  )
  const { id } = await readEntriesOf(backend, file)
  expect(await fileOf(id)).toMatchObject({
    state: '已读取',
    freshCount: 1,
    sameCount: 0,
    wrong: [
      { row: 3, field: 'number', reason: '与前面的行重复' },
      { row: 4, field: 'number', value: '12345' },
      { row: 5, field: 'level', reason: '不是可选的内容', value: '红名单' },
      { row: 6, field: 'reason' },
      { row: 7, field: 'validTo', value: '2020-01-01' },
    ],
  })
  expect(await listed(reason)).toEqual([])
  expect(await book(id)).toMatchObject({ status: 200, body: { added: 1 } })
  expect(await listed(reason)).toMatchObject([{ numberType: 'mobile', level: '黑', state: 'active' }])
  expect(await book(id)).toMatchObject({ status: 422, body: { code: 'imports.refusals.is已导入' } })
  const again = await readEntriesOf(backend, entriesFile(right))
  expect(await fileOf(again.id)).toMatchObject({ freshCount: 0, sameCount: 1 })
  expect(await book(again.id)).toMatchObject({ status: 422, body: { code: 'imports.refusals.nothingNew' } })
})

test('the same file from two windows counts once', async () => {
  const rows = [entryCells({ 原因: '两个窗口' }), entryCells({ 原因: '两个窗口' })]
  const [one, two] = [
    await readEntriesOf(backend, entriesFile(...rows)),
    await readEntriesOf(backend, entriesFile(...rows)),
  ]
  const answers = await Promise.all([book(one.id), book(two.id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(await listed('两个窗口')).toHaveLength(2)
})

test('an import is taken back within a day: its entries are stopped and stay to be read; later it is not', async () => {
  const { importId } = await bookedEntries(backend, entryCells({ 原因: '撤销一次' }))
  expect(await undo(importId)).toMatchObject({ status: 200 })
  expect(await listed('撤销一次')).toMatchObject([{ state: 'stopped', stopReason: '撤销导入 名单.csv' }])
  expect(await undo(importId)).toMatchObject({ status: 422, body: { code: 'imports.refusals.is已撤销' } })

  const late = await bookedEntries(backend, entryCells({ 原因: '隔天撤销' }))
  const before = new Date(Date.now() - 25 * 60 * 60_000).toISOString()
  await inTenant(1, () =>
    db().update(rowImport).set({ bookedAt: before }).where(eq(rowImport.id, late.importId)),
  )
  expect(await fileOf(late.importId)).toMatchObject({ undoable: false })
  expect(await undo(late.importId)).toMatchObject({ status: 422, body: { code: 'imports.refusals.late' } })
  expect(await listed('隔天撤销')).toMatchObject([{ state: 'active' }])
})

test('strange heads are mapped, and the next file is read by them', async () => {
  const heads = ['类型', '编号', '等级', '出处', '说明']
  const sheet = async () => ({
    name: '名单.xlsx',
    bytes: Buffer.from(
      await writeXlsx({
        sheets: [{ name: '名单', rows: [heads, entryCells({ 原因: '对应列' }).slice(0, 5)] }],
      }),
    ),
  })
  const { id } = await readEntriesOf(backend, await sheet())
  const { lacks, rowVersion } = await fileOf(id)
  expect(lacks).toEqual(['numberType', 'number', 'level', 'source', 'reason'])
  const columns = { numberType: '类型', number: '编号', level: '等级', source: '出处', reason: '说明' }
  await manager().call(imports.map, { importId: id, rowVersion, columns })
  expect(await fileOf(id)).toMatchObject({ lacks: [], freshCount: 1, wrongCount: 0 })
  const next = await readEntriesOf(backend, await sheet())
  expect(await fileOf(next.id)).toMatchObject({ lacks: [], freshCount: 1 })
})

test('a file in the national encoding is read, a formula is text, and what is no table is refused', async () => {
  const { id } = await readEntriesOf(backend, entriesFile(entryCells({ 原因: '=1+1' })))
  expect(await book(id)).toMatchObject({ status: 200 })
  expect(await listed('=1+1')).toHaveLength(1)
  // 号码类型,号码,级别,来源,原因 in GB18030, and a row of them.
  const heads = Buffer.from('bac5c2ebc0e0d0cd2cbac5c2eb2cbcb6b1f02cc0b4d4b42cd4add2f2', 'hex')
  const row = Buffer.from('cad6bbfabac52c31333938303030313233342cbada2cc4dab2bf2cb9fab1ea', 'hex')
  const gb = await readEntriesOf(backend, {
    name: '国标.csv',
    bytes: Buffer.concat([heads, Buffer.from('\r\n'), row]),
  })
  expect(await fileOf(gb.id)).toMatchObject({ lacks: [], heads: entryHeads.slice(0, 5) })
  const zip = { name: '名单.xlsx', bytes: Buffer.from('504b0304deadbeef', 'hex') }
  await expect(readEntriesOf(backend, zip)).rejects.toThrow()
})

test('whole numbers of a file are for whoever brought it', async () => {
  const { id } = await readEntriesOf(backend, entriesFile(entryCells({ 号码: '1390000' })))
  expect(await fileOf(id)).toMatchObject({ own: true, wrong: [{ value: '1390000' }] })
  const admin = backend.as('admin')
  expect(await admin.call(imports.get, { importId: id })).toMatchObject({
    own: false,
    wrong: [{ row: 2, field: 'number', value: '***' }],
  })
  expect(await admin.send(imports.wrongRows, { importId: id })).toMatchObject({
    status: 422,
    body: { code: 'imports.refusals.othersFile' },
  })
})

test('who keeps no list brings nothing into it', async () => {
  const { id } = await readEntriesOf(backend, entriesFile(entryCells()))
  expect((await backend.as('cashier').send(imports.list, { kind: 'blacklist' })).status).toBe(403)
  expect((await backend.as('cashier').send(imports.get, { importId: id })).status).toBe(403)
})

test('a file that nobody imported is forgotten after a week, and one that was is not', async () => {
  const [left, kept, young] = await Promise.all(
    ['弃', '留', '新'].map((reason) => readEntriesOf(backend, entriesFile(entryCells({ 原因: reason })))),
  )
  if (!left || !kept || !young) throw new Error('the files were not read')
  await book(kept.id)
  await inTenant(1, () =>
    db()
      .update(rowImport)
      .set({ createdAt: sql`now() - interval '8 days'` })
      .where(inArray(rowImport.id, [left.id, kept.id])),
  )
  await sweepImports.run({}, { step: (work: () => Promise<void>) => inTenant(1, work) } as unknown as JobRun)
  const rows = await inTenant(1, () =>
    db()
      .select({ id: rowImport.id })
      .from(rowImport)
      .where(inArray(rowImport.id, [left.id, kept.id, young.id])),
  )
  expect(rows.map(({ id }) => id).sort()).toEqual([kept.id, young.id].sort())
})
