import { openTestBackend, type TestBackend } from '../../testing.ts'
import { fundFlows } from '../contract.ts'
import { csvFile, readFileOf, statementHeads, statementRow, xlsxFile } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const statement = (importId: number) => cashier().call(fundFlows.statement, { importId })
const flowsOf = async (importId: number) =>
  (await cashier().call(fundFlows.list, { importId, length: 100 })).data
const book = async (importId: number) => {
  const { rowVersion } = await statement(importId)
  return cashier().send(fundFlows.bookStatement, {
    importId,
    rowVersion,
    eventId: `book-statement-${importId}-${rowVersion}`,
  })
}

test('a statement is read first, counts when somebody says so, and a second time adds nothing', async () => {
  const [right, wrong] = [
    statementRow({ 对方户名: '李建国', 对方账号: '9999990000000000121' }),
    statementRow({ 金额: '约100' }),
  ]
  const { id } = await readFileOf(backend, csvFile(right, wrong))
  expect(await statement(id)).toMatchObject({
    state: '已读取',
    freshCount: 1,
    sameCount: 0,
    wrongCount: 1,
    wrong: [{ row: 3, finding: 'amount', value: '约100' }],
  })
  expect(await flowsOf(id)).toEqual([])
  expect(await book(id)).toMatchObject({ status: 200, body: { added: 1 } })
  const [flow] = await flowsOf(id)
  expect(flow).toMatchObject({ flowNo: right[0], matchStatus: '未匹配', counterparty: '李建国' })
  expect(flow?.counterAccount).toMatch(/^\D+0121$/)
  expect(await book(id)).toMatchObject({ status: 422, body: { code: 'fundFlows.refusals.is已导入' } })

  const again = await readFileOf(backend, csvFile(right))
  expect(await statement(again.id)).toMatchObject({ freshCount: 0, sameCount: 1, wrongCount: 0 })
  expect(await book(again.id)).toMatchObject({
    status: 422,
    body: { code: 'fundFlows.refusals.nothingNew', message: expect.stringContaining('1 行都已导入过') },
  })
  const other = await readFileOf(backend, csvFile(statementRow({ 流水号: right[0] ?? '', 金额: '10.01' })))
  expect(await statement(other.id)).toMatchObject({ freshCount: 0, wrong: [{ finding: 'differs' }] })
})

test('the same statement from two windows counts once', async () => {
  const rows = [statementRow(), statementRow()]
  const [one, two] = [
    await readFileOf(backend, csvFile(...rows)),
    await readFileOf(backend, csvFile(...rows)),
  ]
  const answers = await Promise.all([book(one.id), book(two.id)])
  const added = answers.map(({ status, body }) => (status === 200 ? (body as { added: number }).added : 0))
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect([...(await flowsOf(one.id)), ...(await flowsOf(two.id))]).toHaveLength(2)
})

test('a workbook and a file in the national encoding are read the same', async () => {
  const row = statementRow({ 摘要: '归还借款' })
  const workbook = await readFileOf(backend, await xlsxFile(row))
  expect(await statement(workbook.id)).toMatchObject({ freshCount: 1, wrongCount: 0, heads: statementHeads })
  // 流水号,日期,金额 in GB18030.
  const head = Buffer.from('c1f7cbaebac52cc8d5c6da2cbdf0b6ee0a', 'hex')
  const national = { name: 'gb.csv', bytes: Buffer.concat([head, Buffer.from('GB1,2026-01-02,5.00')]) }
  const read = await readFileOf(backend, national)
  expect(await statement(read.id)).toMatchObject({ freshCount: 1, columns: { amount: '金额' } })
})

test('columns that are mapped by hand are remembered for the next file of the account', async () => {
  const file = (number: string) => ({
    name: 'own.csv',
    bytes: Buffer.from(`编码,日期,发生\n${number},2026-01-02,5.00`),
  })
  const { id, rowVersion } = await readFileOf(backend, file('M1'))
  expect(await statement(id)).toMatchObject({ lacks: ['flowNo', 'date', 'amount'], freshCount: 0 })
  const columns = { flowNo: '编码', date: '日期', amount: '发生' }
  await cashier().call(fundFlows.mapColumns, { importId: id, rowVersion, columns })
  expect(await statement(id)).toMatchObject({ lacks: [], freshCount: 1 })
  const next = await readFileOf(backend, file('M2'))
  expect(await statement(next.id)).toMatchObject({ columns, freshCount: 1 })
})

test('an import is taken back as a whole while nothing of it stands for anything, and comes in again', async () => {
  const row = statementRow()
  const { id } = await readFileOf(backend, csvFile(row))
  await book(id)
  const { rowVersion } = await statement(id)
  await cashier().call(fundFlows.undoStatement, { importId: id, rowVersion })
  expect(await flowsOf(id)).toEqual([])
  expect(await statement(id)).toMatchObject({ state: '已撤销' })
  const again = await readFileOf(backend, csvFile(row))
  expect(await book(again.id)).toMatchObject({ status: 200, body: { added: 1 } })
})

test('wrong rows come back as a file, each with its number and its fault', async () => {
  const { id } = await readFileOf(backend, csvFile(statementRow(), statementRow({ 流水号: '' })))
  const { body } = await cashier().raw(fundFlows.wrongRows, { importId: id })
  const text = await new Response(body).text()
  expect(text).toContain('没有流水号')
  expect(text.trim().split('\r\n')).toHaveLength(2)
})

test('what is no statement, or of no account of ours, is refused where it is chosen', async () => {
  const refused = (file: { name: string; bytes: Buffer }) => expect(readFileOf(backend, file)).rejects
  await refused({ name: 'x.csv', bytes: Buffer.from('') }).toThrow('400')
  await refused({ name: 'x.xlsx', bytes: Buffer.from('PK\u0003\u0004 broken') }).toThrow('无法读取')
  await refused({ name: 'x.csv', bytes: Buffer.from('流水号\n'.repeat(20_001)) }).toThrow('20000')
  await expect(
    cashier().upload(fundFlows.readStatement, { accountNo: '1' }, csvFile(statementRow())),
  ).rejects.toThrow('没有该账户')
})
