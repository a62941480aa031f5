import {
  clearChange,
  filterInputOf,
  hasListParameter,
  inputOf,
  isFiltered,
  isSameQuery,
  pagerNumbers,
  readState,
  sortChange,
  type UrlFilter,
  viewChange,
  viewQuery,
} from './list-url'

const filters: UrlFilter[] = [
  { kind: 'multi', name: 'status' },
  { kind: 'select', name: 'shopId' },
  { kind: 'dates', from: 'createdFrom', to: 'createdTo' },
  { kind: 'choice', name: 'claim', standard: 'unclaimed' },
]

test('an empty query is the first page without filters', () => {
  expect(readState('', filters, 'createdAt:desc')).toEqual({
    q: '',
    filters: {},
    page: 1,
    size: 20,
    sort: 'createdAt:desc',
  })
})

test('everything a list shows is in its query', () => {
  const state = readState(
    'q=%E7%8E%8B&status=draft,wait_pre&createdFrom=2025-08-01&page=3&size=50&sort=createdAt:asc&name=x',
    filters,
  )
  expect(inputOf(state, filters)).toEqual({
    start: 100,
    length: 50,
    q: '王',
    status: ['draft', 'wait_pre'],
    createdFrom: '2025-08-01',
    claim: 'unclaimed',
    sort: 'createdAt:asc',
  })
  expect(filterInputOf(state, filters)).not.toHaveProperty('start')
})

test('a choice is on without a value in the query', () => {
  expect(inputOf(readState('', filters), filters)).toMatchObject({ claim: 'unclaimed' })
  expect(inputOf(readState('claim=mine', filters), filters)).toMatchObject({ claim: 'mine' })
})

test('what a list leaves out by itself is left out without a value, and found by a search', () => {
  const own = [...filters, { kind: 'select', name: 'state', standard: 'open' } as const]
  const input = (query: string) => inputOf(readState(query, own), own)
  expect(input('')).toMatchObject({ state: 'open' })
  expect(input('state=all')).toMatchObject({ state: 'all' })
  expect(input('q=王')).not.toHaveProperty('state')
  expect(input('q=王&state=done')).toMatchObject({ state: 'done' })
  expect(isFiltered(readState('', own), own)).toBe(false)
})

test.each(['page=-1&size=7&sort=a', 'page=x&size=1000&sort=a:up', 'page=1.5&size=&sort=;drop:asc'])(
  'what makes no sense is its default: %s',
  (query) => {
    expect(readState(query, filters)).toMatchObject({ page: 1, size: 20, sort: '' })
  },
)

test('whatever the service sorts by stands in the address', () => {
  expect(readState('sort=seats_number:desc', filters, 'seats_number:asc').sort).toBe('seats_number:desc')
})

test('a head sorts down, up, and not at all; every change starts at page one', () => {
  expect(sortChange('createdAt', '')).toEqual({ sort: 'createdAt:desc', page: null })
  expect(sortChange('createdAt', 'createdAt:desc')).toEqual({ sort: 'createdAt:asc', page: null })
  expect(sortChange('createdAt', 'createdAt:asc')).toEqual({ sort: null, page: null })
})

test.each(['', 'createdAt:desc', 'createdAt:asc', 'amount:asc'])(
  'three clicks on a head, in a list that stands by %p: each shows another order, both directions come',
  (standard) => {
    let now = standard
    const seen = [1, 2, 3].map(() => {
      const { sort } = sortChange('createdAt', now, standard)
      const next = sort ?? standard
      expect(next).not.toBe(now)
      now = next
      return now
    })
    expect(seen).toEqual(expect.arrayContaining(['createdAt:desc', 'createdAt:asc']))
  },
)

test('clearing takes search and filters, and leaves the choice that stands above them', () => {
  expect(clearChange(filters)).toEqual({
    q: null,
    status: null,
    shopId: null,
    createdFrom: null,
    createdTo: null,
    page: null,
  })
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 61, [1, 2, 3, null, 61]],
  [4, 61, [1, 2, 3, 4, 5, null, 61]],
  [30, 61, [1, null, 29, 30, 31, null, 61]],
  [60, 61, [1, null, 59, 60, 61]],
])('page %i of %i shows %j', (page, pages, numbers) => {
  expect(pagerNumbers(page, pages)).toEqual(numbers)
})

test('a view keeps filters, order and size of a page, not the page and not whom one searches for', () => {
  const query = 'q=张三&status=a,b&page=3&size=50&sort=createdAt:asc&orderId=7&view=4'
  expect(viewQuery(query, filters)).toEqual({ status: 'a,b', size: '50', sort: 'createdAt:asc' })
})

test('a view takes away what the address said before, and what the list filters by no more', () => {
  expect(viewChange(filters, { id: 4, query: { status: 'a', gone: 'x' } })).toEqual({
    q: null,
    page: null,
    status: 'a',
    shopId: null,
    createdFrom: null,
    createdTo: null,
    claim: null,
    sort: null,
    size: null,
    group: null,
    view: '4',
  })
  expect(viewChange(filters, undefined)).toMatchObject({ status: null, view: 'standard' })
})

test('an address that says anything about the list opens as it says', () => {
  expect(hasListParameter('', filters)).toBe(false)
  expect(hasListParameter('orderId=7', filters)).toBe(false)
  expect(hasListParameter('page=2', filters)).toBe(true)
  expect(hasListParameter('status=a', filters)).toBe(true)
})

test('two addresses are one view whatever the order of their parameters', () => {
  expect(isSameQuery({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSameQuery({ a: '1' }, { a: '1', b: '2' })).toBe(false)
  expect(isSameQuery({ a: '1', b: '2' }, { a: '1', c: '2' })).toBe(false)
})
