import { mostErrors } from '../domains/system/rules/error-log.ts'
import {
  catchErrors,
  clearErrors,
  hasChunkFailed,
  logError,
  loggedErrors,
  subscribeToErrors,
} from './error-log'
import { recall } from './storage'

catchErrors()

beforeEach(() => {
  localStorage.clear()
  clearErrors()
  window.history.replaceState(null, '', '/order/query?q=王五')
})

const rejection = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason })

test('an error that nobody caught is kept with message, stack, url and time, without the query', () => {
  const error = new TypeError('a is not a function')
  window.dispatchEvent(new ErrorEvent('error', { error, filename: 'http://host/a.js', lineno: 3, colno: 7 }))
  expect(loggedErrors()).toEqual([
    {
      type: 'script',
      message: 'TypeError: a is not a function',
      stack: expect.stringContaining('error-log.test'),
      info: 'http://host/a.js:3:7',
      url: '/order/query',
      time: expect.any(Number),
    },
  ])
  expect(recall('nlos-error-log')).toEqual(loggedErrors())
})

test('a rejected promise is kept; one that was given up on purpose is not', () => {
  window.dispatchEvent(rejection(new Error('no answer')))
  window.dispatchEvent(rejection(new DOMException('left', 'AbortError')))
  window.dispatchEvent(rejection('text'))
  expect(loggedErrors().map(({ type, message }) => [type, message])).toEqual([
    ['promise', 'text'],
    ['promise', 'Error: no answer'],
  ])
})

test('an error of a script of another origin says nothing and is not kept', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  expect(loggedErrors()).toEqual([])
})

test('a chunk that failed is one, however it was caught, and is remembered for the offer to reload', () => {
  expect(hasChunkFailed()).toBe(false)
  logError('react', Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' }), 'at Menu')
  expect(loggedErrors()).toMatchObject([{ type: 'chunk', info: 'at Menu' }])
  expect(hasChunkFailed()).toBe(true)
})

test('the same error in a row is one row; the newest come first and the oldest go', () => {
  for (let at = 0; at < 3; at++) logError('script', new Error('again'))
  expect(loggedErrors()).toHaveLength(1)
  for (let at = 0; at < mostErrors + 5; at++) logError('script', new Error(`error ${at}`))
  expect(loggedErrors()).toHaveLength(mostErrors)
  expect(loggedErrors()[0]?.message).toBe(`Error: error ${mostErrors + 4}`)
})

test('what came after an upload began stays when the log is cleared', () => {
  const now = jest.spyOn(Date, 'now').mockReturnValue(1000)
  logError('script', new Error('first'))
  now.mockReturnValue(2000)
  logError('script', new Error('second'))
  now.mockRestore()
  clearErrors(1000)
  expect(loggedErrors().map(({ message }) => message)).toEqual(['Error: second'])
  clearErrors()
  expect(recall('nlos-error-log')).toBeNull()
})

test('listeners hear of this tab and of the others', () => {
  const heard = jest.fn()
  const stop = subscribeToErrors(heard)
  logError('script', new Error('x'))
  window.dispatchEvent(new StorageEvent('storage', { key: 'nlos-error-log' }))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  clearErrors()
  expect(heard).toHaveBeenCalledTimes(2)
})

test.each([
  '{',
  '{"dataType":"object","content":"x","datetime":1}',
  '{"dataType":"object","content":[1,{}],"datetime":1}',
])('garbage in the storage is an empty log: %s', (text) => {
  localStorage.setItem('nlos-error-log', text)
  window.dispatchEvent(new StorageEvent('storage', { key: 'nlos-error-log' }))
  expect(loggedErrors()).toEqual([])
})
