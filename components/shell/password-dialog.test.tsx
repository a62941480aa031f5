import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { hashPassword } from '@/lib/client/hash-password'
import { SessionProvider } from '@/lib/client/session'
import { identity } from '@/lib/domains/identity/contract'
import PasswordDialog from './password-dialog'
import { signOut } from './use-logout'

jest.mock('@/lib/client/call')
jest.mock('./use-logout')

const user = userEvent.setup()
const toasts = jest.fn()
const answer = jest.mocked(call)
beforeEach(() => {
  connectToasts(toasts)
  jest
    .mocked(request)
    .mockResolvedValue({ id: 7, name: '陈静', account: 'chenjing01', mobile: '', hasPayPassword: true })
})
afterEach(() => {
  jest.resetAllMocks()
  connectToasts(undefined)
})

function open() {
  const onClose = jest.fn()
  render(
    <TestPage>
      <ConfirmProvider>
        <SessionProvider
          session={{
            user: { id: 7, name: '陈静', account: 'chenjing01' },
            roles: [],
            permissions: [],
            demo: false,
          }}
        >
          <PasswordDialog tenant="blq" onClose={onClose} />
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
  return onClose
}
const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })
const type = async (label: string, text: string) => {
  await user.type(field(label), text)
  await user.tab()
}
const ok = () => user.click(screen.getByRole('button', { name: '确定' }))
async function fill() {
  await type('原密码', 'before-1')
  await type('新密码', 'secret-1')
  await type('确认密码', 'secret-1')
}

test('the words are those of wording.md; the account is read, passwords are hidden', () => {
  open()
  expect(screen.getByRole('dialog', { name: '修改密码' })).toBeInTheDocument()
  expect(field('用户名')).toHaveValue('chenjing01')
  expect(field('用户名')).toHaveAttribute('readonly')
  for (const label of ['原密码', '新密码', '确认密码', '原支付密码', '支付密码', '确认支付密码']) {
    expect(field(label)).toHaveAttribute('type', 'password')
  }
})

test('the rules show at their fields, and go when another field mends them', async () => {
  open()
  await type('新密码', 'secret-1')
  expect(await screen.findByText('请先输入原密码')).toBeInTheDocument()
  await type('原密码', 'secret-1')
  expect(await screen.findByText('不能与原密码相同!')).toBeInTheDocument()
  expect(screen.queryByText('请先输入原密码')).toBeNull()
  await type('确认密码', 'secret-2')
  expect(await screen.findByText('两次输入密码不一致!')).toBeInTheDocument()
  await type('支付密码', 'pay-word-1')
  await type('确认支付密码', 'pay-word-2')
  expect(await screen.findByText('两次输入支付密码不一致!')).toBeInTheDocument()
  await ok()
  expect(answer).not.toHaveBeenCalled()
})

test('on submit at least one password is asked for, then both pay passwords', async () => {
  open()
  await ok()
  expect(await screen.findByText('请至少输入一个密码')).toBeInTheDocument()
  await waitFor(() => expect(field('原密码')).toHaveFocus())
  await type('原支付密码', 'pay-word-0')
  await waitFor(() => expect(screen.queryByText('请至少输入一个密码')).toBeNull())
  await ok()
  expect(await screen.findByText('请输入支付密码和确认支付密码')).toBeInTheDocument()
  expect(answer).not.toHaveBeenCalled()
})

test('who has no pay password yet is asked for the login password instead', async () => {
  jest.mocked(request).mockResolvedValue({ hasPayPassword: false })
  open()
  expect(await screen.findByText('首次设置支付密码，需用登录密码确认')).toBeInTheDocument()
  expect(field('登录密码')).toHaveAttribute('name', 'paypassword')
})

test('code 1: hashes are sent, the question follows, and yes signs out', async () => {
  answer.mockResolvedValue({ code: '1', msg: '' })
  const onClose = open()
  await fill()
  await ok()
  expect(await screen.findByText('密码修改成功，是否尝试重新登录?')).toBeInTheDocument()
  expect(answer).toHaveBeenCalledWith(identity.updatePassword, {
    id: 7,
    account: 'chenjing01',
    password: hashPassword('before-1'),
    new_password: hashPassword('secret-1'),
    confirm_password: hashPassword('secret-1'),
    paypassword: '',
    new_paypassword: '',
    confirm_paypassword: '',
  })
  expect(onClose).toHaveBeenCalled()
  await user.click(screen.getAllByRole('button', { name: '确定' }).at(-1) ?? document.body)
  await waitFor(() => expect(signOut).toHaveBeenCalledWith('blq'))
})

test('code 2 is told and closes; another code is told and leaves what was typed', async () => {
  const onClose = open()
  await fill()
  answer.mockResolvedValue({ code: '3', msg: '原密码错误' })
  await ok()
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.objectContaining({ message: '原密码错误' })))
  expect(onClose).not.toHaveBeenCalled()
  expect(field('新密码')).toHaveValue('secret-1')
  answer.mockResolvedValue({ code: '2', msg: '请稍后再试' })
  await ok()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(toasts).toHaveBeenLastCalledWith({ tone: 'error', message: '请稍后再试', incidentId: undefined })
  expect(signOut).not.toHaveBeenCalled()
})
