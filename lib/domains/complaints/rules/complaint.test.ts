import { complaintDeadline } from './complaint.ts'

const calendar = new Set([
  ...['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'],
  '2026-10-10',
])

test.each([
  // A Friday: five working days end on the Friday after (domain.md's example), two on the Tuesday.
  ['一般', '2025-08-01T10:00:00+08:00', '2025-08-08T18:00:00+08:00'],
  ['重要', '2025-08-01T10:00:00+08:00', '2025-08-05T18:00:00+08:00'],
  ['重要', '2025-08-02T23:30:00+08:00', '2025-08-05T18:00:00+08:00'],
  // The day is Shanghai's, whatever the host's: this is Monday there.
  ['重要', '2025-08-03T17:00:00Z', '2025-08-06T18:00:00+08:00'],
  // Seven days of October are free, and the Saturday behind them is worked on.
  ['一般', '2026-09-30T10:00:00+08:00', '2026-10-13T18:00:00+08:00'],
  ['紧急', '2025-08-01T10:00:00+08:00', '2025-08-02T10:00:00+08:00'],
] as const)('%s of %s is to be handled until %s', (level, now, until) => {
  expect(complaintDeadline(level, new Date(now), calendar)).toEqual(new Date(until))
})
