import { complaintDeadline } from './complaint.ts'

test.each([
  // A Friday: five working days end on the Friday after (domain.md's example), two on the Tuesday.
  ['一般', '2025-08-01T10:00:00+08:00', '2025-08-08T18:00:00+08:00'],
  ['重要', '2025-08-01T10:00:00+08:00', '2025-08-05T18:00:00+08:00'],
  ['重要', '2025-08-02T23:30:00+08:00', '2025-08-05T18:00:00+08:00'],
  // The day is Shanghai's, whatever the host's: this is Monday there.
  ['重要', '2025-08-03T17:00:00Z', '2025-08-06T18:00:00+08:00'],
  ['紧急', '2025-08-01T10:00:00+08:00', '2025-08-02T10:00:00+08:00'],
] as const)('%s of %s is to be handled until %s', (level, now, until) => {
  expect(complaintDeadline(level, new Date(now))).toEqual(new Date(until))
})
