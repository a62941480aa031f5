import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { call } from '@/lib/client/call'
import type { MaterialItem } from '@/lib/contracts/attachments'
import { UploadField } from './upload-field'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const file = { id: 7, name: '正面.jpg', mime: 'image/jpeg', size: 1, uploadedAt: '' }
const item: MaterialItem = {
  ...{ id: 1, materialType: 'id_front', required: true, minFiles: 1, maxFiles: 20 },
  ...{ itemStatus: '', rejectNote: null, version: 1, files: [file] },
}

function Field() {
  const [now, setNow] = useState(item)
  return <UploadField orderId={24} item={now} label="身份证正面" onChange={setNow} />
}

test('who takes a file away goes on with another in its place', async () => {
  jest.mocked(call).mockResolvedValue({ item: { ...item, files: [] } } as never)
  render(
    <TestPage>
      <ConfirmProvider>
        <form>
          <Field />
        </form>
      </ConfirmProvider>
    </TestPage>,
  )
  await userEvent.click(screen.getByRole('button', { name: '删除 正面.jpg' }))
  await userEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '删除 正面.jpg' })).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: '上传' })).toHaveFocus()
})
