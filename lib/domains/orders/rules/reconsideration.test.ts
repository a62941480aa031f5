import { chanceOf, takesEvidence } from './reconsideration.ts'

const rejectedAt = '2026-03-01T08:00:00.000Z'
const rejected = {
  status: 'risk_rejected',
  isReconsider: false,
  reconsiderAsk: null,
  stageEnteredAt: rejectedAt,
}
const after = (days: number, ms = 0) => new Date(Date.parse(rejectedAt) + days * 86_400_000 + ms)

test.each([
  ['the last millisecond of 30 days', {}, after(30), 'open'],
  ['one later', {}, after(30, 1), 'late'],
  ['asked in time, however late it is decided', { reconsiderAsk: 'asked' }, after(90), 'asked'],
  ['declined', { reconsiderAsk: 'declined' }, after(1), 'declined'],
  ['taken up, and rejected again', { reconsiderAsk: 'asked', isReconsider: true }, after(1), 'used'],
  ['rejected by the pre-review', { status: 'pre_rejected' }, after(1), 'open'],
  ['not ours to give: the funder refused', { status: 'funder_rejected' }, after(1), null],
  ['taken up', { status: 'wait_entry', isReconsider: true, reconsiderAsk: 'asked' }, after(1), null],
])('%s', (_what, facts, now, chance) => {
  expect(chanceOf({ ...rejected, ...facts }, now)).toBe(chance)
})

test('papers are added until the decision', () => {
  expect(
    [null, 'open', 'late', 'asked', 'declined', 'used'].filter((chance) => takesEvidence(chance as null)),
  ).toEqual(['open', 'asked'])
})
