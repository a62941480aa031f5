import '@testing-library/jest-dom'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { configuration, type MenuEntry } from '@/lib/domains/configuration/contract'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { MenuAdministrationScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const entry = (
  id: number,
  parentId: number | null,
  name: string,
  more: Partial<MenuEntry> = {},
): MenuEntry => ({
  id,
  parentId,
  name,
  url: `/m${id}`,
  icon: 'list',
  remark: 'order/query',
  roles: [],
  keepAlive: true,
  external: false,
  enabled: true,
  rowVersion: 4,
  ...more,
})
let entries: MenuEntry[]
const roles = [
  { code: 'admin', name: '系统管理员' },
  { code: 'cashier', name: '出纳' },
]
const toasts: string[] = []
let tab: TestTab

beforeEach(() => {
  entries = [
    entry(1, null, '业务'),
    entry(2, 1, '订单'),
    entry(3, 1, '报表', { enabled: false }),
    entry(4, null, '系统'),
  ]
  toasts.length = 0
  tab = { query: '', dirty: false }
  connectToasts(({ message }) => toasts.push(message))
  jest.mocked(request).mockImplementation(async () => ({ entries, roles }))
  jest.mocked(call).mockImplementation(async () => ({ id: 2, rowVersion: 5 }))
})
afterEach(() => {
  connectToasts(undefined)
  jest.clearAllMocks()
})

const session = {
  user: { id: 1, name: '管理员', account: 'admin' },
  roles: ['admin'],
  permissions: permissionsOf(['admin']),
  demo: false,
}

async function open() {
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <MenuAdministrationScreen frameHosts={['help.example']} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByRole('treeitem', { name: /业务/ })
}
const item = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) })

test('arrow keys go through the tree, fold it, and Enter chooses', async () => {
  await open()
  act(() => item('业务').focus())
  await userEvent.keyboard('{ArrowDown}')
  expect(item('订单')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(item('订单')).toHaveAttribute('aria-selected', 'true')
  expect(field('名称')).toHaveValue('订单')
  act(() => item('订单').focus())
  await userEvent.keyboard('{ArrowLeft}')
  expect(item('业务')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(item('业务')).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('treeitem', { name: /订单/ })).toBeNull()
  await userEvent.keyboard('{ArrowRight}{End}')
  expect(item('系统')).toHaveFocus()
})

test('Alt with an arrow moves an entry; where it cannot go, nothing is asked', async () => {
  await open()
  act(() => item('订单').focus())
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(call).not.toHaveBeenCalled()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(toasts).toEqual(['已移动“订单”']))
  expect(call).toHaveBeenCalledWith(configuration.moveMenu, { id: 2, rowVersion: 4, parentId: 1, at: 1 })
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await waitFor(() => expect(toasts).toHaveLength(2))
  expect(call).toHaveBeenLastCalledWith(configuration.moveMenu, {
    id: 2,
    rowVersion: 4,
    parentId: undefined,
    at: 1,
  })
})

test('a change is saved with the version that was seen', async () => {
  await open()
  await userEvent.click(item('订单'))
  await userEvent.clear(field('名称'))
  await userEvent.type(field('名称'), '订单一览')
  expect(tab.dirty).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: '出纳' }))
  await userEvent.click(screen.getByRole('radio', { name: 'star' }))
  await press('保存')
  await waitFor(() => expect(toasts).toEqual(['保存成功']))
  expect(call).toHaveBeenCalledWith(
    configuration.saveMenu,
    expect.objectContaining({ id: 2, rowVersion: 4, name: '订单一览', roles: ['cashier'], icon: 'star' }),
  )
  await waitFor(() => expect(tab.dirty).toBe(false))
})

test.each([
  ['ftp://help.example', '外部地址须为完整的http或https网址，且不含用户名、密码与空格'],
  ['https://evil.example/', '外部地址的主机不在本公司允许范围内，打开后会被拒绝'],
  ['/m4', '已有菜单使用该地址'],
  ['/a/', '路径以/开头，只含字母、数字、-、_、.与/，结尾不带/'],
])('%s is no address', async (url, message) => {
  await open()
  await userEvent.click(item('订单'))
  await userEvent.clear(field('地址'))
  await userEvent.type(field('地址'), url)
  await press('保存')
  expect(await screen.findByText(message)).toBeVisible()
  expect(call).not.toHaveBeenCalled()
})

test('a new entry says where it will stand, and what its path lacks', async () => {
  await open()
  await userEvent.click(item('业务'))
  await press('新增下级')
  expect(screen.getByText('位于“业务”之下')).toBeVisible()
  await userEvent.type(field('名称'), '新的')
  await userEvent.type(field('地址'), '/no/page')
  expect(screen.getByText(/没有页面，也没有指定组件/)).toBeVisible()
  await press('保存')
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      configuration.saveMenu,
      expect.objectContaining({ name: '新的', url: '/no/page', parentId: 1 }),
    ),
  )
})

test('asks before what was typed is dropped', async () => {
  await open()
  await userEvent.click(item('订单'))
  await userEvent.type(field('名称'), 'x')
  await userEvent.click(item('系统'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent('“订单”的修改尚未保存，确定放弃吗?')
  await userEvent.click(within(dialog).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(field('名称')).toHaveValue('订单x')
})

test('buttons say why they are off; an entry with others below it is not deleted', async () => {
  await open()
  // Until somebody chooses, it is the first entry.
  expect(item('业务')).toHaveAttribute('aria-selected', 'true')
  expect(screen.getByRole('button', { name: '上移' })).toHaveAttribute('data-tip', '已是第一项')
  expect(screen.getByRole('button', { name: '删除' })).toHaveAttribute('data-tip', '请先移走或删除下级菜单')
  await userEvent.click(item('系统'))
  await press('删除')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith(configuration.removeMenu, { id: 4, rowVersion: 4 }))
})

test('the preview shows what a role sees', async () => {
  entries = [...entries, entry(5, 4, '只给管理员', { roles: ['admin'] })]
  await open()
  await press('预览')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('只给管理员')).toBeVisible()
  expect(within(dialog).queryByText('报表')).toBeNull()
  await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: '角色' }), 'cashier')
  expect(within(dialog).queryByText('只给管理员')).toBeNull()
  expect(within(dialog).getByText('订单')).toBeVisible()
})
