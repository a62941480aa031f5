import { eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { identity } from '../contract.ts'
import { accessToken, sysUser } from '../table.ts'
import { clientHash } from './password-hash.ts'
import { SESSIONS_PER_ACCOUNT, startSession } from './sessions.ts'
import { hashToken, issueToken } from './tokens.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const signIn = async (account: string) => {
  const input = { account, password: clientHash('Demo@2026') }
  return (await backend.withToken(undefined).call(identity.login, input)).token
}
const statusOf = async (token: string | undefined, options?: { tenant?: string }) =>
  (await backend.withToken(token, options).send(identity.permissions, {})).status

test('a token opens calls until logout; the database does not hold it (S4)', async () => {
  const token = await signIn('entry_clerk')
  const { roles, permissions } = await backend.withToken(token).call(identity.permissions, {})
  expect(roles).toEqual(['entry_clerk'])
  expect(permissions).toContain('order:create')
  expect(permissions).not.toContain('order:claim_pre')
  const rows = await inTenant(1, () => db().select().from(accessToken))
  expect(JSON.stringify(rows)).not.toContain(token)

  await backend.withToken(token).call(identity.logout, {})
  expect(await backend.withToken(token).send(identity.permissions, {})).toEqual({
    status: 401,
    body: { message: '登录已失效，请重新登录' },
  })
  expect((await backend.withToken(token).send(identity.refresh, {})).status).toBe(401)
})

test('no token, a made-up one and one of another tenant are 401 (S3, T3)', async () => {
  const token = await signIn('entry_clerk')
  for (const bad of [undefined, '', 'x', `${token}x`, hashToken(token), 'a'.repeat(5000)]) {
    expect(await statusOf(bad)).toBe(401)
  }
  expect(await statusOf(token, { tenant: 'qhe' })).toBe(401)
  expect(await statusOf(token, { tenant: 'nowhere' })).toBe(404)
  expect(await statusOf(token)).toBe(200)
})

test('parallel refreshes give one new token; the old one counts for the grace and no longer (S7)', async () => {
  const old = await signIn('pre_reviewer')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => backend.withToken(old).call(identity.refresh, {})),
  )
  const fresh = new Set(answers.map(({ token }) => token))
  expect(fresh.size).toBe(1)
  const [next = ''] = fresh
  expect(next).not.toBe(old)
  expect([await statusOf(old), await statusOf(next)]).toEqual([200, 200])

  await inTenant(1, () =>
    db()
      .update(accessToken)
      .set({ endedAt: sql`now() - interval '31 seconds'` })
      .where(eq(accessToken.tokenHash, hashToken(old))),
  )
  expect([await statusOf(old), await statusOf(next)]).toEqual([401, 200])
})

test('logout ends the grace of the token before (S4)', async () => {
  const old = await signIn('first_reviewer')
  const { token } = await backend.withToken(old).call(identity.refresh, {})
  await backend.withToken(token).call(identity.logout, {})
  expect([await statusOf(old), await statusOf(token)]).toEqual([401, 401])
})

test('the login beyond the limit of an account ends the session left alone longest, and no other (S5)', async () => {
  const idleFor = (token: string, minutes: number) =>
    inTenant(1, () =>
      db().execute(sql`update user_session set active_at = now() - make_interval(mins => ${minutes})
        where id = (select session_id from access_token where token_hash = ${hashToken(token)})`),
    )
  const [first, second] = [await signIn('archivist'), await signIn('archivist')]
  const { id } = await backend.withToken(first).call(identity.userInfo, {})
  // Without their passwords, which take a while to hash.
  const others: string[] = []
  await inTenant(1, async () => {
    while (others.length < SESSIONS_PER_ACCOUNT - 2) {
      const sessionId = await startSession(id, { ip: '', userAgent: '' })
      others.push(await issueToken({ userId: id, sessionId, ip: '' }))
    }
  })
  await idleFor(second, 10)
  const next = await signIn('archivist')
  expect([await statusOf(first), await statusOf(second), await statusOf(next)]).toEqual([200, 401, 200])
  expect((await backend.withToken(second).send(identity.refresh, {})).status).toBe(401)

  // One that is over by its age takes nobody's place.
  await idleFor(first, 121)
  const last = await signIn('archivist')
  const alive = await Promise.all([...others, next, last].map((token) => statusOf(token)))
  expect(new Set(alive)).toEqual(new Set([200]))
})

test('after twelve hours a token is over (S6)', async () => {
  const token = await signIn('cashier')
  const [row] = await inTenant(1, () =>
    db()
      .select({
        hours: sql<number>`extract(epoch from ${accessToken.expiresAt} - ${accessToken.createdAt})::int / 3600`,
      })
      .from(accessToken)
      .where(eq(accessToken.tokenHash, hashToken(token))),
  )
  expect(row?.hours).toBe(12)
  await inTenant(1, () =>
    db()
      .update(accessToken)
      .set({ expiresAt: sql`now()` })
      .where(eq(accessToken.tokenHash, hashToken(token))),
  )
  expect(await statusOf(token)).toBe(401)
})

test('roles and status are those of this moment, also for a session under way', async () => {
  const token = await signIn('risk_officer')
  const set = (values: Partial<typeof sysUser.$inferInsert>) =>
    inTenant(1, () => db().update(sysUser).set(values).where(eq(sysUser.account, 'risk_officer')))
  const reveal = { orderId: 1, fields: ['applicant.idNo'], purpose: 'single' }
  expect((await backend.withToken(token).send(identity.reveal, reveal)).status).toBe(404)
  await set({ roleCodes: [] })
  expect((await backend.withToken(token).send(identity.reveal, reveal)).status).toBe(403)
  expect(await backend.withToken(token).call(identity.permissions, {})).toEqual({
    roles: ['none'],
    permissions: [],
  })
  await set({ status: '停用' })
  expect(await statusOf(token)).toBe(401)
})

test('who the user is', async () => {
  const user = await backend.as('shop_user').call(identity.userInfo, {})
  expect(user).toMatchObject({ account: 'shop_user', orgName: '示例车行一店', demo: false })
  expect(user.mobile).toMatch(/^128\*{4}\d{4}$/)
})

test('the menu is the part that the roles may see', async () => {
  const urls = (menus: { url: string; subMenus: never[] }[]): string[] =>
    menus.flatMap(({ url, subMenus }) => [url, ...urls(subMenus)])
  const clerk = urls((await backend.as('entry_clerk').call(identity.menus, {})) as never)
  expect(clerk).toEqual(
    expect.arrayContaining(['/wel/index', '/create/index', '/create/shenfen', '/order/query']),
  )
  expect(clerk).not.toContain('/mycheopeone/index')
  const reviewer = urls((await backend.as('pre_reviewer').call(identity.menus, {})) as never)
  expect(reviewer).toContain('/mycheopeone/index')
  expect(reviewer).not.toContain('/create/index')

  const [top] = await backend.as('entry_clerk').call(identity.topMenus, {})
  expect(top).toMatchObject({ name: '业务办理' })
  const below = await backend.as('entry_clerk').call(identity.menus, { parentId: top?.id ?? 0 })
  expect(below.map(({ name }) => name)).toEqual([
    '首页',
    '贷款计算器',
    '进件管理',
    '录单管理',
    '订单管理',
    '材料管理',
  ])
})
