import '@testing-library/jest-dom'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { emitLive } from '@/lib/client/live'
import { SessionProvider } from '@/lib/client/session'
import { home } from '@/lib/domains/home/contract'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { messages } from '@/lib/platform/messages/contract'
import { MessageBell } from './message-bell'
import { useLiveStream } from './use-live-stream'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/live-stream', () => ({ keepLive: jest.fn() }))
const mockRouter = { refresh: jest.fn() }
jest.mock('next/navigation', () => ({ useRouter: () => mockRouter }))

const row = (id: number) => ({
  id,
  title: `预审退回：BLQ${id}`,
  body: `客户${id}：证件不清`,
  exa_status: null,
  createdAt: '2025-08-01T01:00:00Z',
  readAt: id % 2 ? null : '2025-08-01T02:00:00Z',
  opens: 'intakeForm',
  orderId: id,
})
const announcement = { ...row(99), title: '系统维护', body: '今晚停机', opens: null, orderId: null }
const reminder = {
  id: 201,
  client_name: '李建国',
  document_id: 'L20250315000123',
  next_time: '2025-10-12T02:00:00Z',
  createdAt: '2025-08-01T01:00:00Z',
  readAt: null,
  opens: 'entryDetails',
  orderId: 5,
}

/** All notices of the service; the newest first. */
let notices: object[]
let failure: ApiError | undefined
beforeEach(() => {
  notices = Array.from({ length: 12 }, (_row, at) => row(at + 1))
  failure = undefined
  jest.mocked(call).mockResolvedValue({ notice: 4, remind: 1, official: 0 })
  jest.mocked(request).mockImplementation(async (endpoint, input) => {
    if (failure) throw failure
    if (endpoint === home.examine) return [{ exa_status: '2', counta: 3, countb: 1 }]
    if (endpoint === messages.reminders) return { data: [reminder], total: 1, pageNo: 1, allPage: 1 }
    if (endpoint === messages.official) return { data: [], total: 0, pageNo: 1, allPage: 0 }
    const { pageNo, pageSize } = input as { pageNo: number; pageSize: number }
    const data = notices.slice((pageNo - 1) * pageSize, pageNo * pageSize)
    return { data, total: notices.length, pageNo, allPage: Math.ceil(notices.length / pageSize) }
  })
})
afterEach(() => jest.clearAllMocks())

function Live({ children }: { children: ReactNode }) {
  useLiveStream()
  return children
}

function show(role = 'entry_clerk') {
  const session = {
    user: { id: 7, name: '李四', account: role },
    roles: [role],
    permissions: permissionsOf([role]),
    demo: false,
  }
  render(
    <TestPage>
      <SessionProvider session={session}>
        <Live>
          <MessageBell />
        </Live>
      </SessionProvider>
    </TestPage>,
  )
}
const tell = (notice: number, remind = 0, official = 0) =>
  act(() => emitLive('unread', { notice, remind, official }))
const bell = () => screen.getByRole('button', { name: /^消息/ })
async function open() {
  await userEvent.click(bell())
  return screen.findByRole('dialog', { name: '消息' })
}

test('the bell counts what the stream tells, and asks nobody', async () => {
  show()
  expect(bell()).toHaveAccessibleName('消息')
  tell(5, 1)
  await waitFor(() => expect(bell()).toHaveAccessibleName('消息，6 条未读'))
  expect(bell()).toHaveTextContent('6')
  tell(100, 1)
  await waitFor(() => expect(bell()).toHaveTextContent('99+'))
  expect(bell()).toHaveAccessibleName('消息，99+ 条未读')
  tell(0)
  await waitFor(() => expect(bell()).toHaveAccessibleName('消息'))
  expect(request).not.toHaveBeenCalled()
})

