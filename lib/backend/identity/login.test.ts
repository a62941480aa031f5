import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { identity } from '../../contracts/identity.ts'
import { db, inTenant } from '../db/client.ts'
import { captcha, loginAttempt, sysUser } from '../db/schema/identity.ts'
import { auditLog } from '../db/schema/system.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { addressOf } from './login-attempts.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const right = md5('Demo@2026')
const wrong = md5('Wrong@2026')

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())
beforeEach(() => inTenant(1, () => db().delete(loginAttempt)))

const from = (ip: string) => backend.withToken(undefined, { ip })
const tryLogin = (ip: string, account: string, password: string, rest = {}) =>
  from(ip).send(identity.login, { account, password, ...rest })

let draws = 0
/** Draws a captcha and reads its answer where only the server can. */
async function solvedCaptcha(ip: string) {
  const redomStr = String(++draws).padStart(17, '0')
  await from(ip).call(identity.captcha, { redomStr })
  const [row] = await inTenant(1, () => db().select().from(captcha).where(eq(captcha.redomStr, redomStr)))
  return { redomStr, idencode: row?.code ?? '' }
}

test('both payloads sign in, and leave an audit row', async () => {
  const first = await from('192.0.2.9').call(identity.login, { account: 'cashier', password: right })
  expect(first.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(first.myUser).toMatchObject({ account: 'cashier' })
  const second = await from('192.0.2.9').call(identity.login, {
    username: ' CASHIER ',
    password: right,
    code: '',
  })
  expect(second.token).not.toBe(first.token)
  const rows = await inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'identity.login'), eq(auditLog.actorId, first.myUser.id))),
  )
  expect(rows).toHaveLength(2)
  expect(rows[0]?.ip).toBe('192.0.2.9')
})

test('an unknown account, a wrong password and the stored hash get the same answer (S12, S13)', async () => {
  const [user] = await inTenant(1, () => db().select().from(sysUser).where(eq(sysUser.account, 'admin')))
  const answers = [
    await tryLogin('192.0.2.11', 'nobody', wrong),
    await tryLogin('192.0.2.12', 'admin', wrong),
    await tryLogin('192.0.2.13', 'admin', user?.passwordHash.slice(0, 64) ?? ''),
    await tryLogin('192.0.2.14', "admin' or '1'='1", right),
  ]
  for (const answer of answers) {
    expect(answer).toEqual({ status: 400, body: { message: '用户名或密码错误', captcha: false } })
  }
})

// CPU time and not the clock: whatever else the machine does, a hash that is left out shows.
test('200 unknown accounts answer and cost what a known one does, to 15 ms (S12)', async () => {
  const spent: Record<'unknown' | 'known', number[]> = { unknown: [], known: [] }
  const answers = new Set<string>()
  for (let at = 0; at < 200; at++) {
    for (const [kind, account] of [
      ['unknown', `nobody${at}`],
      ['known', 'admin'],
    ] as const) {
      const before = process.cpuUsage()
      const answer = await from(`198.51.100.${at}`).raw(identity.login, { account, password: wrong })
      const { user, system } = process.cpuUsage(before)
      spent[kind].push((user + system) / 1000)
      answers.add(JSON.stringify([answer.status, await answer.text(), ...answer.headers]))
      await inTenant(1, () => db().delete(loginAttempt))
    }
  }
  expect([...answers]).toEqual([expect.stringContaining('用户名或密码错误')])
  const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length / 2] ?? Number.NaN
  expect(Math.abs(middle(spent.unknown) - middle(spent.known))).toBeLessThan(15)
}, 120_000)

test('from the third failed try on a captcha is asked, and takes one answer (S11)', async () => {
  const ip = '192.0.2.21'
  expect((await tryLogin(ip, 'archivist', wrong)).body).toMatchObject({ captcha: false })
  expect((await tryLogin(ip, 'archivist', wrong)).body).toMatchObject({ captcha: false })
  expect((await tryLogin(ip, 'archivist', wrong)).body).toMatchObject({ captcha: true })
  expect(await from(ip).call(identity.loginPolicy, { account: 'archivist' })).toMatchObject({ captcha: true })

  const message = '请输入正确的验证码'
  const refusal = { status: 400, body: { message, captcha: true, fields: { idencode: message } } }
  expect(await tryLogin(ip, 'archivist', right)).toEqual(refusal)
  const solved = await solvedCaptcha(ip)
  expect(await tryLogin(ip, 'archivist', right, { ...solved, idencode: 'zzzz' })).toEqual(refusal)
  expect(await tryLogin(ip, 'archivist', right, solved)).toEqual(refusal)
  expect((await tryLogin(ip, 'archivist', right, await solvedCaptcha(ip))).status).toBe(200)
  expect(await from(ip).call(identity.loginPolicy, { account: 'archivist' })).toMatchObject({
    captcha: false,
  })
})

