import '@testing-library/jest-dom'
import { act, render, screen, within } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { outside } from '@/lib/platform/outside/contract'
import { OutsideScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const session = {
  user: { id: 1, name: '甲', account: 'admin' },
  roles: ['admin'],
  permissions: [],
  demo: true,
}
const row = {
  id: 1,
  rowVersion: 1,
  port: 'sms',
  about: '合同短信',
  summary: '138****8000 · 签约链接',
  attempts: 1,
  createdAt: '2026-01-01T01:00:00Z',
  answeredAt: null,
  reason: null,
  simulated: true,
  kept: true,
}

test('a request that waits for its answer shows the answer when it comes, unasked', async () => {
  jest.useFakeTimers()
  let isOpen = true
  jest.mocked(request).mockImplementation(async (endpoint) => {
    if (endpoint !== outside.calls) return endpoint === outside.ports ? { data: [] } : { value: null }
    const now = isOpen ? { status: 'sent', nextAt: '2026-01-01T01:00:05Z' } : { status: 'done', nextAt: null }
    return { data: [{ ...row, ...now }], total: 1, pageNo: 1, allPage: 1, nextCursor: null }
  })
  render(
    <TestPage>
      <ConfirmProvider>
        <SessionProvider session={session}>
          <OutsideScreen />
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
  const first = await screen.findByRole('row', { name: /138\*{4}8000/ })
  expect(within(first).getByText('已发送待回')).toBeVisible()
  isOpen = false
  await act(() => jest.advanceTimersByTimeAsync(3_100))
  expect(within(screen.getByRole('row', { name: /138\*{4}8000/ })).getByText('成功')).toBeVisible()
  const asked = () =>
    jest.mocked(request).mock.calls.filter(([endpoint]) => endpoint === outside.calls).length
  const times = asked()
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(asked()).toBe(times)
  jest.useRealTimers()
})
