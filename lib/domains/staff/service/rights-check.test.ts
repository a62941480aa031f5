import { eq, ne, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { sysUser } from '../../identity/table.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { staff } from '../contract.ts'
import { checkRights, waitingRights } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const payPassword = clientHash(demoPassword)
const set = (account: string, values: Partial<typeof sysUser.$inferInsert>) =>
  inTenant(1, () => db().update(sysUser).set(values).where(eq(sysUser.account, account)))
const rowOf = async (account: string) => {
  const { data } = await admin().call(staff.users, { q: account })
  const row = data.find((user) => user.account === account)
  if (!row) throw new Error(`no ${account}`)
  return row
}
const asIs = async (account: string) => {
  const { id, rowVersion, name, orgUnitId, roleCodes, dataScope } = await rowOf(account)
  return { id, rowVersion, name, orgUnitId, roleCodes, dataScope }
}
const roleOf = async (code: string) => {
  const { data } = await admin().call(staff.roles, { q: code })
  const { id = 0 } = data.find((role) => role.code === code) ?? {}
  const { rowVersion, name, dataScope, permissions, menuIds } = await admin().call(staff.role, { id })
  return { id, rowVersion, code, name, dataScope, permissions, menuIds }
}
const approve = async (by: string, kind: 'role' | 'userRights', aboutId: number) => {
  const { id, contentHash } = await waitingRights(backend, kind, aboutId)
  return backend.as(by).send(changes.approve, { ids: [id], hashes: [contentHash], payPassword })
}
const withdraw = async (kind: 'role' | 'userRights', aboutId: number) => {
  const { id, rowVersion } = await waitingRights(backend, kind, aboutId)
  await admin().call(changes.withdraw, { id, rowVersion, reason: '填错了' })
}

test('nobody checks what gives rights to himself', async () => {
  const own = await asIs('admin2')
  await admin().call(staff.saveUser, { ...own, roleCodes: ['admin', 'report_viewer'] })
  expect(await approve('admin2', 'userRights', own.id)).toMatchObject({
    status: 422,
    body: { message: '不能复核自己的权限，请由其他管理员复核' },
  })
  await withdraw('userRights', own.id)

  await set('admin2', { roleCodes: ['admin', 'report_viewer'] })
  const role = await roleOf('report_viewer')
  await admin().call(staff.saveRole, { ...role, permissions: [...role.permissions, 'sensitive:view'] })
  expect(await approve('admin2', 'role', role.id)).toMatchObject({
    status: 422,
    body: { message: '您自己使用该角色，不能复核它的权限，请由其他管理员复核' },
  })
  expect((await roleOf('report_viewer')).permissions).not.toContain('sensitive:view')
  await withdraw('role', role.id)
  await set('admin2', { roleCodes: ['admin'] })
})

test('what was made on rights that are others by now is refused with the reason', async () => {
  const user = await asIs('collector')
  await admin().call(staff.saveUser, { ...user, roleCodes: ['collector', 'report_viewer'] })
  await set('collector', { dataScope: 'dept' })
  const moved = { status: 422, body: { message: expect.stringMatching(/^制单后权限或菜单已另有变动/) } }
  expect(await approve('admin2', 'userRights', user.id)).toMatchObject(moved)
  expect((await rowOf('collector')).roleCodes).toEqual(['collector'])
  await set('collector', { dataScope: 'self' })
  expect((await approve('admin2', 'userRights', user.id)).status).toBe(200)
  expect((await rowOf('collector')).roleCodes).toEqual(['collector', 'report_viewer'])
})

test('duties that a change would break meanwhile keep it from being done', async () => {
  const user = await asIs('archivist')
  await admin().call(staff.saveUser, { ...user, roleCodes: ['archivist', 'report_viewer'] })
  const role = await roleOf('report_viewer')
  await admin().call(staff.saveRole, { ...role, permissions: [...role.permissions, 'archive:approve'] })
  // The role is checked first: the other change would now break the duties.
  await set('collector', { roleCodes: ['collector'] })
  await checkRights(backend, 'role', role.id)
  expect(await approve('admin2', 'userRights', user.id)).toMatchObject({
    status: 422,
    body: { message: '制单与复核不能由同一人担任' },
  })
  await withdraw('userRights', user.id)
})

test('a name and a mobile count at once, and nothing waits', async () => {
  const user = await asIs('collector')
  expect(await admin().call(staff.saveUser, { ...user, name: '王催收' })).toEqual({ effect: 'none' })
  expect(await rowOf('collector')).toMatchObject({ name: '王催收', checking: false })
})

test('stopped administrators count: who stops the others does not check himself', async () => {
  await set('admin2', { status: '停用' })
  expect((await admin().call(staff.choices, {})).check).toBe('stopped')
  const user = await asIs('collector')
  expect(await admin().call(staff.saveUser, { ...user, roleCodes: ['collector', 'report_viewer'] })).toEqual({
    effect: 'waits',
  })
  await set('admin2', { status: '正常' })
  expect((await admin().call(staff.choices, {})).check).toBe('checked')
  await withdraw('userRights', user.id)
})

test('the only administrator changes rights at once, which the audit log says, until there is a second one', async () => {
  const others = await inTenant(1, () =>
    db()
      .select({ id: sysUser.id, roleCodes: sysUser.roleCodes })
      .from(sysUser)
      .where(sql`'admin' = any(${sysUser.roleCodes}) and ${ne(sysUser.account, 'admin')}`),
  )
  for (const { id } of others)
    await inTenant(1, () =>
      db()
        .update(sysUser)
        .set({ roleCodes: ['report_viewer'] })
        .where(eq(sysUser.id, id)),
    )
  expect((await admin().call(staff.choices, {})).check).toBe('alone')
  const role = await roleOf('collector')
  expect(
    await admin().call(staff.saveRole, { ...role, permissions: [...role.permissions, 'customer:view'] }),
  ).toMatchObject({ effect: 'alone' })
  expect((await roleOf('collector')).permissions).toContain('customer:view')
  const [row] = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'staff.setRoleRights'))
      .orderBy(sql`id desc`)
      .limit(1),
  )
  expect(row?.after).toMatchObject({ alone: true, permissions: expect.arrayContaining(['customer:view']) })
  const { id, rowVersion } = await admin().call(staff.saveRole, {
    code: 'passing',
    name: '临时',
    dataScope: 'self',
    permissions: ['order:view'],
    menuIds: [],
  })
  expect(await admin().call(staff.removeRole, { id, rowVersion })).toEqual({ effect: 'alone' })

  const second = await asIs('admin2')
  expect(await admin().call(staff.saveUser, { ...second, roleCodes: ['admin'] })).toEqual({ effect: 'alone' })
  const user = await asIs('collector')
  expect(await admin().call(staff.saveUser, { ...user, roleCodes: ['collector', 'report_viewer'] })).toEqual({
    effect: 'waits',
  })
})
