import { desc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { identity } from '../contract.ts'
import { userSession } from '../table.ts'
import { clientHash } from './password-hash.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const loginPassword = clientHash('Demo@2026')
const lockPassword = clientHash('1234')

async function signIn(account = 'entry_clerk') {
  const { token } = await backend
    .withToken(undefined)
    .call(identity.login, { account, password: loginPassword })
  return { token, caller: backend.withToken(token) }
}
const sessionRow = async () => {
  const [row] = await inTenant(1, () =>
    db().select().from(userSession).orderBy(desc(userSession.id)).limit(1),
  )
  return row
}
const wrong = { status: 400, body: { message: '解锁密码错误,请重新输入' } }

test('a locked session is answered 423 until its lock password, which is forgotten then (S9, S10)', async () => {
  const { token, caller } = await signIn()
  await caller.call(identity.lock, { password: lockPassword })
  for (const endpoint of [identity.permissions, identity.menus, identity.lock]) {
    expect(await caller.send(endpoint, {})).toEqual({
      status: 423,
      body: { message: '已锁屏，请先解锁', code: 'lock' },
    })
  }
  const { lockHash } = (await sessionRow()) ?? {}
  expect(lockHash).toMatch(/^\$argon2id\$/)
  expect(await caller.send(identity.unlock, { password: loginPassword })).toEqual(wrong)
  expect(await caller.send(identity.unlock, { password: '' })).toEqual(wrong)
  await caller.call(identity.unlock, { password: lockPassword })
  expect((await caller.send(identity.permissions, {})).status).toBe(200)
  expect(await sessionRow()).toMatchObject({ lockedAt: null, lockHash: null, unlockFailures: 0 })
  expect((await backend.withToken(token).send(identity.permissions, {})).status).toBe(200)
})

test('no cookie of before is a way around: every token of the session is locked, also one refreshed later (S9)', async () => {
  const { token: old, caller } = await signIn()
  const { token } = await caller.call(identity.refresh, {})
  await backend.withToken(token).call(identity.lock, { password: lockPassword })
  expect((await caller.send(identity.permissions, {})).status).toBe(423)
  const refreshed = await backend.withToken(token).call(identity.refresh, {})
  for (const held of [old, token, refreshed.token]) {
    expect((await backend.withToken(held).send(identity.permissions, {})).status).toBe(423)
  }
  await backend.withToken(refreshed.token).call(identity.logout, {})
  expect(
    (await backend.withToken(refreshed.token).send(identity.unlock, { password: lockPassword })).status,
  ).toBe(401)
})

test('another session of the same user is not locked, and a new sign-in begins unlocked', async () => {
  const one = await signIn()
  const two = await signIn()
  await one.caller.call(identity.lock, { password: lockPassword })
  expect((await two.caller.send(identity.permissions, {})).status).toBe(200)
  expect((await (await signIn()).caller.send(identity.permissions, {})).status).toBe(200)
})

test('without a lock password the login password unlocks', async () => {
  const { caller } = await signIn()
  expect(await caller.call(identity.lock, {})).toEqual({ opensWith: 'login' })
  expect(await caller.send(identity.permissions, {})).toMatchObject({ status: 423, body: { code: 'login' } })
  expect(await caller.send(identity.unlock, { password: lockPassword })).toEqual(wrong)
  await caller.call(identity.unlock, { password: loginPassword })
  expect((await caller.send(identity.permissions, {})).status).toBe(200)
})

test.each(['', clientHash(''), 'x', '1234'])('%j is no lock password', async (password) => {
  const { caller } = await signIn()
  expect(await caller.send(identity.lock, { password })).toMatchObject({
    status: 400,
    body: { fields: { password: '锁屏密码不能为空' } },
  })
  expect((await caller.send(identity.permissions, {})).status).toBe(200)
})

test('five wrong tries end the session, however many come at once (S10)', async () => {
  const { caller } = await signIn('pre_reviewer')
  await caller.call(identity.lock, { password: lockPassword })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => caller.send(identity.unlock, { password: 'x' })),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([400, 400, 400, 400, 401, 401, 401, 401])
  expect(answers.map(({ body }) => (body as { message: string }).message)).toContain(
    '解锁密码连续5次错误，请重新登录',
  )
  expect((await caller.send(identity.unlock, { password: lockPassword })).status).toBe(401)
  const refused = await inTenant(1, () =>
    db().select().from(auditLog).where(eq(auditLog.action, 'identity.unlockRefused')),
  )
  expect(refused).toHaveLength(1)
  expect(JSON.stringify(refused)).not.toContain(lockPassword)
})

test('a right password begins the count anew', async () => {
  const { caller } = await signIn()
  for (const round of [1, 2]) {
    await caller.call(identity.lock, { password: lockPassword })
    for (let tries = 0; tries < 4; tries++) {
      expect((await caller.send(identity.unlock, { password: `${round}` })).status).toBe(400)
    }
    await caller.call(identity.unlock, { password: lockPassword })
  }
  expect((await caller.send(identity.permissions, {})).status).toBe(200)
})

describe('limits of a session (S6)', () => {
  const shift = (values: Record<string, unknown>) =>
    inTenant(1, async () => {
      const [last] = await db()
        .select({ id: userSession.id })
        .from(userSession)
        .orderBy(desc(userSession.id))
        .limit(1)
      await db()
        .update(userSession)
        .set(values)
        .where(eq(userSession.id, last?.id ?? 0))
    })

  test('two hours without a person end it, also when the page went on refreshing', async () => {
    const { caller } = await signIn()
    await shift({ activeAt: sql`now() - interval '119 minutes'` })
    const { token } = await caller.call(identity.refresh, {})
    await shift({ activeAt: sql`now() - interval '121 minutes'` })
    expect((await backend.withToken(token).send(identity.permissions, {})).status).toBe(401)
    expect((await backend.withToken(token).send(identity.refresh, {})).status).toBe(401)
  })

  test('a call of a person begins the two hours anew, a call of the page does not', async () => {
    const { caller } = await signIn()
    await shift({ activeAt: sql`now() - interval '100 minutes'` })
    const before = (await sessionRow())?.activeAt ?? ''
    const { token } = await caller.call(identity.refresh, {})
    expect((await sessionRow())?.activeAt).toBe(before)
    await backend.withToken(token).call(identity.permissions, {})
    expect(Date.parse((await sessionRow())?.activeAt ?? '')).toBeGreaterThan(Date.parse(before) + 5_900_000)
  })

  test('a refreshed token ends when the first one would have', async () => {
    const { caller } = await signIn()
    const { token: next } = await caller.call(identity.refresh, {})
    const rows = await inTenant(1, () =>
      db().execute(
        sql`select distinct expires_at from access_token where session_id = (select max(id) from user_session)`,
      ),
    )
    expect(rows.rows).toHaveLength(1)
    expect((await backend.withToken(next).send(identity.permissions, {})).status).toBe(200)
  })
})
