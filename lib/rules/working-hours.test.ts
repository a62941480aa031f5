import { workingMinutes } from './working-hours.ts'

/** The Friday before is a holiday, the Saturday between is worked on. */
const calendar = new Set(['2026-11-13', '2026-11-14'])
const at = (time: string) => Date.parse(`2026-11-${time}:00+08:00`)

test.each([
  ['within a day', '20T10:00', '20T14:30', 270],
  ['a night costs nothing', '19T17:00', '20T10:00', 120],
  ['before the opening nothing runs', '20T06:00', '20T09:30', 30],
  ['after the close nothing runs', '19T18:00', '20T09:00', 0],
  ['three days are three times nine hours', '17T12:00', '20T12:00', 27 * 60],
  ['a weekend costs nothing', '20T17:00', '23T10:00', 120],
  ['what comes on a Sunday waits for Monday', '22T10:00', '23T10:00', 60],
  ['within a day of rest nothing runs', '21T10:00', '21T15:00', 0],
  ['a holiday costs nothing', '12T17:00', '13T17:00', 60],
  ['a Saturday that is worked on counts', '13T12:00', '15T12:00', 9 * 60],
  ['backwards is nothing', '20T12:00', '20T10:00', 0],
])('%s', (_, from, to, minutes) => {
  expect(workingMinutes(at(from), at(to), calendar)).toBe(minutes)
})
