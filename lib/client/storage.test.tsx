import { clearStored, forget, keep, listStored, recall, recallRecord } from './storage'

const now = 1_764_000_000_000
const values = { text: '7', number: 7.5, yes: true, no: false, object: { list: [1, { a: null }] } }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  jest.spyOn(Date, 'now').mockReturnValue(now)
})
afterEach(() => jest.restoreAllMocks())

describe('the storage rule, sentence by sentence (specification point 9)', () => {
  test('a value saved with a type flag goes to session storage', () => {
    expect(keep('a', 1, 'session')).toBe(true)
    expect(sessionStorage.getItem('a')).not.toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  test('otherwise it goes to local storage', () => {
    expect(keep('a', 1)).toBe(true)
    expect(localStorage.getItem('a')).not.toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  test('each record holds the data type, content, type flag and save timestamp in milliseconds', () => {
    keep('a', 'x', 'session')
    keep('b', 'x')
    expect(JSON.parse(sessionStorage.getItem('a') ?? '')).toEqual({
      dataType: 'string',
      content: 'x',
      type: 'session',
      datetime: now,
    })
    expect(JSON.parse(localStorage.getItem('b') ?? '')).toEqual({
      dataType: 'string',
      content: 'x',
      datetime: now,
    })
  })

  test('reading looks in session storage first, then local storage', () => {
    keep('a', 'local')
    expect(recall('a')).toBe('local')
    keep('a', 'session', 'session')
    expect(recall('a')).toBe('session')
  })

  test.each(Object.entries(values))('it returns the content converted by its stored type: %s', (_, value) => {
    keep('a', value)
    expect(recall('a')).toEqual(value)
  })

  test.each([
    ['number', '12', 12],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['string', 12, '12'],
  ])(
    'a content that was saved as text of type %s is converted, never evaluated',
    (dataType, content, read) => {
      localStorage.setItem('a', JSON.stringify({ dataType, content, datetime: now }))
      expect(recall('a')).toBe(read)
    },
  )

  test('a stored text is not run as code', () => {
    const content = '(globalThis.ran = true)'
    localStorage.setItem('a', JSON.stringify({ dataType: 'boolean', content, datetime: now }))
    expect(recall('a')).toBe(false)
    expect(globalThis).not.toHaveProperty('ran')
  })

  test('or the full record in debug mode', () => {
    keep('a', 5, 'session')
    expect(recallRecord('a')).toEqual({ dataType: 'number', content: 5, type: 'session', datetime: now })
  })

  test('removing deletes the key from both stores', () => {
    keep('a', 1)
    keep('a', 2, 'session')
    keep('b', 3)
    forget('a')
    expect(recall('a')).toBeNull()
    expect(recall('b')).toBe(3)
  })

  test('clearing empties session or local storage according to the type flag', () => {
    keep('a', 1)
    keep('b', 2, 'session')
    clearStored('session')
    expect([recall('a'), recall('b')]).toEqual([1, null])
    keep('b', 2, 'session')
    clearStored()
    expect([recall('a'), recall('b')]).toEqual([null, 2])
  })

  test('listing all entries is provided', () => {
    keep('a', 1)
    keep('b', { c: 1 })
    keep('d', 2, 'session')
    expect(listStored().map(({ name, record }) => [name, record.content])).toEqual([
      ['a', 1],
      ['b', { c: 1 }],
    ])
    expect(listStored('session').map(({ name }) => name)).toEqual(['d'])
  })
})

describe('a storage that misbehaves', () => {
  test.each(['', 'x', 'null', '7', '[]', '{}', '{"dataType":"function","content":1,"datetime":1}'])(
    'somebody else’s text %p is no record',
    (text) => {
      localStorage.setItem('a', text)
      expect(recall('a')).toBeNull()
      expect(listStored()).toEqual([])
    },
  )

  test('garbage in session storage does not hide the record in local storage', () => {
    keep('a', 1)
    sessionStorage.setItem('a', '{')
    expect(recall('a')).toBe(1)
  })

  test('a full one says that it keeps nothing', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(keep('a', 1)).toBe(false)
    expect(recall('a')).toBeNull()
  })

  test('a forbidden one is empty', () => {
    const forbidden = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(keep('a', 1)).toBe(false)
    expect(recall('a')).toBeNull()
    expect(listStored()).toEqual([])
    forget('a')
    clearStored()
    forbidden.mockRestore()
  })

  test('what cannot be written as JSON is not kept', () => {
    const ring: Record<string, unknown> = {}
    ring.self = ring
    expect(keep('a', ring)).toBe(false)
  })
})
