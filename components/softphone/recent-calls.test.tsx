import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import RecentCalls from './recent-calls'

jest.mock('@/lib/client/call')

test('calls that did not come are told with their number, and asked for again', async () => {
  jest
    .mocked(request)
    .mockRejectedValueOnce(new ApiError(500, { message: '服务器错误', id: 'a1b2' }))
    .mockResolvedValueOnce([])
  render(
    <TestPage>
      <RecentCalls anchor={document.body} onClose={() => {}} />
    </TestPage>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('错误编号 a1b2')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('还没有通话')).toBeInTheDocument()
})

test('a call that is not over says how far it is: it rings until it is answered', async () => {
  const call = {
    direction: '呼出',
    customerName: null,
    phone: '120****0002',
    startAt: '2026-08-01T02:00:00.000Z',
    answerAt: null,
    ringSeconds: null,
    talkSeconds: null,
    result: null,
  }
  jest.mocked(request).mockResolvedValueOnce([
    { ...call, callId: 'a' },
    { ...call, callId: 'b', direction: '呼入' },
    { ...call, callId: 'c', answerAt: '2026-08-01T02:00:05.000Z' },
  ])
  render(
    <TestPage>
      <RecentCalls anchor={document.body} onClose={() => {}} />
    </TestPage>,
  )
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('等待对方接听')
  expect(rows[1]).toHaveTextContent('来电')
  expect(rows[2]).toHaveTextContent('通话中')
  for (const row of rows) expect(row).not.toHaveTextContent(/振铃|通话 /)
})
