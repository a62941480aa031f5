import '@testing-library/jest-dom'
import { createEvent, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { MenuSearch } from './menu-search'
import type { MenuNode } from './menu-tree'
import { SideMenu } from './side-menu'

const leaf = (id: number, label: string, path: string): MenuNode => ({
  id,
  label,
  path,
  icon: '',
  children: [],
})
const nodes: MenuNode[] = [
  leaf(1, '首页', '/wel/index'),
  { id: 2, label: '进件管理', path: '/create', icon: '', children: [leaf(3, '进件列表', '/create/index')] },
  { id: 4, label: '订单管理', path: '/order', icon: '', children: [leaf(5, '订单查询', '/order/query')] },
]
const user = userEvent.setup()
const onOpen = jest.fn()
const onExpand = jest.fn()
beforeEach(() => {
  jest.clearAllMocks()
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = jest.fn()
})

const menu = (path: string, narrow = false) => (
  <SideMenu nodes={nodes} path={path} narrow={narrow} onOpen={onOpen} onExpand={onExpand} />
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

test('a narrow menu keeps its names for those who do not see icons, and widens to show a branch', async () => {
  render(menu('/wel/index', true), { wrapper: ZhCnMessages })
  expect(screen.getByRole('link', { name: '首页' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '进件管理' }))
  expect(onExpand).toHaveBeenCalled()
})

test('without entries it says so', () => {
  render(<SideMenu nodes={[]} path="/" narrow={false} onOpen={onOpen} onExpand={onExpand} />, {
    wrapper: ZhCnMessages,
  })
  expect(screen.getByText('没有发现菜单')).toBeInTheDocument()
})

test('search lists all while empty, goes by prefix, and clears itself when an entry is chosen', async () => {
  render(<MenuSearch nodes={nodes} onChoose={onOpen} />, { wrapper: ZhCnMessages })
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
  render(<MenuSearch nodes={nodes} onChoose={onOpen} />, { wrapper: ZhCnMessages })
  const box = screen.getByRole('combobox')
  await user.click(box)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('订单查询')
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('首页')
  await user.keyboard('{Escape}')
  expect(box).toHaveAttribute('aria-expanded', 'false')
})
