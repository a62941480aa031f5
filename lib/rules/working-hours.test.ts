import { workingMinutes } from './working-hours.ts'

const at = (time: string) => Date.parse(`2026-11-${time}:00+08:00`)

test.each([
  ['within a day', '20T10:00', '20T14:30', 270],
  ['a night costs nothing', '20T17:00', '21T10:00', 120],
  ['before the opening nothing runs', '20T06:00', '20T09:30', 30],
  ['after the close nothing runs', '20T18:00', '21T09:00', 0],
  ['three days are three times nine hours', '18T12:00', '21T12:00', 27 * 60],
  ['backwards is nothing', '20T12:00', '20T10:00', 0],
])('%s', (_, from, to, minutes) => {
  expect(workingMinutes(at(from), at(to))).toBe(minutes)
})
