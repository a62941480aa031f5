import { eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { identity } from '../contract.ts'
import { loginLog, sysUser } from '../table.ts'
import { clientHash } from './password-hash.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const first = 'Demo@2026'
const second = 'Vx7-qmLp2_tR'

async function signIn(account: string, password = first) {
  const input = { account, password: clientHash(password) }
  const { token, myUser } = await backend.withToken(undefined).call(identity.login, input)
  return { caller: backend.withToken(token), id: myUser.id, account }
}
type SignedIn = Awaited<ReturnType<typeof signIn>>

/** Everything that the dialog sends: hashes of what was typed, and nothing for an empty field. */
const change = ({ caller, id, account }: SignedIn, typed: Record<string, string>) =>
  caller.call(identity.updatePassword, {
    account,
    id,
    ...Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, clientHash(text)])),
  })
const login = (password: string, next: string) => ({ password, new_password: next, confirm_password: next })
const pay = (paypassword: string, next: string) => ({
  paypassword,
  new_paypassword: next,
  confirm_paypassword: next,
})
const rowOf = async (account: string) => {
  const [row] = await inTenant(1, () => db().select().from(sysUser).where(eq(sysUser.account, account)))
  return row
}
const works = async ({ caller }: SignedIn) => (await caller.send(identity.permissions, {})).status

test('a new login password: code 1, only it signs in, and the other sessions of the user are over (S4, S13)', async () => {
  const here = await signIn('entry_clerk')
  const [elsewhere, colleague] = [await signIn('entry_clerk'), await signIn('entry_clerk2')]
  expect(await change(here, login(first, second))).toEqual({
    code: '1',
    msg: '密码修改成功，是否尝试重新登录?',
  })
  expect([await works(here), await works(elsewhere), await works(colleague)]).toEqual([200, 401, 200])
  await expect(signIn('entry_clerk')).rejects.toMatchObject({ status: 400 })
  await signIn('entry_clerk', second)
  const { passwordHash, payPasswordHash } = (await rowOf('entry_clerk')) ?? {}
  expect(passwordHash).toMatch(/^\$argon2id\$/)
  expect(payPasswordHash).toBeNull()

  const rows = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'identity.passwordChanged')),
  )
  expect(rows).toMatchObject([
    { actorId: here.id, object: `user:${here.id}`, after: { login: true, pay: false } },
  ])
})

test('the first pay password is proved by the login password, the next by the one before; sessions stay', async () => {
  const here = await signIn('cashier')
  const elsewhere = await signIn('cashier')
  const info = async () => (await here.caller.call(identity.ownInfo, {})).hasPayPassword
  expect(await info()).toBe(false)
  expect((await change(here, pay('something', second))).code).toBe('3')
  expect((await change(here, pay(first, second))).code).toBe('1')
  expect(await info()).toBe(true)
  expect(await change(here, pay(first, 'Another-88-Pass'))).toEqual({
    code: '3',
    msg: '原支付密码或登录密码错误',
  })
  expect((await change(here, pay(second, 'Another-88-Pass'))).code).toBe('1')
  expect([await works(here), await works(elsewhere)]).toEqual([200, 200])
  await signIn('cashier')
})

test('neither is changed when one of two originals is wrong', async () => {
  const here = await signIn('archivist')
  const before = await rowOf('archivist')
  expect(await change(here, { ...login(first, second), ...pay('wrong', second) })).toMatchObject({
    code: '3',
  })
  expect(await change(here, { ...login('wrong', second), ...pay(first, second) })).toEqual({
    code: '3',
    msg: '原密码错误',
  })
  expect(await rowOf('archivist')).toEqual(before)
})

test.each([
  ['nothing', {}, '4', '请至少输入一个密码'],
  ['no original', { new_password: second, confirm_password: second }, '4', '请先输入原密码'],
  ['the same again', login(first, first), '4', '不能与原密码相同!'],
  ['not repeated', { password: first, new_password: second }, '4', '请再次输入密码'],
  ['another repeated', { ...login(first, second), confirm_password: 'x' }, '4', '两次输入密码不一致!'],
  [
    'another pay password repeated',
    { ...pay(first, second), confirm_paypassword: 'x' },
    '4',
    '两次输入支付密码不一致!',
  ],
  ['a pay password alone', { paypassword: first }, '4', '请输入支付密码和确认支付密码'],
  ['one that is guessed first', login(first, 'Admin@2025'), '5', '密码过于常见，请更换'],
  ['a pay password that is guessed first', pay(first, '888888'), '5', '密码过于常见，请更换'],
])('refused: %s', async (_, typed, code, msg) => {
  const here = await signIn('report_viewer')
  expect(await change(here, typed)).toEqual({ code, msg })
})

