import { drawer, propertyRuns } from '../../scripts/property-runs.ts'
import { addDays } from './business-date.ts'
import {
  addWorkingDays,
  type Calendar,
  isWeekend,
  isWorkingDay,
  nextWorkingDay,
  workingDaysBetween,
} from './business-days.ts'
import { workingMinutes } from './working-hours.ts'

const minutesADay = 9 * 60
const noon = (date: string) => Date.parse(`${date}T12:00:00+08:00`)

/** Two dates within some three months, and a calendar that marks some of the days about them. */
function randomDays(draw: (below: number) => number) {
  const from = addDays('2024-01-01', draw(1_000))
  const to = addDays(from, draw(90))
  const calendar: Calendar = new Set(Array.from({ length: draw(20) }, () => addDays(from, draw(140) - 25)))
  return { from, to, calendar }
}

test('counting day by day is the closed form, there and back', () => {
  const draw = drawer(20_261_128)
  for (let run = 0; run < propertyRuns; run += 1) {
    const { from, to, calendar } = randomDays(draw)
    let counted = 0
    for (let day = from; day < to; ) {
      day = addDays(day, 1)
      if (isWorkingDay(day, calendar)) counted += 1
    }
    expect({ from, to, days: workingDaysBetween(from, to, calendar) }).toEqual({ from, to, days: counted })
    expect(workingDaysBetween(to, from, calendar)).toBe(0 - counted)
    expect(workingMinutes(noon(from), noon(to), calendar)).toBe(
      Math.max(0, counted * minutesADay + halfOf(from, calendar) - halfOf(to, calendar)),
    )
  }
}, 3_600_000)

/** From noon of a working day its office is open for six hours yet. */
const halfOf = (date: string, calendar: Calendar) => (isWorkingDay(date, calendar) ? 6 * 60 : 0)

test('the working day so many later is one, and so many lie between', () => {
  const draw = drawer(20_261_129)
  for (let run = 0; run < propertyRuns; run += 1) {
    const { from, calendar } = randomDays(draw)
    const count = 1 + draw(40)
    const day = addWorkingDays(from, count, calendar)
    expect([isWorkingDay(day, calendar), workingDaysBetween(from, day, calendar)]).toEqual([true, count])
    expect(nextWorkingDay(addWorkingDays(from, count - 1, calendar), calendar)).toBe(day)
  }
}, 3_600_000)

test('the week rests on Saturday and Sunday', () => {
  const week = [
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
    '2026-11-26',
    '2026-11-27',
    '2026-11-28',
    '2026-11-29',
  ]
  expect(week.filter(isWeekend)).toEqual(['2026-11-28', '2026-11-29'])
  expect(isWeekend('2000-03-01')).toBe(false)
})
