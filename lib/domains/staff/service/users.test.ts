import { and, desc, eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { identity } from '../../identity/contract.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { loginAttempt, orgUnit, sysUser } from '../../identity/table.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { staff } from '../contract.ts'
import { checkRights, waitingRights } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())
beforeEach(() => inTenant(1, () => db().delete(loginAttempt)))

const admin = () => backend.as('admin')
const own = 'Vx7-qmLp2_tR'
const signIn = (account: string, password: string, newPassword?: string) =>
  backend.withToken(undefined, { ip: '192.0.2.77' }).send(identity.login, {
    account,
    password: clientHash(password),
    ...(newPassword && { newPassword: clientHash(newPassword) }),
  })

async function rowOf(account: string) {
  const { data } = await admin().call(staff.users, { q: account })
  const row = data.find((user) => user.account === account)
  if (!row) throw new Error(`no ${account}`)
  return row
}
const unit = async (kind: string) => {
  const [row] = await inTenant(1, () => db().select().from(orgUnit).where(eq(orgUnit.kind, kind)))
  return row?.id ?? 0
}
let mobiles = 12_100_000_000
const person = async (account: string, rest: object = {}) => ({
  account,
  name: '陈静',
  mobile: String(++mobiles),
  orgUnitId: await unit('hq'),
  roleCodes: ['cashier'],
  dataScope: 'all' as const,
  ...rest,
})
/** Made by one administrator and checked by the other. */
async function madeChecked(account: string, rest: object = {}) {
  const made = await admin().call(staff.createUser, await person(account, rest))
  expect(made.effect).toBe('waits')
  await checkRights(backend, 'userRights', made.id)
  return made
}
const lastAudit = async (action: string) => {
  const [row] = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, action)).orderBy(desc(auditLog.id)).limit(1),
  )
  return row
}

describe('the list', () => {
  test('shows users with their roles, masked, and finds them', async () => {
    const { data, total } = await admin().call(staff.users, { q: 'archivist' })
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      account: 'archivist',
      roleNames: ['档案管理员'],
      status: '正常',
      above: false,
    })
    expect(data[0]?.mobile).toMatch(/^\d{3}\*+\d{4}$/)
    expect(JSON.stringify(data)).not.toContain('argon2')
  })

  test('filters by role, by unit with all below it, and by state', async () => {
    const reviewers = await admin().call(staff.users, { role: 'pre_reviewer' })
    expect(reviewers.data.map(({ account }) => account)).toEqual(['pre_reviewer', 'pre_reviewer2'])
    const inBranches = await admin().call(staff.users, { orgUnitId: await unit('region') })
    expect(inBranches.data.map(({ account }) => account)).toEqual(
      expect.arrayContaining(['channel_mgr', 'entry_clerk', 'shop_user4']),
    )
    expect((await admin().call(staff.users, { state: 'stopped' })).total).toBe(0)
  })
})

describe('a new user', () => {
  test('signs in with the password of the answer, once, and only with one of his own beside it', async () => {
    const made = await admin().call(staff.createUser, await person('newcomer'))
    expect(made.password).toMatch(/^[A-Za-z2-9]{12}$/)
    expect(Date.parse(made.until)).toBeGreaterThan(Date.now() + 71 * 3_600_000)
    const asked = await signIn('newcomer', made.password)
    expect(asked).toMatchObject({
      status: 400,
      body: { code: 'newPassword', message: '首次登录，请设置新密码' },
    })
    expect(await signIn('newcomer', made.password, made.password)).toMatchObject({
      status: 400,
      body: { fields: { newPassword: '不能与一次性密码相同' } },
    })
    expect(await signIn('newcomer', made.password, 'Password123')).toMatchObject({
      status: 400,
      body: { fields: { newPassword: '密码过于常见，请更换' } },
    })
    await inTenant(1, () => db().delete(loginAttempt))
    expect((await signIn('newcomer', made.password, own)).status).toBe(200)
    expect(await signIn('newcomer', made.password, own)).toMatchObject({
      status: 400,
      body: { message: '用户名或密码错误' },
    })
    expect((await signIn('newcomer', own)).status).toBe(200)
    const audited = await lastAudit('staff.createUser')
    expect(JSON.stringify(audited)).not.toContain(made.password)
    expect(JSON.stringify(audited?.after)).toMatch(/\d{3}\*+\d{4}/)
  })

  test('has a password that ends', async () => {
    const { id, password } = await admin().call(staff.createUser, await person('latecomer'))
    await inTenant(1, () =>
      db().update(sysUser).set({ oneTimeUntil: '2025-01-01T00:00:00Z' }).where(eq(sysUser.id, id)),
    )
    expect(await signIn('latecomer', password, own)).toMatchObject({
      status: 400,
      body: { message: '一次性密码已过期，请联系管理员重新获取' },
    })
  })

  test.each([
    [{ account: 'cashier' }, { account: '账号已存在' }],
    [{ account: 'Bad Name' }, { account: '账号为3至32位小写字母、数字或下划线，以字母开头' }],
    [{ mobile: '123' }, { mobile: '请输入正确的手机号码' }],
    [{ roleCodes: [] }, { roleCodes: '请至少选择一个角色' }],
    [{ roleCodes: ['nothing'] }, { roleCodes: '角色不存在' }],
    [{ roleCodes: ['cashier', 'finance_checker'] }, { roleCodes: '制单与复核不能由同一人担任' }],
    [{ orgUnitId: 999_999 }, { orgUnitId: '请选择您管理范围内的机构' }],
  ])('with %j is refused at the field', async (wrong, fields) => {
    const { status, body } = await admin().send(staff.createUser, await person('somebody', wrong))
    expect([status, body]).toEqual([400, { message: expect.any(String), fields }])
  })

  test('has a mobile that is nobody else’s', async () => {
    const mobile = await inTenant(1, async () => {
      const [row] = await db().select().from(sysUser).where(eq(sysUser.account, 'cashier'))
      return row?.mobile
    })
    const { body } = await admin().send(staff.createUser, await person('somebody', { mobile }))
    expect(body).toMatchObject({ fields: { mobile: '该手机号已被其他员工使用' } })
  })
})

