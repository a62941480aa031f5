import { fieldTimeOf, instantOf } from '@/components/form/date-time-field'
import { type NoticeValues, noticeFindings } from './notice-values'

const whole: NoticeValues = {
  title: '停机',
  body: '今晚',
  audience: 'all',
  targets: [],
  when: 'now',
  sendAt: '',
}
const now = Date.parse('2025-08-01T01:00:00Z')

test.each([
  [{}, {}],
  [
    { title: ' ', body: '' },
    { title: 'rules.required', body: 'rules.required' },
  ],
  [{ audience: 'roles' }, { targets: 'notices.chooseTargets' }],
  [{ audience: 'roles', targets: ['admin'] }, {}],
  [{ when: 'later' }, { sendAt: 'form.timeWrong' }],
  // 09:00 in Shanghai is the moment itself.
  [{ when: 'later', sendAt: '2025-08-01T09:00' }, { sendAt: 'form.timeOver' }],
  [{ when: 'later', sendAt: '2025-08-01T09:01' }, {}],
] satisfies [Partial<NoticeValues>, object][])('%j is answered %j', (changes, findings) => {
  expect(noticeFindings({ ...whole, ...changes }, now)).toEqual(findings)
})

test('a time of the field is Shanghai’s, wherever the browser is', () => {
  expect(instantOf('2025-08-01T09:30')).toBe('2025-08-01T01:30:00.000Z')
  expect(fieldTimeOf('2025-08-01T01:30:00Z')).toBe('2025-08-01T09:30')
  expect(fieldTimeOf('2025-07-31T16:00:00Z')).toBe('2025-08-01T00:00')
  for (const text of ['', 'T', '2025-08-01T', '2025-08-01T9:3', '2025-02-29T09:30', '2025-08-01T24:00']) {
    expect(instantOf(text)).toBe('')
  }
  expect(instantOf('2025-13-01T09:30')).toBe('')
})
