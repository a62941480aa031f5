import '@testing-library/jest-dom'
import { createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { call } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { MenuProvider } from './menu'
import { MenuSearch } from './menu-search'
import { leavesOf, type MenuNode } from './menu-tree'
import { SideMenu } from './side-menu'

const leaf = (id: number, label: string, path: string): MenuNode => ({
  id,
  label,
  path,
  icon: '',
  pinyin: '',
  children: [],
})
const group = (id: number, label: string, ...children: MenuNode[]): MenuNode => ({
  ...leaf(id, label, ''),
  children,
})
const nodes: MenuNode[] = [
  leaf(1, '首页', '/wel/index'),
  group(2, '进件管理', leaf(3, '进件列表', '/create/index')),
  group(4, '订单管理', { ...leaf(5, '订单查询', '/order/query'), pinyin: 'dingdanchaxun ddcx' }),
]
jest.mock('@/lib/client/call', () => ({ call: jest.fn() }))
const mockCall = jest.mocked(call)
const user = userEvent.setup()
const onOpen = jest.fn()
const onExpand = jest.fn()
beforeEach(() => {
  jest.clearAllMocks()
})

const menu = (path: string, narrow = false, entries = nodes, marks: MenuNode[] = []) => (
  <SideMenu nodes={entries} marks={marks} path={path} narrow={narrow} onOpen={onOpen} onExpand={onExpand} />
)

test('one branch is open at a time, the one of the page that is shown first', async () => {
  const { rerender } = render(menu('/create/index'), { wrapper: ZhCnMessages })
  expect(screen.getByRole('link', { name: '进件列表' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('button', { name: '订单管理' }))
  expect(screen.queryByRole('link', { name: '进件列表' })).toBeNull()
  await user.click(screen.getByRole('link', { name: '订单查询' }))
  expect(onOpen).toHaveBeenCalledWith(nodes[2]?.children[0])
  rerender(menu('/wel/index'))
  expect(screen.getByRole('button', { name: '订单管理' })).toHaveAttribute('aria-expanded', 'true')
  rerender(menu('/create/index'))
  expect(screen.getByRole('button', { name: '进件管理' })).toHaveAttribute('aria-expanded', 'true')
})

test('the branch of the page opens when it comes to stand in another one, as below its top entry', async () => {
  const { rerender } = render(menu('/create/index'), { wrapper: ZhCnMessages })
  rerender(menu('/create/index', false, [group(9, '业务办理', ...nodes)]))
  expect(screen.getByRole('link', { name: '进件列表' })).toHaveAttribute('aria-current', 'page')
  rerender(menu('/create/index'))
  expect(screen.getByRole('link', { name: '进件列表' })).toHaveAttribute('aria-current', 'page')
})

test('a record opens the branch of its list, though it has no entry of its own', () => {
  render(menu('/create/details'), { wrapper: ZhCnMessages })
  expect(screen.getByRole('button', { name: '进件管理' })).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('link', { name: '进件列表' })).not.toHaveAttribute('aria-current')
})

test('a narrow menu keeps its names for those who do not see icons, and widens to show a branch', async () => {
  render(menu('/wel/index', true), { wrapper: ZhCnMessages })
  expect(screen.getByRole('link', { name: '首页' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '进件管理' }))
  expect(onExpand).toHaveBeenCalled()
})

test('without entries it says so', () => {
  render(menu('/', false, []), { wrapper: ZhCnMessages })
  expect(screen.getByText('没有发现菜单')).toBeInTheDocument()
})

test('search lists all while empty, goes by prefix, and clears itself when an entry is chosen', async () => {
  render(<MenuSearch leaves={leavesOf(nodes)} onChoose={onOpen} />, { wrapper: ZhCnMessages })
  const box = screen.getByRole('combobox', { name: '搜索菜单' })
  await user.click(box)
  const list = within(screen.getByRole('listbox'))
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '首页/wel/index',
    '进件列表/create/index',
    '订单查询/order/query',
  ])
  await user.type(box, '订')
  expect(list.getAllByRole('option')).toHaveLength(1)
  fireEvent(box, createEvent.keyDown(box, { key: 'Enter', isComposing: true }))
  expect(onOpen).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledWith(nodes[2]?.children[0])
  expect(box).toHaveValue('')
  expect(box).toHaveAttribute('aria-expanded', 'false')
})

test('the arrows walk through what is found, Escape leaves it', async () => {
  render(<MenuSearch leaves={leavesOf(nodes)} onChoose={onOpen} />, { wrapper: ZhCnMessages })
  const box = screen.getByRole('combobox')
  await user.click(box)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('订单查询')
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('首页')
  await user.keyboard('{Escape}')
  expect(box).toHaveAttribute('aria-expanded', 'false')
})

