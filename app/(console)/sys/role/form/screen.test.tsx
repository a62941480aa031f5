import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { type MenuChoice, type RoleDetail, staff } from '@/lib/domains/staff/contract'
import { changes } from '@/lib/platform/changes/contract'
import { RoleScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const menus: MenuChoice[] = [
  { id: 1, parentId: null, name: '业务', everybody: true },
  { id: 2, parentId: 1, name: '首页', everybody: true },
  { id: 3, parentId: 1, name: '审核', everybody: false },
  { id: 4, parentId: 3, name: '预审池', everybody: false },
]
const answers: Record<string, unknown> = {
  [staff.choices.path]: { units: [], roles: [], widest: 'all', check: 'checked' },
  [changes.of.path]: { data: [] },
}
let role: RoleDetail
let tab: TestTab
const user = userEvent.setup()

beforeEach(() => {
  jest.clearAllMocks()
  role = {
    id: 5,
    rowVersion: 2,
    code: 'desk',
    name: '柜台',
    dataScope: 'dept',
    permissionCount: 1,
    holders: 1,
    own: false,
    above: false,
    checking: false,
    updatedAt: '2025-08-01T00:00:00Z',
    permissions: ['release:make'],
    menuIds: [],
    heldBy: [{ id: 7, name: '陈静', account: 'chen_jing', orgName: '总部' }],
  }
  jest
    .mocked(request)
    .mockImplementation(async ({ path }) => answers[path] ?? (path === staff.role.path ? role : menus))
  jest.mocked(call).mockResolvedValue({ id: 6, rowVersion: 3, effect: 'waits' })
})

async function open(query: string, permissions: string[] = ['sys:role:list', 'sys:role:save']) {
  tab = { query, dirty: false }
  const session = { user: { id: 1, name: '管理员', account: 'admin' }, roles: ['admin'], permissions }
  render(
    <SessionProvider session={{ ...session, demo: false }}>
      <TestPage tab={tab}>
        <RoleScreen />
      </TestPage>
    </SessionProvider>,
  )
  await screen.findByRole('region', { name: '可见菜单' })
}
const box = (name: string) => screen.getByRole('checkbox', { name })
const save = () => user.click(screen.getByRole('button', { name: '保存' }))

test('permissions and menus are chosen and saved, with who has the role beside them', async () => {
  await open('roleId=5')
  expect(within(screen.getByRole('region', { name: '使用人' })).getByText('陈静')).toBeVisible()
  expect(tab.label).toBe('柜台')
  await user.click(box('导出订单'))
  await user.click(box('预审池'))
  await waitFor(() => expect(tab.dirty).toBe(true))
  await save()
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(staff.saveRole, {
      id: 5,
      rowVersion: 2,
      code: 'desk',
      name: '柜台',
      dataScope: 'dept',
      permissions: ['release:make', 'order:export'],
      menuIds: expect.arrayContaining([3, 4]),
    }),
  )
  expect(tab.dirty).toBe(false)
})

test('a role that breaks a separation of duties is not sent', async () => {
  await open('roleId=5')
  await user.click(box('放款复核'))
  expect(await screen.findByText('制单与复核不能由同一人担任')).toBeVisible()
  await save()
  expect(call).not.toHaveBeenCalled()
})

test('the search narrows, and a group chooses what it holds', async () => {
  await open('roleId=5')
  await user.type(screen.getByRole('searchbox', { name: '搜索权限' }), 'capital:')
  expect(screen.queryByRole('checkbox', { name: '放款制单' })).toBeNull()
  await user.click(box('资方'))
  expect(box('推送资方')).toBeChecked()
  expect(box('登记资方结果')).toBeChecked()
})

test('a copy has everything but the code, and becomes a role of its own', async () => {
  await open('copyOf=5')
  const code = screen.getByRole('textbox', { name: /角色代码/ })
  expect(code).toHaveValue('')
  expect(screen.getByRole('textbox', { name: /角色名称/ })).toHaveValue('柜台副本')
  await user.type(code, 'desk_two')
  await save()
  await waitFor(() => expect(tab.left).toContain('roleId=6'))
  const sent = jest.mocked(call).mock.calls[0]?.[1]
  expect(sent).toMatchObject({ code: 'desk_two', permissions: ['release:make'] })
  expect(sent).not.toHaveProperty('id')
})

test('an own role says why its permissions stay', async () => {
  role = { ...role, own: true }
  await open('roleId=5')
  expect(screen.getByText('不能修改自己正在使用的角色的权限，请由其他管理员修改')).toBeVisible()
  expect(box('导出订单')).toBeDisabled()
  expect(screen.getByRole('button', { name: '保存' })).toBeVisible()
})

test('what waits says so, and its permissions stay until somebody has checked them', async () => {
  role = { ...role, checking: true }
  await open('roleId=5')
  expect(screen.getByText('权限修改待复核，办结后才能再次修改')).toBeVisible()
  expect(box('导出订单')).toBeDisabled()
})

test('who is the only administrator reads that nobody checks', async () => {
  answers[staff.choices.path] = { units: [], roles: [], widest: 'all', check: 'alone' }
  await open('roleId=5')
  expect(screen.getByText(/目前没有其他管理员可以复核/)).toBeVisible()
})

test('who may only look has nothing to save', async () => {
  await open('roleId=5', ['sys:role:list'])
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
  expect(box('导出订单')).toBeDisabled()
  expect(screen.getByRole('textbox', { name: /角色名称/ })).toHaveAttribute('readonly')
})
