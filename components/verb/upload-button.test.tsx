import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { UploadButton } from './upload-button'

const said = jest.spyOn(toast, 'error')
const file = new File(['a,b'], 'answer.csv', { type: 'text/csv' })

test('a file that is refused for what stands in it says so, and may be sent again', async () => {
  const refused = new ApiError(400, { message: '请检查填写内容', fields: { file: '表头不符' } })
  const send = jest.fn(async (_file: File) => {}).mockRejectedValueOnce(refused)
  render(
    <TestPage>
      <UploadButton label="导入回盘" accept=".csv" send={send} />
    </TestPage>,
  )
  const input = screen.getByLabelText('导入回盘')
  await userEvent.upload(input, file)
  await waitFor(() => expect(said).toHaveBeenCalledWith('表头不符', undefined))
  await userEvent.upload(input, file)
  expect(send).toHaveBeenCalledTimes(2)
  expect(said).toHaveBeenCalledTimes(1)
})
