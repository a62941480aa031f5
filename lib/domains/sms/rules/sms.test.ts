import {
  chosenKinds,
  fillSms,
  interviewIssues,
  interviewTimes,
  isChosen,
  resendPermit,
  smsKinds,
  smsSegments,
  smsStates,
} from './sms.ts'

test('a text is charged as one up to 70 characters, then by pieces of 67', () => {
  expect([0, 1, 70, 71, 134, 135].map((length) => smsSegments('签'.repeat(length)))).toEqual([
    1, 1, 1, 2, 2, 3,
  ])
})

test('what is not known yet stays by its name, and nothing else of a value is read', () => {
  expect(fillSms('{name}请于{date}{time}到店', { date: '12月5日', time: '', name: '{time}' })).toBe(
    '{time}请于12月5日{time}到店',
  )
})

test('a visit is within 30 days and at a half hour of the working day', () => {
  const now = { today: '2026-11-22', last: '2026-12-22' }
  expect(interviewTimes.at(0)).toBe('09:00')
  expect(interviewTimes.at(-1)).toBe('18:00')
  expect(interviewIssues({ date: '2026-11-22', time: '09:30' }, now)).toEqual({})
  expect(interviewIssues({ date: '2026-12-22', time: '18:00' }, now)).toEqual({})
  expect(interviewIssues({ date: '2026-11-21', time: '09:15' }, now)).toEqual({
    date: 'sms.dayOver',
    time: 'rules.required',
  })
  expect(interviewIssues({ date: '2026-12-23', time: '' }, now)).toEqual({
    date: 'sms.dayFar',
    time: 'rules.required',
  })
  expect(interviewIssues({ date: '2026-02-30', time: '09:00' }, now)).toEqual({ date: 'rules.required' })
})

test('what is over is sent again once; a link is not, because its secret is kept nowhere', () => {
  for (const kind of smsKinds)
    for (const state of smsStates)
      for (const resent of [false, true]) {
        const over = state === 'delivered' || state === 'failed'
        expect([kind, state, resent, resendPermit({ kind, state, resent }).ok]).toEqual([
          kind,
          state,
          resent,
          (isChosen(kind) || kind === 'released') && over && !resent,
        ])
      }
  expect(chosenKinds).not.toContain('sign_link')
})
