import { daysOf, kindOf, rangeRefusal, readLines } from './calendar-day.ts'

const today = '2026-11-28'

test('a range has those of its days that differ from the week', () => {
  expect(daysOf({ from: '2027-10-01', to: '2027-10-04' }, '休')).toEqual(['2027-10-01', '2027-10-04'])
  expect(daysOf({ from: '2027-10-01', to: '2027-10-04' }, '班')).toEqual(['2027-10-02', '2027-10-03'])
  expect([kindOf('2027-10-01'), kindOf('2027-10-02')]).toEqual(['休', '班'])
})

test.each([
  ['2026-11-28', '2026-11-28', null],
  ['2026-11-27', '2026-11-30', { at: 'from', why: 'past' }],
  ['2026-12-02', '2026-12-01', { at: 'to', why: 'endFirst' }],
  ['2026-12-01', '2027-01-31', null],
  ['2026-12-01', '2027-02-01', { at: 'to', why: 'tooLong' }],
  ['2026-02-30', '2027-02-01', { at: 'from', why: 'date' }],
])('from %s to %s', (from, to, refusal) => {
  expect(rangeRefusal({ from, to }, today)).toEqual(refusal)
})

test('a year is pasted as lines, of days and of ranges', () => {
  const text = `2027-01-01 元旦 休
2027-02-05~2027-02-08  春节　休息

2027-02-14，春节，班`
  expect(readLines(text, today)).toEqual({
    days: [
      { day: '2027-01-01', name: '元旦' },
      { day: '2027-02-05', name: '春节' },
      { day: '2027-02-08', name: '春节' },
      { day: '2027-02-14', name: '春节' },
    ],
    wrong: [],
  })
})

test('each wrong line says why', () => {
  const text = `元旦 2027-01-01 休
2027-02-30 春节 休
2026-10-01 国庆 休
2027-01-04 ${'长'.repeat(21)} 休
2027-01-05 调休 休
2027-01-04~2027-01-06 又一次 休
2027-01-07 元\u202e旦 休`
  expect(readLines(text, today).wrong).toEqual([
    { line: 1, why: 'line' },
    { line: 2, why: 'date' },
    { line: 3, why: 'past' },
    { line: 4, why: 'nameLong' },
    { line: 6, why: 'repeated' },
    { line: 7, why: 'line' },
  ])
})