describe('editing', () => {
  test('changes rights once they are checked on a live session, keeps the mobile, and meets who saved before', async () => {
    await madeChecked('mover', { roleCodes: ['report_viewer'] })
    const made = await rowOf('mover')
    const live = backend.as('archivist')
    const row = await rowOf('archivist')
    expect((await live.send(staff.users, {})).status).toBe(403)
    const { id, rowVersion, name, orgUnitId } = row
    const change = {
      id,
      rowVersion,
      name,
      orgUnitId,
      roleCodes: ['archivist', 'admin'],
      dataScope: 'all' as const,
    }
    expect(await admin().call(staff.saveUser, change)).toEqual({ effect: 'waits' })
    expect((await live.send(staff.users, {})).status).toBe(403)
    expect(await rowOf('archivist')).toMatchObject({ roleCodes: ['archivist'], checking: true })
    expect((await waitingRights(backend, 'userRights', id)).lines).toEqual([
      { field: 'staffName', kind: 'text', value: `${name}（archivist）` },
      { field: 'userRoles', kind: 'text', value: '档案管理员、系统管理员', was: '档案管理员' },
      expect.objectContaining({ field: 'userScope', value: '全部' }),
      expect.objectContaining({ field: 'userUnit', value: row.orgName }),
      { field: 'permissionsAdded', kind: 'text', value: expect.stringContaining('维护用户') },
    ])
    await checkRights(backend, 'userRights', id)
    expect((await live.send(staff.users, {})).status).toBe(200)
    const { status, body } = await admin().send(staff.saveUser, { ...change, roleCodes: ['archivist'] })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      message: '数据已被他人修改，请刷新',
      conflict: {
        rowVersion: rowVersion + 2,
        changes: [{ path: 'roleCodes', mine: ['archivist'], theirs: ['archivist', 'admin'] }],
      },
    })
    await admin().call(staff.saveUser, { ...change, rowVersion: rowVersion + 2, roleCodes: ['archivist'] })
    await checkRights(backend, 'userRights', id)
    expect((await live.send(staff.users, {})).status).toBe(403)
    expect((await rowOf('archivist')).mobile).toBe(row.mobile)
    expect(made.oneTime).toBe(true)
  })

  test('of oneself leaves the rights alone', async () => {
    const { id, rowVersion, orgUnitId } = await rowOf('admin')
    const change = {
      id,
      rowVersion,
      name: '管理员',
      orgUnitId,
      roleCodes: ['admin'],
      dataScope: 'all' as const,
    }
    expect(await admin().send(staff.saveUser, { ...change, roleCodes: ['report_viewer'] })).toMatchObject({
      status: 422,
      body: { message: '不能修改自己的角色、数据权限和所属机构，请由其他管理员修改' },
    })
    await admin().call(staff.saveUser, change)
    expect((await rowOf('admin')).name).toBe('管理员')
  })
})

