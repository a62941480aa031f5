import { csvOf, csvText, parseCsv } from './csv.ts'
import {
  answerColumns,
  answerRows,
  cancelPermit,
  isToTell,
  judgeAnswer,
  stateOfFile,
} from './payment-file.ts'

const head = [...answerColumns]
const line = { payNo: 'PAY1', amount: '80000.00', result: null, bankReference: null }
const against = {
  lines: [line, { ...line, payNo: 'PAY2', result: '成功' as const, bankReference: 'B2' }],
  others: new Set(['PAY9']),
  ...{ from: '2026-11-23', to: '2026-11-24', isCancelled: false },
}
const findings = (...rows: string[][]) => {
  const read = answerRows([head, ...rows])
  if (!read) throw new Error('no head')
  return judgeAnswer(read, against).map(({ finding }) => finding)
}
const right = ['PAY1', '80,000.00', '成功', 'B1', '2026-11-23 16:05', '']
const but = (at: number, value: string) => right.map((one, index) => (index === at ? value : one))

test('only a line that is right in all of it is booked, and of any other it is said why', () => {
  expect(findings(right)).toEqual([null])
  expect(findings(but(0, 'PAY7'))).toEqual(['unknown'])
  expect(findings(but(0, 'PAY9'))).toEqual(['otherFile'])
  expect(findings(right, right)).toEqual(['double', 'double'])
  expect(findings(but(1, '80000.01'))).toEqual(['amount'])
  expect(findings(but(1, '8e4'))).toEqual(['amount'])
  expect(findings(but(2, '处理中'))).toEqual(['result'])
  expect(findings(but(3, ''))).toEqual(['reference'])
  expect(findings(but(4, '2026-11-22'))).toEqual(['time'])
  expect(findings(but(4, '2026-11-25'))).toEqual(['time'])
  expect(findings(but(4, '2026-02-30'))).toEqual(['time'])
  expect(findings(but(2, '失败'))).toEqual(['reason'])
  expect(findings(['PAY1', '80000', '失败', '', '', '户名不符'])).toEqual([null])
})

test('what was answered is heard again and not booked, and a second answer that differs is named', () => {
  expect(findings(['PAY2', '80000.00', '成功', 'B2', '2026-11-23', ''])).toEqual(['answered'])
  expect(findings(['PAY2', '80000.00', '成功', 'B3', '2026-11-23', ''])).toEqual(['contradicts'])
  expect(findings(['PAY2', '80000.00', '失败', '', '', '户名不符'])).toEqual(['contradicts'])
})

test('nothing is booked of a file that was given up, and whatever it says was paid is told', () => {
  const judged = (...rows: string[][]) =>
    judgeAnswer(answerRows([head, ...rows]) ?? [], { ...against, isCancelled: true })
  const said = (...rows: string[][]) =>
    judged(...rows).map((one) => [one.finding, isToTell(one, true), isToTell(one, false)])
  expect(said(right)).toEqual([['cancelled', true, false]])
  expect(said(['PAY1', '80000', '失败', '', '', '户名不符'])).toEqual([['cancelled', false, false]])
  // What is not right in it is paid all the same.
  expect(said(but(1, '80000.01'))).toEqual([['amount', true, false]])
  expect(said(but(3, ''))).toEqual([['cancelled', true, false]])
  expect(said(['PAY2', '80000.00', '成功', 'B2', '2026-11-23', ''])).toEqual([['answered', false, false]])
  expect(said(['PAY2', '80000.00', '成功', 'B3', '2026-11-23', ''])).toEqual([['contradicts', true, true]])
})

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
