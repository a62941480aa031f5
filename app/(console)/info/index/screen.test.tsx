import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { Rereading, writing } from '@/lib/client/rereading.fixture'
import { SessionProvider } from '@/lib/client/session'
import { identity, type SessionRow } from '@/lib/domains/identity/contract'
import { PersonalInfoScreen } from './screen'

jest.mock('@/lib/client/call')

const me = { id: 7, name: '陈静', account: 'chenjing01' }
const info = { ...me, mobile: '12000000017', signature: '', hasPayPassword: false }
const session = (id: number, device: string, own = false): SessionRow => ({
  id,
  device,
  ip: '192.0.2.1',
  createdAt: '2025-08-01T01:00:00Z',
  activeAt: '2025-08-01T02:00:00Z',
  locked: false,
  own,
})
let sessions: SessionRow[]
const user = userEvent.setup()
const toasts = jest.fn()
const save = jest.mocked(call)
beforeEach(() => {
  connectToasts(toasts)
  sessions = [session(1, 'Chrome 140 · Windows', true), session(2, 'Safari 18 · iOS')]
  jest
    .mocked(request)
    .mockImplementation(async (endpoint) => (endpoint === identity.ownSessions ? sessions : info))
})
afterEach(() => {
  jest.resetAllMocks()
  connectToasts(undefined)
})

async function open() {
  const tab: TestTab = { query: '', dirty: false }
  render(
    <TestPage tab={tab}>
      <ConfirmProvider>
        <SessionProvider session={{ user: me, roles: [], permissions: [], demo: false }}>
          <Rereading>
            <PersonalInfoScreen tenant="blq" />
          </Rereading>
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
  await screen.findByLabelText('姓名')
  return tab
}
const mobile = () => screen.getByRole('textbox', { name: /手机号/ })
const change = () => user.click(screen.getByRole('button', { name: '修改' }))

test('name and account are read; mobile and signature are changed, and it says so', async () => {
  save.mockResolvedValue({})
  const tab = await open()
  expect(screen.getByLabelText('姓名')).toHaveAttribute('readonly')
  await user.clear(mobile())
  await user.type(mobile(), '+86 120-0000-0018')
  await user.tab()
  expect(mobile()).toHaveValue('12000000018')
  await user.type(screen.getByRole('textbox', { name: '个性签名' }), '今日事今日毕')
  expect(tab.dirty).toBe(true)
  await change()
  await waitFor(() => expect(toasts).toHaveBeenCalledWith({ tone: 'success', message: '修改信息成功!' }))
  expect(save).toHaveBeenCalledWith(identity.saveOwnInfo, {
    mobile: '12000000018',
    signature: '今日事今日毕',
  })
  await waitFor(() => expect(tab.dirty).toBe(false))
})

test('a wrong mobile is not sent; one of a colleague is told at the field', async () => {
  await open()
  await user.clear(mobile())
  await change()
  expect(await screen.findByText('手机号码不能为空')).toBeInTheDocument()
  expect(save).not.toHaveBeenCalled()
  const taken = '该手机号已被其他员工使用'
  save.mockRejectedValue(new ApiError(400, { message: '填写有误', fields: { mobile: taken } }))
  await user.type(mobile(), '12000000018')
  await change()
  expect(await screen.findByText(taken)).toBeInTheDocument()
})

test('the passwords are changed here too', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: '修改密码' }))
  expect(await screen.findByText('请至少输入一个密码')).toBeInTheDocument()
})

describe('登录设备', () => {
  const devices = async () => within(await screen.findByRole('region', { name: '登录设备' }))

  test('another device is ended after a question; this one has no button', async () => {
    save.mockImplementation(
      writing(() => {
        sessions = sessions.filter(({ own }) => own)
        return {}
      }),
    )
    await open()
    const list = await devices()
    expect(await list.findByRole('row', { name: /Chrome 140 · Windows ?本机/ })).toBeVisible()
    expect(list.getAllByRole('button')).toHaveLength(1)
    await user.click(list.getByRole('button', { name: '结束 Safari 18 · iOS' }))
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveTextContent('将结束“Safari 18 · iOS”的登录')
    expect(save).not.toHaveBeenCalled()
    await user.click(within(question).getByRole('button', { name: '结束' }))
    await waitFor(() => expect(save).toHaveBeenCalledWith(identity.endOwnSession, { id: 2 }))
    await waitFor(() => expect(list.queryByText('Safari 18 · iOS')).not.toBeInTheDocument())
    expect(toasts).toHaveBeenCalledWith({ tone: 'success', message: '已结束该设备的登录' })
  })

  test('a refusal leaves the list as it is', async () => {
    save.mockRejectedValue(new ApiError(500, { message: '服务器错误' }))
    await open()
    const list = await devices()
    await user.click(await list.findByRole('button', { name: '结束 Safari 18 · iOS' }))
    const question = await screen.findByRole('alertdialog')
    await user.click(within(question).getByRole('button', { name: '结束' }))
    await waitFor(() => expect(save).toHaveBeenCalled())
    expect(list.getByText('Safari 18 · iOS')).toBeVisible()
    expect(toasts).not.toHaveBeenCalled()
  })
})
