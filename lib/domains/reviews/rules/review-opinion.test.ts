import { emptyEntry } from '../../orders/rules/entry/entry-values.ts'
import { standardTemplate } from '../../orders/rules/entry/templates.ts'
import { markablePlaces, shownForms } from './markable-places.ts'
import { opinionIssues } from './review-opinion.ts'

const opinion = '资料齐全，同意'
const reasons = { reasonL1: 'document', reasonL2: 'document_unclear' }

test('a pass needs an opinion of five characters, spaces around it not counted', () => {
  expect(opinionIssues({ result: 'pass', opinion })).toEqual({})
  expect(opinionIssues({ result: 'pass', opinion: '同意进件。' })).toEqual({})
  expect(opinionIssues({ result: 'pass', opinion: '  同意  ' })).toEqual({ opinion: 'machine.guard.opinion' })
})

test('nothing chosen is said before anything else', () => {
  expect(opinionIssues({ result: '' })).toEqual({
    result: 'review.chooseResult',
    opinion: 'machine.guard.opinion',
  })
})

test('a return needs both reasons and the detail, a reject both reasons', () => {
  expect(opinionIssues({ result: 'return', opinion, reasonDetail: ' ' })).toEqual({
    reasonL1: 'machine.guard.reasons',
    reasonL2: 'machine.guard.reasons',
    reasonDetail: 'machine.guard.reasonDetail',
  })
  expect(opinionIssues({ result: 'return', opinion, ...reasons, reasonDetail: '反面反光' })).toEqual({})
  expect(opinionIssues({ result: 'reject', opinion, ...reasons })).toEqual({})
})

test('the second reason belongs to the first', () => {
  const foreign = { result: 'reject', opinion, reasonL1: 'document', reasonL2: 'vehicle_price' } as const
  expect(opinionIssues(foreign)).toEqual({ reasonL2: 'machine.guard.reasons' })
  expect(opinionIssues({ ...foreign, reasonL1: '' })).toEqual({ reasonL1: 'machine.guard.reasons' })
})

test('a mark is on what the form has that the order goes back to', () => {
  const given = {
    result: 'return' as const,
    opinion,
    ...reasons,
    reasonDetail: '地址不符',
    marks: [{ kind: 'field' as const, at: 'residence.liveAddress', note: '以流水为准' }],
  }
  const forms = shownForms(emptyEntry())
  expect(opinionIssues(given, markablePlaces('entry', standardTemplate, [], forms))).toEqual({})
  expect(opinionIssues(given, markablePlaces('intake', standardTemplate, [], forms))).toEqual({
    'marks.0.note': 'review.markElsewhere',
  })
})
