import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { requestUpload } from '@/lib/client/upload'
import type { MaterialItem } from '@/lib/domains/materials/contract/attachments'
import { UploadField } from './upload-field'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
const session = {
  user: { id: 5, name: '甲', account: 'a' },
  roles: [],
  permissions: [],
  demo: false,
} as never

const file = { id: 7, name: '正面.jpg', mime: 'image/jpeg', size: 1, uploadedAt: '' }
const item: MaterialItem = {
  id: 1,
  materialType: 'id_front',
  required: true,
  minFiles: 1,
  maxFiles: 20,
  itemStatus: '',
  rejectNote: null,
  version: 1,
  files: [file],
}

function Field() {
  const [now, setNow] = useState(item)
  return <UploadField orderId={24} item={now} label="身份证正面" onChange={setNow} />
}

const draw = () =>
  render(
    <TestPage>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <form>
            <Field />
          </form>
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )

test('a file chosen off-line waits in the outbox and goes up by itself', async () => {
  const sent = jest.mocked(requestUpload)
  sent.mockRejectedValueOnce(new ApiError(0))
  const { container } = draw()
  const page = new File(['%PDF'], '反面.pdf', { type: 'application/pdf' })
  await userEvent.upload(container.querySelector('input') as HTMLInputElement, page)
  expect(await screen.findByText('等待网络，联网后自动续传')).toBeVisible()
  const stored = { ...file, id: 8, name: '反面.pdf', mime: 'application/pdf' }
  sent.mockResolvedValueOnce({ file: stored, item: { ...item, files: [file, stored] } } as never)
  fireEvent(window, new Event('online'))
  expect(await screen.findByRole('button', { name: '删除 反面.pdf' })).toBeVisible()
  const [first, second] = sent.mock.calls.map(([, fields]) => fields)
  expect(second).toEqual(first)
})

/** An order that is made by its first file: the field belongs to it before the file has heard of it. */
function NewOrder() {
  const [now, setNow] = useState({ ...item, files: [] as MaterialItem['files'] })
  const [orderId, setOrderId] = useState<number | null>(null)
  const make = async () => {
    setOrderId(25)
    await new Promise((resolve) => setTimeout(resolve))
    return 25
  }
  return <UploadField orderId={orderId} onNeedOrder={make} item={now} label="身份证正面" onChange={setNow} />
}

test('a file that makes its order goes up once', async () => {
  const sent = jest.mocked(requestUpload)
  sent.mockClear()
  sent.mockResolvedValue({ file, item } as never)
  const { container } = render(
    <TestPage>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <NewOrder />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  const page = new File(['%PDF'], '正面.pdf', { type: 'application/pdf' })
  await userEvent.upload(container.querySelector('input') as HTMLInputElement, page)
  expect(await screen.findByRole('button', { name: '删除 正面.jpg' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument())
  expect(sent).toHaveBeenCalledTimes(1)
})

test('who takes a file away goes on with another in its place', async () => {
  jest.mocked(call).mockResolvedValue({ item: { ...item, files: [] } } as never)
  draw()
  await userEvent.click(screen.getByRole('button', { name: '删除 正面.jpg' }))
  await userEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '删除 正面.jpg' })).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: '上传' })).toHaveFocus()
})
