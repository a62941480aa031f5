import { choiceOf, takeChanges } from './take-changes'

const person = (name: string) => ({ name, mobile: `of ${name}` })
const leaves = (at: number, theirs: string) => [
  { path: `contacts.${at}.name`, mine: null, theirs },
  { path: `contacts.${at}.mobile`, mine: null, theirs: `of ${theirs}` },
]

test.each([
  ['a row of the other', ['a'], [{ path: 'contacts.1', mine: null, theirs: person('b') }], ['a', 'b']],
  [
    'the later of two rows of the other',
    ['a'],
    [{ path: 'contacts.2', mine: null, theirs: person('c') }],
    ['a', 'c'],
  ],
  [
    'rows that the other has not',
    ['a', 'b', 'c'],
    [
      { path: 'contacts.1', mine: person('b'), theirs: null },
      { path: 'contacts.2', mine: person('c'), theirs: null },
    ],
    ['a'],
  ],
  [
    'a row taken out before the last',
    ['a', 'b', 'c'],
    [...leaves(1, 'c'), { path: 'contacts.2', mine: person('c'), theirs: null }],
    ['a', 'c'],
  ],
  ['a row that is gone here meanwhile', ['a'], leaves(1, 'c'), ['a']],
])('%s: rows come and go whole', (_, mine, changes, expected) => {
  expect(takeChanges({ contacts: mine.map(person) }, {}, changes)).toEqual({ contacts: expected.map(person) })
})

test('a field that the other has not is empty in the shape the form knows', () => {
  const base = { name: '王', married: true, regions: ['1'], rate: null }
  const changes = Object.keys(base).map((path) => ({ path, mine: 1, theirs: null }))
  expect(takeChanges({ ...base }, base, changes)).toEqual({
    name: '',
    married: false,
    regions: [],
    rate: null,
  })
})

test('the fields of a row are chosen together', () => {
  expect(leaves(1, 'c').map(choiceOf)).toEqual(['contacts.1', 'contacts.1'])
  expect(choiceOf({ path: 'customer.name', mine: '', theirs: '' })).toBe('customer.name')
})
