import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { Toaster } from '@/components/ui/toaster'
import { call } from '@/lib/client/call'
import { clearErrors, logError, loggedErrors } from '@/lib/client/error-log'
import ErrorLogDialog from './error-log-dialog'
import { showLogTime } from './error-log-table'

jest.mock('@/lib/client/call')
const mockCall = jest.mocked(call)
const user = userEvent.setup()

const open = () =>
  render(
    <TestPage>
      <ConfirmProvider>
        <ErrorLogDialog onClose={() => {}} />
        <Toaster />
      </ConfirmProvider>
    </TestPage>,
  )
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const answer = async (question: string, name: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: '提示' })
  expect(dialog).toHaveTextContent(question)
  await user.click(within(dialog).getByRole('button', { name }))
}

beforeEach(() => {
  mockCall.mockReset()
  clearErrors()
  logError('script', new Error('first'))
  logError('promise', new Error('second'))
})

test('the log is a table of 类型, 地址, 内容, 错误堆栈, 时间, the newest first', () => {
  open()
  const heads = screen.getAllByRole('columnheader').map((cell) => cell.textContent)
  expect(heads).toEqual(['类型', '地址', '内容', '错误堆栈', '时间'])
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Error: second',
    'Error: first',
  ])
  expect(rows[0]).toHaveTextContent('未处理的异常')
})

test('a time is written as yyyy-MM-dd hh:mm:ss', () => {
  expect(showLogTime(new Date(2025, 7, 1, 9, 5, 3).getTime())).toBe('2025-08-01 09:05:03')
})

test('an upload is asked about, stored, and clears the log', async () => {
  mockCall.mockResolvedValue({})
  open()
  await press('上传服务器')
  await answer('确定上传本地日志到服务器?', '取消')
  expect(mockCall).not.toHaveBeenCalled()
  await press('上传服务器')
  const sent = loggedErrors()
  await answer('确定上传本地日志到服务器?', '确定')
  expect(await screen.findByText('发送成功!')).toBeVisible()
  expect(mockCall).toHaveBeenCalledWith(expect.objectContaining({ path: '/biz/system/errorlog/save' }), {
    errors: sent,
  })
  expect(loggedErrors()).toEqual([])
  expect(screen.getByText('没有错误日志')).toBeVisible()
})

test('an upload that fails keeps the log, and sends the same again', async () => {
  mockCall.mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce({})
  open()
  for (let at = 0; at < 2; at++) {
    await press('上传服务器')
    await answer('确定上传本地日志到服务器?', '确定')
  }
  await screen.findByText('没有错误日志')
  const [first, second] = mockCall.mock.calls.map(([, input]) => input)
  expect(first).toEqual(second)
})

test('clearing is asked about', async () => {
  open()
  await press('清空本地日志')
  await answer('确定清空本地日志记录?', '确定')
  expect(await screen.findByText('清空成功!')).toBeVisible()
  expect(loggedErrors()).toEqual([])
})