test('five wrong originals stop the user for a quarter of an hour, in every session, with the right one too (S13)', async () => {
  const here = await signIn('collector')
  const tries = await Promise.all(Array.from({ length: 7 }, () => change(here, login('guess-1', second))))
  expect(tries.map(({ code }) => code).sort()).toEqual(['2', '2', '3', '3', '3', '3', '3'])
  const elsewhere = await signIn('collector')
  expect(await change(elsewhere, login(first, second))).toEqual({
    code: '2',
    msg: '原密码错误次数过多，请15分钟后再试',
  })
  expect((await change(await signIn('collect_manager'), login(first, second))).code).toBe('1')
})

test('nobody changes the password of another; clear text and hashes of nothing are refused', async () => {
  const here = await signIn('dd_officer')
  const other = await signIn('postloan')
  const own = '只能修改本人的密码'
  expect(await change({ ...here, id: other.id }, login(first, second))).toEqual({ code: '2', msg: own })
  expect(await change({ ...here, account: 'postloan' }, login(first, second))).toEqual({
    code: '2',
    msg: own,
  })
  for (const new_password of [second, clientHash(''), 'A'.repeat(32)]) {
    const input = { account: here.account, id: here.id, password: clientHash(first), new_password }
    expect((await here.caller.send(identity.updatePassword, input)).status).toBe(400)
  }
  await signIn('postloan')
})

test('own info is read in clear and changed; a mobile belongs to one of the staff', async () => {
  const caller = backend.as('material_clerk')
  const before = await caller.call(identity.ownInfo, {})
  expect(before).toMatchObject({ account: 'material_clerk', signature: '', hasPayPassword: false })
  await caller.call(identity.saveOwnInfo, { mobile: '12009999999', signature: ' 今日事今日毕 ' })
  expect(await caller.call(identity.ownInfo, {})).toEqual({
    ...before,
    mobile: '12009999999',
    signature: '今日事今日毕',
  })
  const rows = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'identity.ownInfo')),
  )
  expect(JSON.stringify(rows)).not.toContain('12009999999')

  const taken = { mobile: '12009999999', signature: '' }
  expect(await backend.as('capital_mgr').send(identity.saveOwnInfo, taken)).toMatchObject({
    status: 400,
    body: { fields: { mobile: '该手机号已被其他员工使用' } },
  })
  await backend.as('capital_mgr', 'qhe').call(identity.saveOwnInfo, taken)
  for (const [mobile, signature] of [
    ['2200', ''],
    ['', ''],
    ['12009999998', '字'.repeat(61)],
  ]) {
    expect((await caller.send(identity.saveOwnInfo, { mobile, signature })).status).toBe(400)
  }
})

describe('登录设备', () => {
  test('a user sees his own sessions, ends another one of them, and nobody else’s (S4)', async () => {
    const [here, there, colleague] = [
      await signIn('risk_manager'),
      await signIn('risk_manager'),
      await signIn('risk_officer'),
    ]
    const own = async ({ caller }: SignedIn) => caller.call(identity.ownSessions, {})
    const rows = await own(here)
    expect(rows.map((row) => row.own)).toEqual([true, ...rows.slice(1).map(() => false)])
    const other = (await own(there))[0]?.id ?? 0
    const foreign = (await own(colleague))[0]?.id ?? 0
    expect(rows.map(({ id }) => id)).toContain(other)
    expect(rows.map(({ id }) => id)).not.toContain(foreign)

    const end = (id: number) => here.caller.send(identity.endOwnSession, { id })
    expect((await end(other)).status).toBe(200)
    expect((await end(other)).status).toBe(200)
    expect((await end(foreign)).status).toBe(404)
    expect(await end(rows[0]?.id ?? 0)).toMatchObject({ status: 422, body: { code: 'oversight.ownSession' } })
    expect([await works(here), await works(there), await works(colleague)]).toEqual([200, 401, 200])
    expect((await own(here)).map(({ id }) => id)).not.toContain(other)

    const ended = await inTenant(1, () =>
      db().select().from(auditLog).where(eq(auditLog.action, 'session.end')),
    )
    expect(ended).toMatchObject([
      { actorId: here.id, object: `user:${here.id}`, after: { sessionId: other } },
    ])
    const [row] = await inTenant(1, () => db().select().from(loginLog).where(eq(loginLog.reason, 'byOwner')))
    expect(row).toMatchObject({ event: 'ended', userId: here.id, account: 'risk_manager' })
  })
})
