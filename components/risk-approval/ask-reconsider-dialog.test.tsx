import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { requestUpload } from '@/lib/client/upload'
import { noEvidence } from '@/lib/domains/orders/rules/reconsideration'
import AskReconsiderDialog from './ask-reconsider-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
const session = {
  user: { id: 7, name: '甲', account: 'a' },
  roles: [],
  permissions: [],
  demo: false,
} as never
const order = { id: 24, orderNo: 'A1', rowVersion: 1, customerName: '王伟', status: 'rejected' } as never
const stored = { id: 7, name: '流水.pdf', mime: 'application/pdf', size: 1, uploadedAt: '' }

test('a request is not sent without the files that are still on their way', async () => {
  const items = [{ ...noEvidence, files: [stored] }]
  jest.mocked(request).mockResolvedValue({ items } as never)
  jest.mocked(call).mockResolvedValue({ items } as never)
  jest.mocked(requestUpload).mockRejectedValue(new ApiError(0))
  render(
    <TestPage>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <AskReconsiderDialog order={order} onClose={() => {}} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByRole('button', { name: '删除 流水.pdf' })
  await userEvent.type(screen.getByRole('textbox'), '客户补充了新的流水')
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['%PDF'], '新流水.pdf', { type: 'application/pdf' }))
  await screen.findByText('等待网络，联网后自动续传')
  jest.mocked(call).mockClear()
  await userEvent.click(screen.getByRole('button', { name: '申请复议' }))
  await waitFor(() => expect(screen.getByText(/还有1个文件未上传完成/)).toBeVisible())
  expect(call).not.toHaveBeenCalled()
})