test('one captcha used 20 times in parallel lets one try through (S11)', async () => {
  const ip = '192.0.2.31'
  for (let at = 0; at < 3; at++) await tryLogin(ip, 'collector', wrong)
  const solved = await solvedCaptcha(ip)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tryLogin(ip, 'collector', wrong, solved)),
  )
  const messages = answers.map(({ body }) => (body as { message: string }).message)
  expect(messages.filter((message) => message === '用户名或密码错误')).toHaveLength(1)
  expect(messages.filter((message) => message === '请输入正确的验证码')).toHaveLength(19)
}, 30_000)

test('ten failures stop an account, the right password too; colleagues get in (S11)', async () => {
  for (let at = 0; at < 10; at++) {
    const ip = `203.0.113.${at}`
    await tryLogin(ip, 'postloan', wrong, at >= 3 ? await solvedCaptcha(ip) : {})
  }
  const stopped = await tryLogin('203.0.113.99', 'postloan', right, await solvedCaptcha('203.0.113.99'))
  expect(stopped).toEqual({ status: 429, body: { message: '登录失败次数过多，请15分钟后再试' } })
  expect((await tryLogin('203.0.113.99', 'cashier', right)).status).toBe(200)
})

test('parallel guesses do not get past the limit (S11)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const ip = `198.18.0.${at}`
      return tryLogin(ip, 'risk_manager', wrong, await solvedCaptcha(ip))
    }),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
}, 30_000)

test('one try on each of 200 accounts stops the address (S11)', async () => {
  const ip = '192.0.2.41'
  const statuses: number[] = []
  for (let at = 0; at < 200; at++) {
    const solved = at >= 3 && at < 30 ? await solvedCaptcha(ip) : {}
    statuses.push((await tryLogin(ip, `guess${at}`, wrong, solved)).status)
  }
  expect(statuses).toEqual(statuses.map((_, at) => (at < 30 ? 400 : 429)))
  expect((await tryLogin(ip, 'cashier', right)).status).toBe(429)
  expect((await tryLogin('192.0.2.42', 'cashier', right)).status).toBe(200)
}, 60_000)

test('a stopped and a locked account say so to who knows the password, and to nobody else (S12)', async () => {
  for (const [status, message] of [
    ['停用', '账号已停用，请联系管理员'],
    ['锁定', '账号已锁定，请联系管理员'],
  ] as const) {
    await inTenant(1, () => db().update(sysUser).set({ status }).where(eq(sysUser.account, 'dd_officer')))
    expect((await tryLogin('192.0.2.51', 'dd_officer', right)).body).toMatchObject({ message })
    expect((await tryLogin('192.0.2.52', 'dd_officer', wrong)).body).toMatchObject({
      message: '用户名或密码错误',
    })
    await inTenant(1, () => db().delete(loginAttempt))
  }
  await inTenant(1, () =>
    db().update(sysUser).set({ status: '正常' }).where(eq(sysUser.account, 'dd_officer')),
  )
})

test('the demo offers its accounts, an unknown tenant nothing', async () => {
  const { demo } = await from('192.0.2.61').call(identity.loginPolicy, {})
  expect(demo?.password).toBe('Demo@2026')
  expect(demo?.accounts.map(({ account }) => account)).toEqual(
    expect.arrayContaining(['entry_clerk', 'pre_reviewer', 'shop_user', 'admin']),
  )
  const nowhere = backend.withToken(undefined, { tenant: 'nowhere' })
  expect((await nowhere.send(identity.loginPolicy, {})).status).toBe(404)
})

test('of IPv6 the network counts, of IPv4 the address (S11)', () => {
  expect(addressOf('192.0.2.1')).toBe('192.0.2.1')
  expect(addressOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(addressOf('2001:db8:0:7::1')).toBe('2001:db8:0:7::/64')
  expect(addressOf('2001:db8:0:7:ffff:1:2:3')).toBe('2001:db8:0:7::/64')
  expect(addressOf('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(addressOf('::1')).toBe('0:0:0:0::/64')
})
