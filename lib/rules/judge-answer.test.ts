import { answerColumns, answerRows, isToTell } from '../domains/payment-files/rules/payment-file.ts'
import { judgeAnswer } from './judge-answer.ts'

const head = [...answerColumns]
const checkedAt = '2026-11-23T16:00:30+08:00'
const line = { payNo: 'PAY1', amount: '80000.00', checkedAt, result: null, bankReference: null }
const against = {
  lines: [
    line,
    { ...line, payNo: 'PAY2', result: '成功' as const, bankReference: 'B2' },
    { ...line, payNo: 'PAY3' },
  ],
  others: new Set(['PAY9']),
  taken: [
    { payNo: 'PAY2', bankReference: 'B2' },
    { payNo: 'PAY8', bankReference: 'B8' },
  ],
  now: new Date('2026-11-24T09:00:00+08:00'),
  isCancelled: false,
}
const judge = (...rows: string[][]) => {
  const read = answerRows([head, ...rows])
  if (!read) throw new Error('no head')
  return judgeAnswer(read, against)
}
const findings = (...rows: string[][]) => judge(...rows).map(({ finding }) => finding)
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
  expect(findings(but(4, '2026-02-30'))).toEqual(['time'])
  expect(findings(but(2, '失败'))).toEqual(['reason'])
  expect(findings(['PAY1', '80000', '失败', '', '', '户名不符'])).toEqual([null])
})

test('what registering refuses of an outcome, a file is refused too', () => {
  expect(findings(but(4, '2026-11-22'))).toEqual(['early'])
  expect(findings(but(4, '2026-11-23 15:59:59'))).toEqual(['early'])
  expect(findings(but(4, '2026-11-25'))).toEqual(['late'])
  expect(findings(but(4, '2026-11-24 09:01'))).toEqual(['late'])
  expect(findings(but(3, '2.02611E+17'))).toEqual(['rounded'])
  expect(findings(but(3, 'B'.repeat(61)))).toEqual(['long'])
  // One number of the bank is one payment: in the books, and in the file.
  expect(findings(but(3, 'B8'))).toEqual(['taken'])
  expect(findings(but(3, 'B 2'))).toEqual(['taken'])
  expect(findings(right, ['PAY3', ...right.slice(1)])).toEqual(['taken', 'taken'])
})

test('times are read as spreadsheets and banks write them, and a day alone stands for itself', () => {
  const at = (text: string) => judge(but(4, text)).map(({ finding, paidAt }) => finding ?? paidAt)[0]
  for (const text of [
    '2026/11/23 16:05:09',
    '20261123160509',
    '20261123 160509',
    '2026-11-23 16:05:09.000',
    '2026年11月23日 16:05:09',
    '2026年11月23日16时05分09秒',
    '2026.11.23 16:05:09',
    '2026-11-23T16:05:09',
    '2026-11-23T16:05:09+08:00',
    '２０２６/１１/２３　１６：０５：０９',
  ])
    expect([text, at(text)]).toEqual([text, '2026-11-23T16:05:09+08:00'])
  expect(at('2026/11/24 7:05')).toBe('2026-11-24T07:05:00+08:00')
  // Noon would be before its check, and still to come.
  expect(at('2026/11/23')).toBe(new Date(checkedAt).toISOString())
  expect(at('20261124')).toBe('2026-11-24T01:00:00.000Z')
  for (const text of ['2026-11-23 25:00', '2026-11-23 16:05:60', '46350.67', '昨天', ''])
    expect([text, at(text)]).toEqual([text, 'time'])
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
  // A line that is not right in it is paid all the same.
  expect(said(but(1, '80000.01'))).toEqual([['amount', true, false]])
  expect(said(but(3, ''))).toEqual([['cancelled', true, false]])
  expect(said(['PAY2', '80000.00', '成功', 'B2', '2026-11-23', ''])).toEqual([['answered', false, false]])
  expect(said(['PAY2', '80000.00', '成功', 'B3', '2026-11-23', ''])).toEqual([['contradicts', true, true]])
})
