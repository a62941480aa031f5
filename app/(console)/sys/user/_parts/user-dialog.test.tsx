import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { type StaffChoices, staff, type UserRow } from '@/lib/domains/staff/contract'
import UserDialog from './user-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const role = (code: string, name: string, more: Partial<StaffChoices['roles'][number]> = {}) => ({
  code,
  name,
  dataScope: 'dept' as const,
  permissions: [],
  above: false,
  ...more,
})
const choices: StaffChoices = {
  units: [
    { id: 1, name: '总部', kind: 'hq', depth: 0 },
    { id: 2, name: '一区', kind: 'branch', depth: 1 },
    { id: 3, name: '一店', kind: 'shop', depth: 2 },
    { id: 4, name: '二区', kind: 'branch', depth: 1 },
  ],
  roles: [
    role('cashier', '出纳', { permissions: ['release:make'], dataScope: 'org_tree' }),
    role('finance_checker', '财务复核', { permissions: ['release:check'], dataScope: 'all' }),
    role('shop_user', '门店客户经理'),
    role('archivist', '档案管理员'),
    role('admin', '系统管理员', { above: true }),
  ],
  widest: 'org_tree',
  check: 'checked',
}
const row: UserRow = {
  id: 7,
  rowVersion: 3,
  account: 'chen_jing',
  name: '陈静',
  mobile: '120****0017',
  orgUnitId: 2,
  orgName: '一区',
  roleCodes: ['cashier'],
  roleNames: ['出纳'],
  dataScope: 'org_tree',
  scopeUnits: [],
  status: '正常',
  locked: false,
  oneTime: false,
  above: false,
  checking: false,
  lastLoginAt: null,
  createdAt: '2025-08-01T00:00:00Z',
}

const user = userEvent.setup()
const onEnd = jest.fn()
beforeEach(() => {
  jest.clearAllMocks()
})

function open(of: UserRow | null, callerId = 1) {
  const session = { user: { id: callerId, name: '管理员', account: 'admin' }, roles: ['admin'] }
  render(
    <SessionProvider session={{ ...session, permissions: [], demo: false }}>
      <TestPage>
        <UserDialog row={of} choices={choices} onEnd={onEnd} />
      </TestPage>
    </SessionProvider>,
  )
}
const scope = () => screen.getByRole('combobox', { name: /数据权限/ })
const save = () => user.click(screen.getByRole('button', { name: '保存' }))

test('a new user: the widest scope that the roles and the caller allow is offered, and the password handed on', async () => {
  jest.mocked(call).mockResolvedValue({
    id: 9,
    password: 'Kf7mPq2Rt9ab',
    until: '2025-08-04T00:00:00Z',
    effect: 'waits',
  })
  open(null)
  await user.type(screen.getByRole('textbox', { name: /账号/ }), 'Li_Wei')
  await user.type(screen.getByRole('textbox', { name: /姓名/ }), '李伟')
  await user.type(screen.getByRole('textbox', { name: /手机号/ }), '12000000018')
  await user.selectOptions(screen.getByRole('combobox', { name: /所属机构/ }), '2')
  await user.click(screen.getByRole('checkbox', { name: '档案管理员' }))
  expect(scope()).toHaveValue('dept')
  await user.click(screen.getByRole('checkbox', { name: '出纳' }))
  expect(scope()).toHaveValue('org_tree')
  expect(screen.queryByRole('option', { name: '全部' })).toBeNull()
  await save()
  expect(call).toHaveBeenCalledWith(staff.createUser, {
    account: 'li_wei',
    name: '李伟',
    mobile: '12000000018',
    orgUnitId: 2,
    roleCodes: ['archivist', 'cashier'],
    dataScope: 'org_tree',
    scopeUnitIds: [],
  })
  await waitFor(() =>
    expect(onEnd).toHaveBeenCalledWith(
      expect.objectContaining({ account: 'li_wei', password: 'Kf7mPq2Rt9ab' }),
    ),
  )
})

test('roles that one person never holds together are refused before anything is sent', async () => {
  open(row)
  await user.click(screen.getByRole('checkbox', { name: '财务复核' }))
  await save()
  expect(await screen.findByText('制单与复核不能由同一人担任')).toBeVisible()
  expect(call).not.toHaveBeenCalled()
})

test('a role above the caller cannot be given; a mobile that is left empty stays', async () => {
  jest.mocked(call).mockResolvedValue({ effect: 'none' })
  open(row)
  expect(screen.getByRole('checkbox', { name: '系统管理员' })).toBeDisabled()
  expect(screen.getByText('留空则不修改，当前为120****0017')).toBeVisible()
  await save()
  await waitFor(() => expect(onEnd).toHaveBeenCalledWith())
  expect(call).toHaveBeenCalledWith(
    staff.saveUser,
    expect.objectContaining({ id: 7, rowVersion: 3, mobile: '' }),
  )
})

test('chosen units: one brings what is below it, none is refused, and one beyond the reach stays', async () => {
  jest.mocked(call).mockResolvedValue({ effect: 'waits' })
  open({ ...row, dataScope: 'custom', scopeUnits: [{ id: 9, name: '三区' }] })
  await user.click(screen.getByRole('checkbox', { name: '三区' }))
  await save()
  expect(await screen.findByText('请至少选择一个机构')).toBeVisible()
  expect(call).not.toHaveBeenCalled()
  await user.click(screen.getByRole('checkbox', { name: '三区' }))
  await user.click(screen.getByRole('checkbox', { name: '一区' }))
  expect(screen.getByRole('checkbox', { name: '一店' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: '一店' })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: '二区' })).not.toBeChecked()
  await save()
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      staff.saveUser,
      expect.objectContaining({ dataScope: 'custom', scopeUnitIds: [9, 2] }),
    ),
  )
})

test('of oneself only name and mobile change', () => {
  open(row, 7)
  expect(scope()).toBeDisabled()
  expect(screen.getByRole('combobox', { name: /所属机构/ })).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: '出纳' })).toBeDisabled()
  expect(screen.getByText('不能修改自己的角色、数据权限和所属机构，请由其他管理员修改')).toBeVisible()
})

test('while a change of rights waits only name and mobile change, with the reason', () => {
  open({ ...row, checking: true })
  expect(scope()).toBeDisabled()
  expect(screen.getByRole('checkbox', { name: '出纳' })).toBeDisabled()
  expect(screen.getByText('权限修改待复核，办结后才能再次修改；姓名和手机号可以修改')).toBeVisible()
})

test('somebody saved meanwhile: the differences stand in words, and the newest version is saved on', async () => {
  jest
    .mocked(call)
    .mockRejectedValueOnce(
      new ApiError(409, {
        message: '数据已被他人修改，请刷新',
        conflict: {
          rowVersion: 8,
          updatedBy: '王某',
          updatedAt: '2025-08-01T00:00:00Z',
          changes: [{ path: 'roleCodes', mine: ['cashier'], theirs: ['shop_user'] }],
        },
      }),
    )
    .mockResolvedValueOnce({ effect: 'none' })
  open(row)
  await save()
  expect(await screen.findByRole('cell', { name: '门店客户经理' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: '保留我的内容，继续编辑' }))
  await save()
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith(staff.saveUser, expect.objectContaining({ rowVersion: 8 })),
  )
})
