import { holdPage, leaveFreely } from './unload-guard'

const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks while something is held, and no longer once the page leaves by itself', () => {
  expect(asks()).toBe(false)
  const first = holdPage()
  const second = holdPage()
  expect(asks()).toBe(true)
  first()
  first()
  expect(asks()).toBe(true)
  second()
  expect(asks()).toBe(false)

  holdPage()
  expect(asks()).toBe(true)
  leaveFreely()
  expect(asks()).toBe(false)
})
