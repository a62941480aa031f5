import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { smaller } from '@/lib/client/smaller-picture'
import { requestUpload } from '@/lib/client/upload'
import { countWaiting } from '@/lib/client/waiting-store'
import { papers } from '@/lib/domains/materials/contract/papers'
import { PaperSetScreen } from './paper-set-screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
jest.mock('@/lib/client/smaller-picture', () => ({ smaller: jest.fn() }))
// The head of an order has reads of its own.
jest.mock('@/components/order/order-page', () => ({
  OrderPage: ({ actions, children }: { actions: React.ReactNode; children: React.ReactNode }) => (
    <>
      {actions}
      {children}
    </>
  ),
}))

const stored = { id: 1, name: '0.jpg', mime: 'image/jpeg', size: 10, createdAt: '2026-01-05T02:00:00Z' }
const item = {
  id: 1,
  materialType: 'other',
  required: true,
  minFiles: 1,
  maxFiles: 20,
  itemStatus: '已传',
  rejectNote: null,
  version: 1,
  files: [stored],
  former: [],
}
const paperCase = {
  order: { id: 24, rowVersion: 3, orderNo: 'BLQ1', customerName: '李建国', status: 'released' },
  kind: 'used_extra',
  setStatus: '上传中',
  percent: 100,
  submitAt: null,
  reviewAt: null,
  asked: true,
  submitByName: null,
  mine: false,
  deadline: null,
  overdueDays: 0,
  reason: null,
  items: [item],
  formLacks: [],
  policies: [],
  mortgage: null,
  registration: null,
  underwriting: null,
  funding: null,
}
const session = {
  user: { id: 5, name: '甲', account: 'a' },
  roles: [],
  permissions: ['material:upload'],
  demo: false,
}
const submit = () => screen.findByRole('button', { name: '提交审核' })
const wait = '还有 1 个文件在上传，请等上传完成再提交'

test('a set with photos on their way is not submitted without them; one that is refused is asked about at the logout', async () => {
  let made = (_: Blob) => {}
  jest.mocked(smaller).mockImplementation(() => new Promise((resolve) => (made = resolve)))
  let refuse = (_: ApiError) => {}
  jest.mocked(requestUpload).mockImplementation(() => new Promise((_, reject) => (refuse = reject)))
  jest
    .mocked(request)
    .mockImplementation(async (endpoint) => (endpoint === papers.get ? paperCase : { value: null }))
  render(
    <TestPage tab={{ query: 'orderId=24', dirty: false }}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <PaperSetScreen kind="used_extra" />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  expect(await submit()).not.toHaveAttribute('aria-disabled')
  const photo = new File(['photo'], '1.jpg', { type: 'image/jpeg' })
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') as never, photo)
  // Made smaller, and then sent.
  expect(await submit()).toHaveAttribute('data-tip', wait)
  await act(async () => made(photo))
  expect(await submit()).toHaveAttribute('data-tip', wait)
  await act(async () => refuse(new ApiError(422, { message: '材料正在审核，不能修改' })))
  expect(await screen.findByText('材料正在审核，不能修改')).toBeVisible()
  expect(await submit()).not.toHaveAttribute('data-tip')
  expect(await countWaiting()).toBe(1)
})
