import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { Rereading, writing } from '@/lib/client/rereading.fixture'
import { SessionProvider } from '@/lib/client/session'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { type OnlineRow, oversight } from '@/lib/domains/oversight/contract'
import { system } from '@/lib/domains/system/contract'
import { OnlineUsersScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const toasts: string[] = []
let rows: OnlineRow[]

const row = (id: number, name: string, own = false): OnlineRow => ({
  id,
  userId: id,
  name,
  account: `account${id}`,
  orgName: '青岛分公司',
  ip: '192.0.2.1',
  device: 'Chrome 140 · Windows',
  createdAt: '2025-08-01T01:00:00Z',
  activeAt: '2025-08-01T02:00:00Z',
  locked: id === 3,
  own,
})

beforeEach(() => {
  toasts.length = 0
  rows = [row(1, '甲', true), row(2, '乙'), row(3, '丙')]
  connectToasts(({ message }) => toasts.push(message))
  jest.mocked(request).mockImplementation(async (endpoint) => {
    if (endpoint === system.getPreference) return { value: null }
    return { data: rows, total: rows.length, pageNo: 1, allPage: 1, nextCursor: null }
  })
  const write = writing((_endpoint, { ids }: { ids: number[] }) => {
    rows = rows.filter(({ id }) => !ids.includes(id))
    return { ended: ids.length }
  })
  jest.mocked(call).mockImplementation(write)
})
afterEach(() => {
  connectToasts(undefined)
  jest.clearAllMocks()
})

async function open(permissions: Permission[] = ['sys:online:list', 'sys:online:end']) {
  render(
    <TestPage tab={{ query: '', dirty: false }}>
      <ConfirmProvider>
        <SessionProvider
          session={{
            user: { id: 1, name: '甲', account: 'admin' },
            roles: ['admin'],
            permissions,
            demo: false,
          }}
        >
          <Rereading>
            <OnlineUsersScreen />
          </Rereading>
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
  await screen.findByText('account1')
}
const box = (name: string) => screen.getByRole('checkbox', { name: `选择 ${name}` })

test('the own session is marked, and can neither be chosen nor ended', async () => {
  await open()
  expect(screen.getByText('本人')).toBeVisible()
  expect(box('甲')).toBeDisabled()
  const rowOf = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
  expect(rowOf('乙').getByRole('button', { name: '结束会话' })).not.toHaveAttribute('aria-disabled')
  expect(rowOf('甲').queryByRole('button', { name: '结束会话' })).toBeNull()
  await userEvent.click(rowOf('甲').getByRole('button', { name: '更多' }))
  const refused = await screen.findByRole('menuitem', { name: /^结束会话/ })
  expect(refused).toHaveAttribute('aria-disabled', 'true')
  expect(refused).toHaveTextContent('不能结束自己的会话，请使用退出系统')
  await userEvent.click(refused)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('several are ended at once, with a reason that is required', async () => {
  await open()
  await userEvent.click(box('乙'))
  await userEvent.click(box('丙'))
  expect(screen.getByText('已选 2 条')).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: '结束会话' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: '结束 2 个会话' })
  expect(dialog).toHaveTextContent('乙 account2、丙 account3')
  await userEvent.click(within(dialog).getByRole('button', { name: '结束会话' }))
  expect(await within(dialog).findByText('请填写原因')).toBeVisible()
  expect(call).not.toHaveBeenCalled()

  await userEvent.type(within(dialog).getByLabelText(/原因/), '系统维护')
  await userEvent.click(within(dialog).getByRole('button', { name: '结束会话' }))
  await waitFor(() => expect(toasts).toEqual(['已结束2个会话']))
  expect(call).toHaveBeenCalledWith(oversight.endSessions, {
    ids: [2, 3],
    reason: '系统维护',
  })
  await waitFor(() => expect(screen.queryByText('account2')).not.toBeInTheDocument())
  expect(screen.queryByText(/^已选/)).not.toBeInTheDocument()
})

test('who may only look has no buttons', async () => {
  await open(['sys:online:list'])
  expect(screen.queryByRole('button', { name: /^结束会话/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})
