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
