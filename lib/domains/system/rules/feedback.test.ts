import { dictionaries } from '../../configuration/rules/dictionaries.ts'
import { feedbackFindings, feedbackTypes } from './feedback.ts'

test('the types are those of the dictionary', () => {
  expect(dictionaries.plain_type.map(({ code }) => code)).toEqual([...feedbackTypes])
})

test.each([
  ['', '', { plain_type: 'rules.feedbackType', content: 'rules.feedbackContent' }],
  ['02', '打不开', { plain_type: 'rules.feedbackType' }],
  ['01', ' \n ', { content: 'rules.feedbackContent' }],
  ['03', '字'.repeat(1001), { content: 'rules.tooLong' }],
  ['04', '字'.repeat(1000), {}],
  ['01', 'a\u202eb', { content: 'rules.plainText' }],
])('%s %s', (plain_type, content, findings) => {
  expect(feedbackFindings({ plain_type, content })).toEqual(findings)
})