describe('stopping, resetting and unlocking', () => {
  test('停用 ends the sessions at once, 启用 lets in again (S4)', async () => {
    await madeChecked('leaver')
    await inTenant(1, () =>
      db().update(sysUser).set({ oneTimeUntil: null }).where(eq(sysUser.account, 'leaver')),
    )
    const [cashier] = await inTenant(1, () =>
      db().select().from(sysUser).where(eq(sysUser.account, 'cashier')),
    )
    await inTenant(1, () =>
      db()
        .update(sysUser)
        .set({ passwordHash: cashier?.passwordHash ?? '' })
        .where(eq(sysUser.account, 'leaver')),
    )
    const live = backend.as('leaver')
    expect((await live.send(identity.userInfo, {})).status).toBe(200)
    const row = await rowOf('leaver')
    await admin().call(staff.setUserStatus, { id: row.id, rowVersion: row.rowVersion, enabled: false })
    expect((await live.send(identity.userInfo, {})).status).toBe(401)
    expect(await signIn('leaver', demoPassword)).toMatchObject({ status: 400 })
    expect((await admin().call(staff.users, { state: 'stopped' })).data.map((user) => user.account)).toEqual([
      'leaver',
    ])
    const stopped = await rowOf('leaver')
    const { id, rowVersion } = stopped
    expect((await admin().send(staff.setUserStatus, { id, rowVersion, enabled: false })).status).toBe(422)
    await admin().call(staff.setUserStatus, { id, rowVersion, enabled: true })
    expect((await live.send(identity.userInfo, {})).status).toBe(401)
    expect((await signIn('leaver', demoPassword)).status).toBe(200)
  })

  test('重置密码 makes the old one and its sessions worthless (S4)', async () => {
    const live = backend.as('dd_officer')
    expect((await live.send(identity.userInfo, {})).status).toBe(200)
    const { id, rowVersion } = await rowOf('dd_officer')
    const { password } = await admin().call(staff.resetPassword, { id, rowVersion })
    expect((await live.send(identity.userInfo, {})).status).toBe(401)
    expect((await signIn('dd_officer', demoPassword)).status).toBe(400)
    expect((await signIn('dd_officer', password, own)).status).toBe(200)
  })

  test('解锁 lets somebody in who had typed ten wrong passwords', async () => {
    await inTenant(1, () =>
      db()
        .insert(loginAttempt)
        .values(Array.from({ length: 10 }, () => ({ account: 'postloan', ip: '192.0.2.200', ok: false }))),
    )
    expect((await signIn('postloan', demoPassword)).status).toBe(429)
    const locked = await rowOf('postloan')
    expect(locked.locked).toBe(true)
    expect((await admin().call(staff.users, { state: 'locked' })).data.map(({ id }) => id)).toEqual([
      locked.id,
    ])
    await admin().call(staff.unlockUser, { id: locked.id, rowVersion: locked.rowVersion })
    expect((await signIn('postloan', demoPassword)).status).toBe(200)
    expect((await rowOf('postloan')).locked).toBe(false)
    const again = await rowOf('postloan')
    expect(
      (await admin().send(staff.unlockUser, { id: again.id, rowVersion: again.rowVersion })).status,
    ).toBe(422)
  })

  test('nobody stops or resets himself', async () => {
    const { id, rowVersion } = await rowOf('admin')
    expect(await admin().send(staff.setUserStatus, { id, rowVersion, enabled: false })).toMatchObject({
      status: 422,
      body: { message: '不能停用自己的账号' },
    })
    expect((await admin().send(staff.resetPassword, { id, rowVersion })).status).toBe(422)
  })
})

