import '@testing-library/jest-dom'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { FrameScreen } from './screen'

const address = 'https://help.example/a'
const mockFetch = jest.fn()
const show = (tab?: TestTab, to: string | null = address) =>
  render(
    <TestPage tab={tab ?? { query: '', dirty: false }}>
      <FrameScreen name="手册" address={to} />
    </TestPage>,
  )

beforeEach(() => {
  mockFetch.mockReset().mockResolvedValue({})
  global.fetch = mockFetch
})

test('shows its progress until the page has loaded, under the name of its entry', () => {
  const tab: TestTab = { query: '', dirty: false }
  show(tab)
  const frame = screen.getByTitle('手册')
  expect(tab.label).toBe('手册')
  expect(frame.getAttribute('src')).toBe(address)
  expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation|modals|pointer-lock/)
  expect(screen.getByRole('progressbar')).toBeInTheDocument()
  fireEvent.load(frame)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a host that is not there is an error, though the frame says that it has loaded; trying again begins anew', async () => {
  mockFetch.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show()
  fireEvent.load(screen.getByTitle('手册'))
  expect(await screen.findByRole('alert')).toHaveTextContent('“手册”没有加载成功')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByRole('progressbar')).toBeInTheDocument()
  expect(mockFetch).toHaveBeenCalledTimes(2)
})

test('a page that takes too long is an error; when it comes after all, it may stay', () => {
  jest.useFakeTimers()
  try {
    show()
    act(() => jest.advanceTimersByTime(19_000))
    expect(screen.queryByRole('alert')).toBeNull()
    act(() => jest.advanceTimersByTime(2_000))
    expect(screen.getByRole('alert')).toHaveTextContent('“手册”没有加载成功')
    fireEvent.load(screen.getByTitle('手册'))
    expect(screen.queryByRole('alert')).toBeNull()
  } finally {
    jest.useRealTimers()
  }
})

test('an address that is not allowed is neither shown nor asked', () => {
  show(undefined, null)
  expect(screen.getByRole('alert')).toHaveTextContent('不在允许范围内')
  expect(document.querySelector('iframe')).toBeNull()
  expect(mockFetch).not.toHaveBeenCalled()
})

test('a page that wants a window of its own is a link, and no frame', () => {
  render(
    <TestPage tab={{ query: '', dirty: false }}>
      <FrameScreen name="手册" address={address} ownWindow />
    </TestPage>,
  )
  expect(screen.getByText('“手册”在新窗口中打开')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: '新窗口打开' })).toHaveAttribute('href', address)
  expect(screen.queryByTitle('手册')).toBeNull()
  expect(mockFetch).not.toHaveBeenCalled()
})
