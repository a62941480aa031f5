import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { setFunnelEffects } from '@/lib/client/funnel'
import LockDialog from './lock-dialog'

const user = userEvent.setup()

function open(lock: jest.Mock<Promise<void>> = jest.fn(async () => {})) {
  const onClose = jest.fn()
  render(
    <TestPage>
      <LockDialog onClose={onClose} lock={lock} />
    </TestPage>,
  )
  return { lock, onClose }
}
const ok = () => screen.getByRole('button', { name: '确定' })
const field = () => screen.getByPlaceholderText('请输入锁屏密码')

test('the words are those of wording.md', () => {
  open()
  expect(screen.getByRole('dialog', { name: '设置锁屏密码' })).toBeInTheDocument()
  expect(screen.getByLabelText(/锁屏密码/, { selector: 'input' })).toBe(field())
  expect(field()).toHaveFocus()
  expect(field()).toHaveAttribute('type', 'password')
})

test('an empty password says so and locks nothing', async () => {
  const { lock } = open()
  await user.click(ok())
  expect(await screen.findByText('锁屏密码不能为空')).toBeInTheDocument()
  await waitFor(() => expect(field()).toHaveFocus())
  expect(lock).not.toHaveBeenCalled()
})

test('setting it locks at once, by Enter too, and a second click meanwhile is the same', async () => {
  const { lock } = open(jest.fn(() => new Promise(() => {})))
  await user.type(field(), ' 1{Enter}')
  await waitFor(() => expect(lock).toHaveBeenCalledWith(' 1'))
  await user.click(ok())
  await user.click(ok())
  expect(lock).toHaveBeenCalledTimes(1)
})

test('a lock that fails is told, and the dialog stays', async () => {
  const toast = jest.fn()
  setFunnelEffects({ translate: () => '请求超时', toast, signOut: jest.fn(), lock: jest.fn() })
  const { onClose } = open(jest.fn(() => Promise.reject(new ApiError(0))))
  await user.type(field(), '1234')
  await user.click(ok())
  await waitFor(() => expect(toast).toHaveBeenCalledWith('请求超时', undefined))
  expect(field()).toHaveValue('1234')
  expect(onClose).not.toHaveBeenCalled()
  setFunnelEffects(undefined)
})

test('取消 closes it', async () => {
  const { lock, onClose } = open()
  await user.type(field(), '1234')
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalled()
  expect(lock).not.toHaveBeenCalled()
})
