import { cleanError, errorLimits, isChunkError, withoutPersonalData } from './error-log.ts'

test.each([
  ['mobile 13800138000 is taken', 'mobile *** is taken'],
  ['11010519491231002X', '***'],
  ['card 6222021234567890123', 'card ***'],
  ['GET http://host/create/index?q=王五&page=2 failed', 'GET http://host/create/index failed'],
  ['/record/shenfen?orderId=12#top', '/record/shenfen'],
  ['token 0123abcdefABCDEF0123abcdefABCDEF0123abcdefABCDEF', 'token ***'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc', '***'],
  ['at render (http://host/_next/static/chunks/0-3lp6hf4g4qe.js:12:345)', undefined],
  ['Cannot read properties of undefined (reading "a")', undefined],
  ['a ? b : c', undefined],
])('%s', (text, kept = text) => {
  expect(withoutPersonalData(text)).toBe(kept)
})

test('an error is kept with its texts cut and its address without the query', () => {
  const long = 'a b '.repeat(3000)
  const error = {
    type: 'script',
    message: long,
    stack: long,
    info: long,
    time: 1,
    url: '/a/b?name=王五',
  } as const
  const clean = cleanError(error)
  expect(clean.url).toBe('/a/b')
  expect([clean.message, clean.stack, clean.info].map((text) => text.length)).toEqual([
    errorLimits.message,
    errorLimits.stack,
    errorLimits.info,
  ])
})

test('a chunk error is known by its name', () => {
  const error = new Error('Failed to load chunk')
  expect(isChunkError(error)).toBe(false)
  error.name = 'ChunkLoadError'
  expect(isChunkError(error)).toBe(true)
  expect(isChunkError('ChunkLoadError')).toBe(false)
})
