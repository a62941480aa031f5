import { arrayContains, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { identity, type ServerMenu } from '../../identity/contract.ts'
import { roleCodes } from '../../identity/rules/roles.ts'
import { sysMenu, sysUser } from '../../identity/table.ts'
import { openTestBackend, type TestBackend, type TestInput } from '../../testing.ts'
import { staff } from '../contract.ts'
import { checkRights, waitingRights } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const roleId = async (code: string) => {
  const { data } = await admin().call(staff.roles, { q: code })
  const row = data.find((role) => role.code === code)
  if (!row) throw new Error(`no role ${code}`)
  return row.id
}
const read = async (code: string) => admin().call(staff.role, { id: await roleId(code) })
/** Everything that saving the role as it is would send. */
const asIs = async (code: string) => {
  const { id, rowVersion, name, dataScope, permissions, menuIds } = await read(code)
  return { id, rowVersion, code, name, dataScope, permissions, menuIds }
}
/** Saved by one administrator and checked by the other. */
async function saveChecked(values: Parameters<typeof saved>[0]) {
  const { id, effect } = await saved(values)
  expect(effect).toBe('waits')
  await checkRights(backend, 'role', id)
  return id
}
const saved = (values: TestInput<typeof staff.saveRole>) => admin().call(staff.saveRole, values)
const give = (account: string, roleCodes: string[]) =>
  inTenant(1, () => db().update(sysUser).set({ roleCodes }).where(eq(sysUser.account, account)))
const menuOf = async (account: string) => {
  const names = (entries: readonly ServerMenu[]): string[] =>
    entries.flatMap(({ name, subMenus }) => [name, ...names(subMenus)])
  return names(await backend.as(account).call(identity.menus, {}))
}
const menu = async (url: string) => {
  const [row] = await inTenant(1, () => db().select().from(sysMenu).where(eq(sysMenu.url, url)))
  return row?.id ?? 0
}

test('the list counts what roles give and who has them', async () => {
  const { data, total } = await admin().call(staff.roles, { length: 100 })
  expect(total).toBe(roleCodes.length)
  expect(data.find(({ code }) => code === 'entry_clerk')).toMatchObject({
    name: '录单员',
    dataScope: 'org_tree',
    permissionCount: 11,
    holders: 2,
    own: false,
    above: false,
  })
  expect(data.find(({ code }) => code === 'admin')).toMatchObject({ own: true, holders: 2 })
})

test('one role tells its permissions, its menus and its holders', async () => {
  const role = await read('pre_reviewer')
  expect(role.permissions).toContain('order:claim_pre')
  expect(role.menuIds).toContain(await menu('/mycheopeone/index'))
  expect(role.heldBy.map(({ account }) => account)).toEqual(['pre_reviewer', 'pre_reviewer2'])
})

test('a change of permissions waits for the other administrator, and counts on the next call of a live session', async () => {
  const live = backend.as('report_viewer')
  expect((await live.call(identity.permissions, {})).permissions).not.toContain('customer:view')
  const role = await asIs('report_viewer')
  await saved({ ...role, permissions: [...role.permissions, 'customer:view'] })
  expect((await live.call(identity.permissions, {})).permissions).not.toContain('customer:view')
  expect(await read('report_viewer')).toMatchObject({ checking: true, permissions: role.permissions })
  const { lines } = await waitingRights(backend, 'role', role.id)
  expect(lines).toEqual([
    { field: 'roleName', kind: 'text', value: '管理层（report_viewer）' },
    { field: 'permissionsAdded', kind: 'text', value: '查看客户' },
    { field: 'touched', kind: 'text', value: expect.stringMatching(/^1人: .+（report_viewer）$/) },
  ])
  const twice = await admin().send(staff.saveRole, { ...(await asIs('report_viewer')), permissions: [] })
  expect(twice).toMatchObject({ status: 409, body: { message: '已有一项待复核，办结后才能再次制单' } })
  await checkRights(backend, 'role', role.id)
  expect((await live.call(identity.permissions, {})).permissions).toContain('customer:view')
  const late = await admin().send(staff.saveRole, { ...role, name: '领导' })
  expect(late).toMatchObject({ status: 409, body: { conflict: { changes: expect.any(Array) } } })
})

test('entries of the menu show with what stands above them, and go again', async () => {
  const role = await asIs('archivist')
  const before = await menuOf('archivist')
  expect(before).not.toContain('预审池')
  await saveChecked({ ...role, menuIds: [...role.menuIds, await menu('/mycheopeone/index')] })
  expect(await menuOf('archivist')).toEqual(expect.arrayContaining(['审核管理', '预审池']))
  const shown = await asIs('archivist')
  expect(shown.menuIds).toContain(await menu('/mycheopeone'))
  await saveChecked({ ...shown, menuIds: role.menuIds })
  expect(await menuOf('archivist')).toEqual(before)
  const gone = await admin().send(staff.saveRole, { ...(await asIs('archivist')), menuIds: [999_999] })
  expect(gone).toMatchObject({ status: 400, body: { fields: { menuIds: '菜单已变更，请刷新后重试' } } })
})

test('every entry of the menu is offered, each behind its parent', async () => {
  const entries = await admin().call(staff.menuChoices, {})
  expect(entries.find(({ name }) => name === '首页')).toMatchObject({ everybody: true })
  for (const [at, { parentId }] of entries.entries()) {
    if (parentId !== null) expect(entries.slice(0, at).some(({ id }) => id === parentId)).toBe(true)
  }
})

test('a role is made, given, refused while somebody has it, and deleted with its places in the menu', async () => {
  const values = { code: 'desk', name: '柜台', dataScope: 'dept' as const, permissions: ['order:view'] }
  const menuIds = [await menu('/order/query')]
  const { id } = await saved({ ...values, menuIds })
  expect(await read('desk')).toMatchObject({ permissions: [], menuIds: [], checking: true })
  await checkRights(backend, 'role', id)
  expect((await read('desk')).permissions).toEqual(['order:view'])
  expect(await admin().send(staff.saveRole, { ...values, menuIds })).toMatchObject({
    status: 400,
    body: { fields: { code: '角色代码已存在' } },
  })
  await give('service_agent', ['service_agent', 'desk'])
  const { rowVersion } = await read('desk')
  expect(await admin().send(staff.removeRole, { id, rowVersion })).toMatchObject({
    status: 422,
    body: { message: '该角色有1人使用，不能删除' },
  })
  await give('service_agent', ['service_agent'])
  expect(await admin().call(staff.removeRole, { id, rowVersion })).toEqual({ effect: 'waits' })
  expect((await read('desk')).permissions).toEqual(['order:view'])
  await checkRights(backend, 'role', id)
  expect((await admin().send(staff.role, { id })).status).toBe(404)
  const left = await inTenant(1, () =>
    db()
      .select()
      .from(sysMenu)
      .where(arrayContains(sysMenu.roles, ['desk'])),
  )
  expect(left).toEqual([])
})

test('no role breaks a separation of duties, neither by itself nor with another of a holder', async () => {
  const cashier = await asIs('cashier')
  const both = await admin().send(staff.saveRole, {
    ...cashier,
    permissions: [...cashier.permissions, 'release:check'],
  })
  expect(both).toMatchObject({
    status: 400,
    body: { fields: { permissions: '制单与复核不能由同一人担任' } },
  })
  await give('cashier', ['cashier', 'archivist'])
  const archivist = await asIs('archivist')
  const { status, body } = await admin().send(staff.saveRole, {
    ...archivist,
    permissions: [...archivist.permissions, 'release:check'],
  })
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain('（cashier）会违反职责分离: 制单与复核不能由同一人担任')
  await give('cashier', ['cashier'])
})

test('nobody changes what an own role gives; its name he may', async () => {
  const role = await asIs('admin')
  const message = '不能修改自己正在使用的角色的权限，请由其他管理员修改'
  for (const change of [{ permissions: role.permissions.slice(1) }, { menuIds: role.menuIds.slice(0, -1) }]) {
    expect(await admin().send(staff.saveRole, { ...role, ...change })).toMatchObject({
      status: 422,
      body: { message },
    })
  }
  await admin().call(staff.saveRole, { ...role, name: '系统管理' })
  expect((await read('admin')).name).toBe('系统管理')
})

test('who lacks a permission of administration gives it to no role', async () => {
  await saveChecked({
    code: 'role_desk',
    name: '权限专员',
    dataScope: 'all',
    permissions: ['sys:role:list', 'sys:role:save'],
    menuIds: [],
  })
  await give('material_clerk', ['role_desk'])
  const clerk = backend.as('material_clerk')
  const fresh = { code: 'climb', name: '越权', dataScope: 'self' as const, menuIds: [] }
  expect(await clerk.send(staff.saveRole, { ...fresh, permissions: ['sys:user:save'] })).toMatchObject({
    status: 400,
    body: { fields: { permissions: '不能授予您自己没有的管理权限' } },
  })
  expect((await clerk.send(staff.saveRole, { ...fresh, permissions: ['order:view'] })).status).toBe(200)
  const higher = await asIs('admin')
  expect(await clerk.send(staff.saveRole, { ...higher, permissions: ['order:view'] })).toMatchObject({
    status: 422,
    body: { message: '该角色包含您没有的管理权限' },
  })
})
