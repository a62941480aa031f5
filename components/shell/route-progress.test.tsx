import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import { routeChangeBegins } from '@/lib/client/route-change'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { RouteProgress } from './route-progress'

let mockPath = '/wel/index'
let mockQuery = ''
jest.mock('next/navigation', () => ({
  usePathname: () => mockPath,
  useSearchParams: () => new URLSearchParams(mockQuery),
  useRouter: () => ({}),
}))
jest.useFakeTimers()

const bar = () => screen.queryByRole('progressbar')
const begin = (url: string) => act(() => routeChangeBegins(url))

test('the bar is there while a page is on its way; it is said politely, and only when it takes long', () => {
  window.history.replaceState(null, '', '/wel/index')
  const { rerender } = render(<RouteProgress />, { wrapper: ZhCnMessages })
  expect(bar()).toBeNull()
  begin('/wel/index')
  expect(bar()).toBeNull()

  begin('/create/index')
  expect(bar()).toBeInTheDocument()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  act(() => jest.advanceTimersByTime(800))
  expect(screen.getByRole('status')).toHaveTextContent('正在打开页面')

  // The page before filters meanwhile.
  mockQuery = 'q=王'
  rerender(<RouteProgress />)
  expect(bar()).toBeInTheDocument()

  mockPath = '/create/index'
  rerender(<RouteProgress />)
  expect(bar()).toBeNull()
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
