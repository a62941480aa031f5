import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { Rereading, writing } from '@/lib/client/rereading.fixture'
import { SessionProvider } from '@/lib/client/session'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { system } from '@/lib/domains/system/contract'
import { messages } from '@/lib/platform/messages/contract'
import { MessageCentreScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const toasts: string[] = []
/** Inputs of the list's own calls, in order. */
const inputs: Record<string, unknown>[] = []
let rows: { id: number; readAt: string | null }[]

const row = (id: number) => ({
  id,
  kind: 'notice',
  title: `预审退回：BLQ${id}`,
  body: '证件不清',
  createdAt: '2025-08-01T01:00:00Z',
  exa_status: null,
  client_name: null,
  mobile: null,
  totalmsg: null,
  document_id: null,
  next_time: null,
  readAt: null as string | null,
  opens: 'intakeDetails',
  orderId: id,
})

beforeEach(() => {
  toasts.length = 0
  inputs.length = 0
  rows = [row(1), row(2), row(3)]
  connectToasts(({ message }) => toasts.push(message))
  jest.mocked(request).mockImplementation(async (endpoint, input) => {
    if (endpoint === system.getPreference) return { value: null }
    if (endpoint === messages.unread) return { notice: rows.length, remind: 0, official: 0 }
    inputs.push(input as Record<string, unknown>)
    return { data: rows, total: rows.length, pageNo: 1, allPage: 1, nextCursor: null }
  })
  const write = writing((endpoint, { ids }: { ids?: number[] }) => {
    if (endpoint === messages.remove) rows = rows.filter(({ id }) => !ids?.includes(id))
    else
      rows = rows.map((one) =>
        !ids || ids.includes(one.id) ? { ...one, readAt: '2025-08-01T02:00:00Z' } : one,
      )
    return { notice: 0, remind: 0, official: 0 }
  })
  jest.mocked(call).mockImplementation(write)
})
afterEach(() => {
  connectToasts(undefined)
  jest.clearAllMocks()
})

async function open(query = '') {
  const session = {
    user: { id: 7, name: '李四', account: 'entry_clerk' },
    roles: ['entry_clerk'],
    permissions: permissionsOf(['entry_clerk']),
    demo: false,
  }
  render(
    <TestPage tab={{ query, dirty: false }}>
      <ConfirmProvider>
        <SessionProvider session={session}>
          <Rereading>
            <MessageCentreScreen />
          </Rereading>
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
  await screen.findByRole('checkbox', { name: '选择 预审退回：BLQ1' })
}
const box = (id: number) => screen.getByRole('checkbox', { name: `选择 预审退回：BLQ${id}` })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('asks for pages of ten of the tab chosen, with its unread count at its name', async () => {
  await open()
  expect(inputs[0]).toEqual({ start: 0, length: 10, kind: 'notice' })
  expect(await screen.findByRole('button', { name: '通知 3' })).toHaveAttribute('aria-pressed', 'true')
  await press('提醒')
  await waitFor(() => expect(inputs.at(-1)).toEqual({ start: 0, length: 10, kind: 'remind' }))
})

test('verbs want something chosen', async () => {
  await open()
  for (const name of ['标记已读', '删除']) {
    await press(name)
    expect(await screen.findByRole('dialog', { name: '请选择至少一条数据' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  }
  expect(call).not.toHaveBeenCalled()
})

test('marks what is chosen, and all', async () => {
  await open()
  await userEvent.click(box(2))
  expect(screen.getByRole('checkbox', { name: '选择本页' })).toBePartiallyChecked()
  expect(screen.getByText('已选 1 条')).toBeVisible()
  await press('标记已读')
  await waitFor(() => expect(toasts).toEqual(['操作成功']))
  expect(call).toHaveBeenCalledWith(messages.markRead, { ids: [2] })
  await waitFor(() => expect(screen.getAllByText('未读', { selector: 'span' })).toHaveLength(2))
  expect(box(2)).not.toBeChecked()
  await press('全部已读')
  await waitFor(() => expect(toasts).toHaveLength(2))
  expect(call).toHaveBeenLastCalledWith(messages.markAllRead, {})
})

test('deletes after a question, and keeps nothing chosen', async () => {
  await open()
  await userEvent.click(screen.getByRole('checkbox', { name: '选择本页' }))
  await userEvent.click(box(3))
  await press('删除')
  let dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('确定删除选中的 2 条消息吗?')
  await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
  expect(call).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await press('删除')
  dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith(messages.remove, { ids: [1, 2] }))
  await waitFor(() => expect(screen.queryByText('预审退回：BLQ1')).not.toBeInTheDocument())
  expect(screen.getByRole('checkbox', { name: '选择本页' })).not.toBeChecked()
  expect(toasts).toEqual(['操作成功'])
})

test('says what would be here, and why nothing is', async () => {
  await open()
  rows = []
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '状态' }), 'unread')
  expect(await screen.findByText('没有符合条件的数据')).toBeVisible()
  expect(inputs.at(-1)).toMatchObject({ read: 'unread' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '状态' }), '')
  expect(await screen.findByText('没有消息')).toBeVisible()
})
