import '@testing-library/jest-dom'
import { act, render, screen, waitFor } from '@testing-library/react'
import { TestPage } from './test-page'
import { toast } from './toast'
import { Toaster } from './toaster'

test('toasts that come before their part is loaded are all shown', async () => {
  render(
    <TestPage>
      <Toaster />
    </TestPage>,
  )
  act(() => {
    toast.error('解锁密码连续5次错误')
    toast.info('登录已失效')
  })
  expect(await screen.findByText('解锁密码连续5次错误')).toBeInTheDocument()
  expect(screen.getByText('登录已失效')).toBeInTheDocument()
})

test('a dialog that opens beside a toast does not silence it', async () => {
  render(
    <TestPage>
      <Toaster />
    </TestPage>,
  )
  act(() => toast.info('登录已失效'))
  const stack = (await screen.findByText('登录已失效')).closest('section')?.parentElement
  stack?.setAttribute('aria-hidden', 'true')
  await waitFor(() => expect(stack).not.toHaveAttribute('aria-hidden'))
})

test('a toast with a way back stays while the keys are on it, and goes with the press', async () => {
  const run = jest.fn()
  render(
    <TestPage>
      <Toaster />
    </TestPage>,
  )
  act(() => toast.success('已停用', { label: '撤销', run }))
  const button = await screen.findByRole('button', { name: '撤销' })
  jest.useFakeTimers()
  try {
    act(() => button.focus())
    act(() => void jest.advanceTimersByTime(60_000))
    expect(button).toBeInTheDocument()
    expect(button).toHaveFocus()
  } finally {
    jest.useRealTimers()
  }
  act(() => button.click())
  expect(run).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByText('已停用')).toBeNull())
})
