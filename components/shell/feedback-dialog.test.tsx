import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { system } from '@/lib/domains/system/contract'
import FeedbackDialog from './feedback-dialog'

jest.mock('@/lib/client/call')

const user = userEvent.setup()
const toasts = jest.fn()
const answer = jest.mocked(call)
beforeEach(() => connectToasts(toasts))
afterEach(() => {
  jest.resetAllMocks()
  connectToasts(undefined)
})

function open() {
  const onClose = jest.fn()
  render(
    <TestPage>
      <ConfirmProvider>
        <FeedbackDialog onClose={onClose} />
      </ConfirmProvider>
    </TestPage>,
  )
  return onClose
}
const submit = () => user.click(screen.getByRole('button', { name: '提交' }))
const question = () => screen.findByText('确认发送吗?')
async function fill() {
  await user.click(screen.getByRole('radio', { name: '服务问题' }))
  await user.type(screen.getByRole('textbox', { name: /内容/ }), '打印很慢')
}

test('type and content are required, and nothing is asked before', async () => {
  open()
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['01', '03', '04'])
  await submit()
  expect(await screen.findByText('请选择类型')).toBeInTheDocument()
  expect(screen.getByText('请输入内容')).toBeInTheDocument()
  expect(screen.queryByText('确认发送吗?')).toBeNull()
})

test('it is sent after the question, says so and closes; 取消 sends nothing', async () => {
  answer.mockResolvedValue({ code: '1', msg: '' })
  const onClose = open()
  await fill()
  await submit()
  await question()
  await user.click(screen.getAllByRole('button', { name: '取消' }).at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByText('确认发送吗?')).toBeNull())
  expect(answer).not.toHaveBeenCalled()

  await submit()
  await question()
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(answer).toHaveBeenCalledWith(system.sendFeedback, {
    plain_type: '03',
    content: '打印很慢',
    page: '/',
  })
  expect(toasts).toHaveBeenCalledWith({ tone: 'success', message: '发送成功，请确认!' })
})

test('any other code shows its msg as an error and keeps what was written', async () => {
  answer.mockResolvedValue({ code: '2', msg: '请稍后再试' })
  const onClose = open()
  await fill()
  await submit()
  await question()
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() =>
    expect(toasts).toHaveBeenCalledWith(expect.objectContaining({ tone: 'error', message: '请稍后再试' })),
  )
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole('textbox', { name: /内容/ })).toHaveValue('打印很慢')
})
