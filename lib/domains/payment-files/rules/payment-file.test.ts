import { csvOf, csvQuoted, csvText, parseCsv } from '../../../rules/csv.ts'
import { answerColumns, answerRows, cancelPermit, stateOfFile } from './payment-file.ts'

const head = [...answerColumns]
const right = ['PAY1', '80,000.00', '成功', 'B1', '2026-11-23 16:05', '']

test('an answer without one of its columns is none', () => {
  expect(answerRows([head.slice(1), right])).toBeNull()
  expect(answerRows([])).toBeNull()
})

test('what is written is read again, a formula is a text, and so is a number that a spreadsheet would round', () => {
  const rows = [
    ['=1+1', '6222020200112233446', '80000.00'],
    ['"示例", 车行', '+86', '-1'],
  ]
  const written = csvOf(rows.map((row) => row.map(csvText)))
  expect(written.startsWith('\uFEFF')).toBe(true)
  expect(written).not.toMatch(/(^|[,\n"])[=+\-@]/)
  expect(parseCsv(written)).toEqual(rows)
  expect(csvQuoted([['6222020200112233446', '=1', '"示例"']])).toBe(
    '\uFEFF"6222020200112233446","\t=1","""示例"""\r\n',
  )
  expect(parseCsv('="20261128070509",="01","=""02"""')).toEqual([['20261128070509', '01', '02']])
  expect(parseCsv('a,b\n\n"c\nd",e')).toEqual([
    ['a', 'b'],
    ['c\nd', 'e'],
  ])
})

test('a file stands where its lines do, and is given up only while none of it is paid', () => {
  expect(stateOfFile([{ result: null }, { result: null }])).toBe('待回盘')
  expect(stateOfFile([{ result: '成功' }, { result: null }])).toBe('部分回盘')
  expect(stateOfFile([{ result: '成功' }, { result: '失败' }])).toBe('已回盘')
  const here = { status: '待回盘', answered: 0, failed: 0, downloaded: false } as const
  expect(cancelPermit('cancel', here)).toEqual({ ok: true })
  expect(cancelPermit('cancel', { ...here, status: '部分回盘', answered: 1 }).ok).toBe(false)
  expect(cancelPermit('cancel', { ...here, status: '部分回盘', answered: 1, failed: 1 }).ok).toBe(true)
  expect(cancelPermit('cancel', { ...here, status: '已作废' }).ok).toBe(false)
})

test('a file that somebody took is given up by two, and one that nobody took by one', () => {
  const here = { status: '待回盘', answered: 0, failed: 0, downloaded: false } as const
  const taken = { ...here, downloaded: true }
  expect([cancelPermit('cancel', taken).ok, cancelPermit('askCancel', taken).ok]).toEqual([false, true])
  expect(cancelPermit('askCancel', here).ok).toBe(false)
  expect(cancelPermit('askCancel', { ...taken, answered: 1 }).ok).toBe(false)
})
