import { holidaysOf } from './holidays.ts'

test('a year as it was published', () => {
  const days = holidaysOf('2026')
  expect(
    days
      .filter(({ kind }) => kind === '班')
      .map(({ day }) => day)
      .sort(),
  ).toEqual([...['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10']])
  expect(days.filter(({ kind }) => kind === '休')).toHaveLength(19)
})

test('a year of which nothing is published has weekdays of the law', () => {
  expect(holidaysOf('2027').sort((a, b) => a.day.localeCompare(b.day))).toEqual(
    [
      ['2027-01-01', '元旦'],
      ['2027-02-05', '春节'],
      ['2027-02-08', '春节'],
      ['2027-04-05', '清明节'],
      ['2027-06-09', '端午节'],
      ['2027-09-15', '中秋节'],
      ['2027-10-01', '国庆节'],
    ].map(([day, name]) => ({ day, name, kind: '休' })),
  )
})

test('any other year has those that follow the sun', () => {
  expect(holidaysOf('2031').map(({ day }) => day)).toEqual([
    ...['2031-01-01', '2031-05-01', '2031-05-02', '2031-10-01', '2031-10-02', '2031-10-03'],
  ])
})
