import '@testing-library/jest-dom'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { home } from '@/lib/domains/home/contract'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import CommandPalette from './command-palette'
import { MenuProvider } from './menu'
import { Overlays } from './overlays'
import { WorkspaceProvider } from './workspace'

jest.mock('@/lib/client/call')
const mockPush = jest.fn()
const mockRouter = { push: mockPush }
jest.mock('next/navigation', () => ({
  usePathname: () => '/wel/index',
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => mockRouter,
}))

const answer = jest.mocked(request)
const user = userEvent.setup()
const onClose = jest.fn()
beforeEach(() => {
  jest.resetAllMocks()
  answer.mockImplementation(async (endpoint) => (endpoint === home.find ? found : {}) as never)
})

const found = {
  customers: [{ id: 7, name: '李白', idNo: '110000********1235', mobile: '120****0123', orderId: 31 }],
  orders: [{ id: 31, orderNo: 'K2508010001', customerName: '李白', productName: '标准贷', status: 'draft' }],
  total: 9,
  more: false,
}
const entry = (id: number, name: string, url: string, pinyin: string) => ({
  id,
  name,
  url,
  icon: '',
  remark: '',
  pinyin,
  meta: {},
  subMenus: [],
})
const entries = [
  entry(1, '首页', '/wel/index', 'shouye sy'),
  entry(2, '进件列表', '/create/index', 'jinjianliebiao jjlb'),
  entry(3, '订单查询', '/order/query', 'dingdanchaxun ddcx'),
]

function show(
  page: ReactNode,
  { permissions = ['order:view'], recent = [] as number[], menus = entries } = {},
) {
  const session = { user: { id: 1, name: '王', account: 'w' }, roles: [], permissions, demo: false }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ZhCnMessages>
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <SessionProvider session={session}>
            <MenuProvider menus={menus} icons={{}} favourites={[]}>
              <WorkspaceProvider kept={{ tabs: [], recent }}>{page}</WorkspaceProvider>
            </MenuProvider>
          </SessionProvider>
        </ConfirmProvider>
      </QueryClientProvider>
    </ZhCnMessages>,
  )
}

function open(context: Parameters<typeof show>[1] = {}) {
  show(<CommandPalette onClose={onClose} />, context)
  return screen.getByRole('combobox')
}
const labels = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((option) => option.querySelector('span')?.textContent)
/** Longer than the palette waits for the next letter. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))
const calls = () => answer.mock.calls.filter(([endpoint]) => endpoint === home.find)

test('it begins with the pages, those used last first, and asks nothing', async () => {
  const field = open({ recent: [1, 3] })
  expect(field).toHaveFocus()
  expect(labels('页面')).toEqual(['首页', '订单查询', '进件列表'])
  await user.type(field, '李')
  await pause()
  expect(calls()).toEqual([])
})

test('initials find a page; Enter goes there, Enter of a candidate does not', async () => {
  const field = open()
  await user.type(field, 'jjlb')
  expect(labels('页面')).toEqual(['进件列表'])
  fireEvent(field, createEvent.keyDown(field, { key: 'Enter', isComposing: true }))
  expect(mockPush).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalled()
  expect(mockPush).toHaveBeenCalledWith('/create/index')
})

test('two characters find customers and orders by one call after the pause; the arrows go over all groups', async () => {
  const field = open()
  await user.type(field, '李白')
  await screen.findByRole('group', { name: '客户' })
  expect(calls()).toHaveLength(1)
  expect(calls()[0]?.[1]).toEqual({ q: '李白' })
  expect(labels('订单')).toEqual(['K2508010001 李白', '在订单查询中查看全部 9 条'])
  const selected = () => screen.getByRole('option', { selected: true })
  expect(selected()).toHaveTextContent('120****0123')
  expect(field).toHaveAttribute('aria-activedescendant', selected().id)
  await user.keyboard('{ArrowDown}')
  expect(selected()).toHaveTextContent('草稿')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(selected()).toHaveTextContent('查看全部')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(mockPush).toHaveBeenCalledWith(expect.stringMatching(/^\/record\/details\?orderId=31&/))
})

test.each([
  ['the orders of the name', entries, `/order/query?q=${encodeURIComponent('李白')}`],
  ['the newest order where the menu has no order query', [], '/record/details?orderId=31'],
])('a customer leads to %s', async (_, menus, address) => {
  await user.type(open({ menus }), '李白')
  await user.click(await screen.findByRole('option', { name: /120\*\*\*\*0123/ }))
  expect(mockPush).toHaveBeenCalledWith(expect.stringContaining(address))
})

test('who may see no orders is not asked about them, and is told what can be typed', async () => {
  await user.type(open({ permissions: [] }), '李白')
  expect(await screen.findByText('没有找到“李白”')).toBeInTheDocument()
  await pause()
  expect(calls()).toEqual([])
})

test('another text takes the call of the one before back; a failure says so', async () => {
  answer.mockImplementation(() => new Promise(() => {}))
  const field = open()
  await user.type(field, '李白')
  await waitFor(() => expect(calls()).toHaveLength(1))
  expect(calls()[0]?.[2]?.signal?.aborted).toBe(false)
  answer.mockRejectedValue(new Error('no answer'))
  await user.type(field, '杨')
  await waitFor(() => expect(calls()).toHaveLength(2))
  expect(calls()[0]?.[2]?.signal?.aborted).toBe(true)
  expect(await screen.findByText('查找客户与订单失败，可继续输入重试')).toBeInTheDocument()
})

test('what is typed while the palette comes is in its field, and the focus goes back where it was', async () => {
  show(
    <>
      <button type="button">页面</button>
      <Overlays />
    </>,
  )
  const before = screen.getByRole('button', { name: '页面' })
  before.focus()
  fireEvent.keyDown(before, { key: 'k', code: 'KeyK', ctrlKey: true })
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  fireEvent.change(document.activeElement as HTMLInputElement, { target: { value: 'jjlb' } })
  const field = await screen.findByRole('combobox')
  expect(field).toHaveValue('jjlb')
  expect(field).toHaveFocus()
  expect(labels('页面')).toEqual(['进件列表'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(before).toHaveFocus())
})