test('deeper groups open within their own level, one at a time', async () => {
  const deep = [
    group(
      1,
      '贷后',
      group(2, '催收', leaf(3, '逾期', '/a'), leaf(4, '催记', '/b')),
      group(5, '回访', leaf(6, '电核', '/c')),
    ),
  ]
  render(menu('/b', false, deep), { wrapper: ZhCnMessages })
  expect(screen.getByRole('link', { name: '催记' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('button', { name: '回访' }))
  expect(screen.getByRole('link', { name: '电核' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: '逾期' })).toBeNull()
})

test('a group of marks that led to a page stays open; another page opens its own group', async () => {
  const marks = [group(-1, '收藏', leaf(5, '订单查询', '/order/query'))]
  const { rerender } = render(menu('/wel/index', false, nodes, marks), { wrapper: ZhCnMessages })
  await user.click(screen.getByRole('button', { name: '收藏' }))
  rerender(menu('/order/query', false, nodes, marks))
  expect(screen.getByRole('button', { name: '收藏' })).toHaveAttribute('aria-expanded', 'true')
  rerender(menu('/create/index', false, nodes, marks))
  expect(screen.getByRole('button', { name: '进件管理' })).toHaveAttribute('aria-expanded', 'true')
})

test('the page that is shown is marked once, in its own place when that is in sight', async () => {
  const marks = [group(-2, '最近使用', leaf(1, '首页', '/wel/index'), leaf(3, '进件列表', '/create/index'))]
  const current = () => screen.getAllByRole('link', { current: 'page' })
  const { rerender } = render(menu('/wel/index', false, nodes, marks), { wrapper: ZhCnMessages })
  await user.click(screen.getByRole('button', { name: '最近使用' }))
  expect(screen.getAllByRole('link', { name: '首页' })).toHaveLength(2)
  expect(current()).toHaveLength(1)
  rerender(menu('/create/index', false, nodes, marks))
  expect(current()).toEqual([screen.getByRole('link', { name: '进件列表' })])
})

test('a star is kept for the user, and taken back when it could not be', async () => {
  const entry = { id: 1, name: '首页', url: '/wel/index', icon: '', remark: '', meta: {}, subMenus: [] }
  const session = {
    user: { id: 1, name: '王', account: 'w' },
    roles: [],
    permissions: [],
    demo: false,
  }
  mockCall.mockResolvedValueOnce({}).mockRejectedValueOnce(new Error('no answer'))
  render(
    <ZhCnMessages>
      <SessionProvider session={session}>
        <MenuProvider menus={[entry]} icons={{}} favourites={[9]}>
          {menu('/wel/index')}
        </MenuProvider>
      </SessionProvider>
    </ZhCnMessages>,
  )
  await user.click(screen.getByRole('button', { name: '收藏 首页' }))
  expect(mockCall).toHaveBeenLastCalledWith(expect.anything(), { favourites: [1, 9] })
  expect(screen.getByRole('button', { name: '取消收藏 首页' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: '取消收藏 首页' }))
  expect(mockCall).toHaveBeenLastCalledWith(expect.anything(), { favourites: [9] })
  expect(await screen.findByRole('button', { name: '取消收藏 首页' })).toBeInTheDocument()
})

test('search takes pinyin and initials too', async () => {
  render(<MenuSearch leaves={leavesOf(nodes)} onChoose={onOpen} />, { wrapper: ZhCnMessages })
  const box = screen.getByRole('combobox')
  for (const text of ['dingdan', 'DDC', "ding'dan"]) {
    await user.clear(box)
    await user.type(box, text)
    expect(screen.getByRole('option')).toHaveTextContent('订单查询')
  }
})

test('of a thousand entries only the rows in sight are in the document, whichever is chosen by key', async () => {
  const many = Array.from({ length: 1000 }, (_, at) => leaf(at + 1, `菜单${at}`, `/m/${at}`))
  render(<MenuSearch leaves={many} onChoose={onOpen} />, { wrapper: ZhCnMessages })
  await user.click(screen.getByRole('combobox'))
  expect(screen.getAllByRole('option').length).toBeLessThan(40)
  await user.keyboard('{ArrowUp}')
  const last = screen.getByRole('option', { selected: true })
  expect(last).toHaveTextContent('菜单999')
  expect(last).toHaveAttribute('aria-posinset', '1000')
  expect(last).toHaveAttribute('aria-setsize', '1000')
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-activedescendant', last.id)
})