test('更多 loads the next page until 已经到底了; pages are of ten', async () => {
  show()
  tell(6)
  const panel = await open()
  await within(panel).findByText('预审退回：BLQ1')
  expect(within(panel).getAllByRole('link', { name: /预审退回/ })).toHaveLength(10)
  expect(within(panel).queryByText('已经到底了')).not.toBeInTheDocument()
  // A new notice moves one onto both pages: it shows once.
  notices.unshift(row(77))
  await userEvent.click(within(panel).getByRole('button', { name: '更多' }))
  await within(panel).findByText('已经到底了')
  const shown = within(panel).getAllByRole('link', { name: /预审退回/ })
  expect(shown).toHaveLength(12)
  expect(within(panel).queryByRole('button', { name: '更多' })).not.toBeInTheDocument()
  expect(
    jest
      .mocked(request)
      .mock.calls.filter(([endpoint]) => endpoint === messages.notices)
      .map(([, input]) => input),
  ).toEqual([
    { pageNo: 1, pageSize: 10 },
    { pageNo: 2, pageSize: 10 },
  ])
})

test('a click marks read and leads to the order; what is read is not marked again', async () => {
  show()
  tell(6)
  const panel = await open()
  const unread = await within(panel).findByRole('link', { name: /BLQ1客户|BLQ1 / })
  expect(within(unread).getByRole('img', { name: '未读' })).toBeVisible()
  expect(unread).toHaveAttribute('href', '/create/shenfen?orderId=1&src=%2Forder%2F1')
  unread.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(unread)
  await waitFor(() => expect(call).toHaveBeenCalledWith(messages.markRead, { ids: [1] }))
  await waitFor(() => expect(bell()).toHaveAccessibleName('消息，5 条未读'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()

  const again = await open()
  const read = await within(again).findByRole('link', { name: /BLQ2/ })
  read.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(read)
  expect(call).toHaveBeenCalledTimes(1)
})

test('who may not fill in a form is led to the order instead', async () => {
  show('report_viewer')
  const panel = await open()
  const [first] = await within(panel).findAllByRole('link', { name: /预审退回/ })
  expect(first?.getAttribute('href')).toMatch(/^\/create\/details\?orderId=1&/)
})

test('a notice without an order opens in place', async () => {
  notices = [announcement]
  show()
  const panel = await open()
  const item = await within(panel).findByRole('button', { name: /系统维护/ })
  expect(item).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(item)
  expect(item).toHaveAttribute('aria-expanded', 'true')
  expect(call).toHaveBeenCalledWith(messages.markRead, { ids: [99] })
})

test('three tabs by mouse and by arrow keys; it opens at the first with something unread', async () => {
  show()
  tell(0, 2)
  const panel = await open()
  expect(within(panel).getByRole('tab', { name: '提醒，2 条未读' })).toHaveAttribute('aria-selected', 'true')
  expect(await within(panel).findByText('李建国 · L20250315000123')).toBeVisible()
  expect(within(panel).getByText('下次提醒时间 2025-10-12 10:00')).toBeVisible()
  await userEvent.click(within(panel).getByRole('tab', { name: '公众号消息' }))
  expect(await within(panel).findByText('没有公众号消息')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  expect(within(panel).getByRole('tab', { name: '通知' })).toHaveFocus()
  expect(within(panel).getByRole('tab', { name: '通知' })).toHaveAttribute('aria-selected', 'true')
  // Everything that waits in the pools stands above the notices (exa_status, counta, countb).
  const pool = await within(panel).findByRole('link', { name: /预审任务/ })
  expect(pool).toHaveTextContent('待领取 3')
  expect(pool).toHaveTextContent('已领取 1')
  expect(within(panel).getByRole('link', { name: '查看全部' })).toHaveAttribute('href', '/info/message')
})

test('an open panel shows what comes, and says when it cannot', async () => {
  notices = []
  show()
  const panel = await open()
  expect(await within(panel).findByText('没有通知')).toBeVisible()
  notices = [row(1)]
  act(() => emitLive('messages', {}))
  expect(await within(panel).findByText('预审退回：BLQ1')).toBeVisible()
  failure = new ApiError(500, { message: '服务器错误', id: 'abc' })
  await userEvent.click(within(panel).getByRole('tab', { name: '提醒' }))
  expect(await within(panel).findByRole('alert')).toHaveTextContent('服务器错误')
  failure = undefined
  await userEvent.click(within(panel).getByRole('button', { name: '重试' }))
  expect(await within(panel).findByText('李建国 · L20250315000123')).toBeVisible()
})

test.each(['brand', 'access'] as const)('draws the frame again when the service tells of %s', (news) => {
  show()
  act(() => emitLive(news, {}))
  expect(mockRouter.refresh).toHaveBeenCalledTimes(1)
})
