import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import PlanDialog from './plan-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const session = { user: { id: 1, name: '甲', account: 'a' }, roles: [], permissions: [], demo: true }

test('the plan stays in sight when a look at a job under way gets no answer', async () => {
  jest.useFakeTimers()
  const job = { name: 'sms.send', nextAt: '2026-01-01T01:00:00Z', lastAt: '2026-01-01T00:00:00Z' }
  jest.mocked(request).mockResolvedValueOnce({ data: [{ ...job, lastStatus: 'running' }] })
  render(
    <TestPage>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <PlanDialog onClose={() => {}} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  expect(await screen.findByRole('table')).toBeInTheDocument()
  jest.mocked(request).mockRejectedValue(new ApiError(noAnswer))
  await act(() => jest.advanceTimersByTimeAsync(4_000))
  expect(request).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('table')).toBeInTheDocument()
  jest.useRealTimers()
})
