import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CopyButton } from './copy-button'
import { TestPage } from './test-page'
import { connectToasts } from './toast'

const toasts: string[] = []
beforeEach(() => {
  toasts.length = 0
  connectToasts(({ message }) => toasts.push(message))
})
afterEach(() => connectToasts(undefined))

/** Plain http has no clipboard at all. */
const withoutClipboard = () => {
  const user = userEvent.setup()
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  return user
}

test('an id that was copied says so for a moment', async () => {
  const user = userEvent.setup()
  render(<CopyButton text="a1b2" />, { wrapper: TestPage })
  await user.click(screen.getByRole('button', { name: '复制 a1b2' }))
  expect(await screen.findByRole('button', { name: '已复制' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('a1b2')
  expect(toasts).toEqual([])
})

test('a browser without a clipboard says that the text has to be selected by hand', async () => {
  const user = withoutClipboard()
  render(<CopyButton text="a1b2" />, { wrapper: TestPage })
  await user.click(screen.getByRole('button', { name: '复制 a1b2' }))
  expect(toasts).toEqual(['浏览器不允许复制，请手动选择'])
  expect(screen.queryByRole('button', { name: '已复制' })).toBeNull()
})
