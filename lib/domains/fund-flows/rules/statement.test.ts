import { againstKnown, guessColumns, readStatement } from './statement.ts'

const today = '2026-07-31'
const heads = ['流水号', '交易时间', '收付', '金额', '对方户名', '对方账号', '摘要', '余额']
const row = (more: Partial<Record<string, string>> = {}) => {
  const usual: Record<string, string> = {
    流水号: 'F1',
    交易时间: '2026-07-20 10:11:12',
    收付: '收',
    金额: '4,000.00',
    对方户名: '李建国',
    对方账号: '9999 9900 0000 0000 121',
    摘要: '还款',
    余额: '1200345.67',
  }
  return heads.map((head) => more[head] ?? usual[head] ?? '')
}
const read = (...rows: string[][]) => readStatement([heads, ...rows], undefined, today)

test('a line of a statement is read as it is kept', () => {
  expect(read(row()).right).toEqual([
    {
      row: 2,
      line: {
        flowNo: 'F1',
        happenedAt: '2026-07-20T02:11:12.000Z',
        bizDay: '2026-07-20',
        direction: '收',
        amount: '4000.00',
        counterparty: '李建国',
        counterAccount: '9999990000000000121',
        summary: '还款',
        balanceAfter: '1200345.67',
      },
    },
  ])
})

test.each([
  ['flowNo', { 流水号: '' }],
  ['flowNoLong', { 流水号: 'F'.repeat(41) }],
  ['rounded', { 流水号: '2.02507E+17' }],
  ['rounded', { 对方账号: '9.99999E+18' }],
  ['time', { 交易时间: '2026-02-30' }],
  ['ahead', { 交易时间: '2026-08-01' }],
  ['direction', { 收付: '转' }],
  ['amount', { 金额: '0.00' }],
  ['amount', { 金额: '1.234' }],
  ['amount', { 金额: '-5.00' }],
  ['balance', { 余额: '约一万' }],
  ['long', { 摘要: '长'.repeat(121) }],
])('a row that is wrong says why: %s', (finding, more) => {
  const { right, wrong } = read(row(more))
  expect(right).toEqual([])
  expect(wrong).toMatchObject([{ row: 2, finding }])
})

test('a number twice in a file is one line and one fault', () => {
  const { right, wrong } = read(row(), row())
  expect(right).toHaveLength(1)
  expect(wrong).toEqual([{ row: 3, finding: 'double', value: 'F1' }])
})

test('the head is found below what banks write above it, and columns for each direction count', () => {
  const rows = [
    ['账户明细'],
    ['账号：9999990000000000014'],
    ['交易流水号', '交易日期', '时间', '借方发生额', '贷方发生额', '对方户名', '用途'],
    ['A1', '20260720', '101112', '12.50', '', '某车行', '货款'],
    ['A2', '20260721', '', '', '8.00', '张三', ''],
  ]
  const { columns, right } = readStatement(rows, undefined, today)
  expect(columns).toMatchObject({ flowNo: '交易流水号', income: '贷方发生额', expense: '借方发生额' })
  expect(right.map(({ line }) => [line.direction, line.amount, line.bizDay])).toEqual([
    ['付', '12.50', '2026-07-20'],
    ['收', '8.00', '2026-07-21'],
  ])
})

test('below zero is money that went out, where no direction stands beside it', () => {
  const rows = [
    ['流水号', '日期', '金额'],
    ['B1', '2026-07-20', '-20.00'],
    ['B2', '2026-07-20', '20.00'],
  ]
  const { right } = readStatement(rows, undefined, today)
  expect(right.map(({ line }) => line.direction)).toEqual(['付', '收'])
})

test('a file without a number or an amount lacks them, and no row is read', () => {
  expect(readStatement([['日期', '摘要', '余额'], ['2026-07-20']], undefined, today)).toMatchObject({
    lacks: ['flowNo', 'amount'],
    right: [],
    wrong: [],
  })
})

test('columns are read as they were mapped, while the file has them', () => {
  const rows = [
    ['编号', '日期', '数', '余额'],
    ['C1', '2026-07-20', '7.00', '9.00'],
  ]
  const mapped = { flowNo: '编号', date: '日期', amount: '数' }
  expect(readStatement(rows, mapped, today).right).toHaveLength(1)
  expect(readStatement([heads, row()], mapped, today).columns).toEqual(guessColumns(heads))
})

test('what an account has already is no new line, and another amount under its number is a fault', () => {
  const { right } = read(row(), row({ 流水号: 'F2' }), row({ 流水号: 'F3' }))
  const there = { direction: '收' as const, amount: '4000.00', bizDay: '2026-07-20' }
  expect(
    againstKnown(right, [
      { flowNo: 'F1', ...there },
      { flowNo: 'F2', ...there, amount: '4000.01' },
    ]),
  ).toMatchObject({
    fresh: [{ row: 4 }],
    same: 1,
    wrong: [{ row: 3, finding: 'differs' }],
  })
})