describe('an administrator with less', () => {
  let desk: ReturnType<TestBackend['as']>
  beforeAll(async () => {
    const { id } = await admin().call(staff.saveRole, {
      code: 'desk_admin',
      name: '人事专员',
      dataScope: 'org_tree',
      permissions: ['sys:user:list', 'sys:user:save'],
      menuIds: [],
    })
    await checkRights(backend, 'role', id)
    const region = await unit('region')
    await madeChecked('desk', { roleCodes: ['desk_admin'], dataScope: 'org_tree', orgUnitId: region })
    const [cashier] = await inTenant(1, () =>
      db().select().from(sysUser).where(eq(sysUser.account, 'cashier')),
    )
    await inTenant(1, () =>
      db()
        .update(sysUser)
        .set({ passwordHash: cashier?.passwordHash ?? '', oneTimeUntil: null })
        .where(eq(sysUser.account, 'desk')),
    )
    desk = backend.as('desk')
  })

  test('sees and reaches only the people of the own units', async () => {
    const { data } = await desk.call(staff.users, { length: 100 })
    const accounts = data.map(({ account }) => account)
    expect(accounts).toContain('entry_clerk')
    expect(accounts).not.toContain('cashier')
    const outside = await rowOf('cashier')
    const { id, rowVersion } = outside
    expect((await desk.send(staff.resetPassword, { id, rowVersion })).status).toBe(404)
    const { units, widest } = await desk.call(staff.choices, {})
    expect(widest).toBe('org_tree')
    expect(units.every(({ kind }) => kind !== 'hq')).toBe(true)
  })

  test('gives neither administration that it has not, nor a wider data scope', async () => {
    const here = { orgUnitId: await unit('branch'), dataScope: 'self' as const }
    expect(
      (await desk.send(staff.createUser, await person('climber', { ...here, roleCodes: ['admin'] }))).body,
    ).toMatchObject({ fields: { roleCodes: '不能授予您自己没有的管理权限' } })
    expect(
      (await desk.send(staff.createUser, await person('climber', { ...here, dataScope: 'all' }))).body,
    ).toMatchObject({ fields: { dataScope: '不能授予比您自己更大的数据权限' } })
    expect((await desk.call(staff.createUser, await person('climber', here))).id).toBeGreaterThan(0)
  })

  test('gives units of the own reach alone, which a second person reads by name', async () => {
    const here = { orgUnitId: await unit('branch'), dataScope: 'custom' as const }
    const [hq, region] = [await unit('hq'), await unit('region')]
    const sent = async (...scopeUnitIds: number[]) =>
      (await desk.send(staff.createUser, await person('chosen', { ...here, scopeUnitIds }))).body
    expect(await sent()).toMatchObject({ fields: { scopeUnitIds: '请至少选择一个机构' } })
    expect(await sent(region, hq)).toMatchObject({ fields: { scopeUnitIds: '请选择您管理范围内的机构' } })
    const { id } = await desk.call(
      staff.createUser,
      await person('chosen', { ...here, scopeUnitIds: [region] }),
    )
    const { lines } = await waitingRights(backend, 'userRights', id)
    const name = await inTenant(1, () => db().select().from(orgUnit).where(eq(orgUnit.id, region)))
    expect(lines.find(({ field }) => field === 'userScope')?.value).toBe(`自定义: ${name[0]?.name}`)
    await checkRights(backend, 'userRights', id)
    expect(await rowOf('chosen')).toMatchObject({ dataScope: 'custom', scopeUnits: [{ id: region }] })
  })

  test('who sees single units gives none with what is below it', async () => {
    await inTenant(1, () =>
      db().update(sysUser).set({ dataScope: 'dept' }).where(eq(sysUser.account, 'desk')),
    )
    const own = await unit('region')
    const wider = { orgUnitId: own, dataScope: 'custom' as const, scopeUnitIds: [own] }
    expect((await desk.send(staff.createUser, await person('wider', wider))).body).toMatchObject({
      fields: { dataScope: '不能授予比您自己更大的数据权限' },
    })
    await inTenant(1, () =>
      db().update(sysUser).set({ dataScope: 'org_tree' }).where(eq(sysUser.account, 'desk')),
    )
  })

  test('reads the changes of the own people alone', async () => {
    const outside = await rowOf('cashier')
    const { id, rowVersion, name, orgUnitId } = outside
    const change = {
      id,
      rowVersion,
      name,
      orgUnitId,
      roleCodes: ['report_viewer'],
      dataScope: 'all' as const,
    }
    await admin().call(staff.saveUser, change)
    const { data } = await desk.call(changes.list, { view: 'all', length: 100 })
    expect(data.map(({ aboutId }) => aboutId)).not.toContain(id)
    expect((await desk.call(changes.of, { kind: 'userRights', aboutId: id })).data).toEqual([])
    expect((await waitingRights(backend, 'userRights', id)).title).toBe(`${name}（cashier）`)
  })

  test('takes over nobody who is above', async () => {
    await madeChecked('branch_admin', { orgUnitId: await unit('branch'), roleCodes: ['admin'] })
    const { data } = await desk.call(staff.users, { q: 'branch_admin' })
    const [row] = data
    expect(row?.above).toBe(true)
    const which = { id: row?.id ?? 0, rowVersion: row?.rowVersion ?? 0 }
    expect(await desk.send(staff.resetPassword, which)).toMatchObject({
      status: 422,
      body: { message: '该用户拥有您没有的管理权限，请由权限更高的管理员处理' },
    })
    expect((await desk.send(staff.setUserStatus, { ...which, enabled: false })).status).toBe(422)
  })
})

test('the other tenant’s users are not there (T4)', async () => {
  const [other] = await inTenant(2, () =>
    db()
      .select()
      .from(sysUser)
      .where(and(eq(sysUser.account, 'cashier'))),
  )
  expect((await admin().send(staff.resetPassword, { id: other?.id ?? 0, rowVersion: 1 })).status).toBe(404)
})

test('two administrators who stop each other at once do not both succeed', async () => {
  const two = backend.as('admin2')
  await two.token()
  const [first, second] = [await rowOf('admin'), await rowOf('admin2')]
  const answers = await Promise.all([
    admin().send(staff.setUserStatus, { id: second.id, rowVersion: second.rowVersion, enabled: false }),
    two.send(staff.setUserStatus, { id: first.id, rowVersion: first.rowVersion, enabled: false }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})
