import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { PartBoundary } from '@/components/ui/part-boundary'
import { clearErrors, logError } from '@/lib/client/error-log'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { ErrorLogButton } from './error-log-button'
import { FullScreenButton } from './full-screen-button'

const user = userEvent.setup()

test('the bug says that there is no error, then how many; the badge is there above 0 alone', () => {
  clearErrors()
  render(<ErrorLogButton />, { wrapper: ZhCnMessages })
  expect(screen.getByRole('button', { name: '没有错误日志' })).not.toHaveTextContent(/\d/)
  act(() => logError('script', new Error('x')))
  expect(screen.getByRole('button', { name: '1条错误日志' })).toHaveTextContent('1')
  act(() => clearErrors())
  expect(screen.getByRole('button', { name: '没有错误日志' })).toBeVisible()
})

test('full screen follows the browser: its own way out changes the button too', async () => {
  let element: Element | null = null
  const change = (next: Element | null) => {
    element = next
    act(() => {
      document.dispatchEvent(new Event('fullscreenchange'))
    })
  }
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element })
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
  document.documentElement.requestFullscreen = async () => change(document.documentElement)
  document.exitFullscreen = async () => change(null)
  render(<FullScreenButton />, { wrapper: ZhCnMessages })
  await user.click(screen.getByRole('button', { name: '全屏' }))
  expect(screen.getByRole('button', { name: '退出全屏' })).toBeVisible()
  change(null)
  expect(screen.getByRole('button', { name: '全屏' })).toBeVisible()
})

test('a browser that cannot has no full screen button', () => {
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: false })
  render(<FullScreenButton />, { wrapper: ZhCnMessages })
  expect(screen.queryByRole('button')).toBeNull()
})

function Breaks() {
  const [broken, setBroken] = useState(false)
  if (broken) throw new Error('part failed')
  return (
    <button type="button" onClick={() => setBroken(true)}>
      坏
    </button>
  )
}

test('a part of the bar that fails is noted and left out; the others stay', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
  clearErrors()
  render(
    <ZhCnMessages>
      <PartBoundary>
        <Breaks />
      </PartBoundary>
      <ErrorLogButton />
    </ZhCnMessages>,
  )
  await user.click(screen.getByRole('button', { name: '坏' }))
  expect(screen.queryByRole('button', { name: '坏' })).toBeNull()
  expect(screen.getByRole('button', { name: '1条错误日志' })).toBeVisible()
  jest.restoreAllMocks()
})
