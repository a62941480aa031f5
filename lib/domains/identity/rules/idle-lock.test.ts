import { restLeft } from './idle-lock.ts'

const T0 = 1_763_700_000_000
const minute = 60_000

test.each([
  ['just used', 0, 30, 30 * minute],
  ['a moment before', 30 * minute - 1, 30, 1],
  ['at its time', 30 * minute, 30, 0],
  ['after a night asleep', 600 * minute, 30, -570 * minute],
  ['a clock set back', -60 * minute, 30, 30 * minute],
  ['never', 600 * minute, 0, Number.POSITIVE_INFINITY],
])('%s', (_, rested, minutes, left) => expect(restLeft(T0, T0 + rested, minutes)).toBe(left))
