import { createHash } from 'node:crypto'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { identity } from '../contract.ts'
import { hasZeroBits, proofText } from '../rules/login-slowing.ts'
import { captcha, loginAttempt, loginTurn, sysUser } from '../table.ts'
import { addressOf } from './login-attempts.ts'
import { hashPassword } from './password-hash.ts'
import { solvedCaptcha } from './solved-captcha.fixture.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const right = md5('Demo@2026')
const wrong = md5('Wrong@2026')

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())
beforeEach(() =>
  inTenant(1, async () => {
    await db().delete(loginAttempt)
    await db().delete(loginTurn)
    await db().delete(captcha)
  }),
)

const from = (ip: string) => backend.withToken(undefined, { ip })
const tryLogin = (ip: string, account: string, password: string, rest = {}) =>
  from(ip).send(identity.login, { account, password, ...rest })

/** A captcha for a try of an account, solved as the page solves it. */
const solvedFor = (ip: string, account?: string) => solvedCaptcha(from(ip), account)

/** A captcha hard enough for whatever failed. */
const ownCaptcha = (ip: string) => solvedCaptcha(from(ip), undefined, { bits: 30 })

/** A try from a browser that has signed in to the account before, as the door says it. */
function knownBrowser(ip: string, account: string, device = 'known-browser-0001') {
  return async (password: string, rest = {}) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-nlos-tenant': 'blq',
      'x-nlos-client-ip': ip,
      'x-nlos-devices': new URLSearchParams({ [account]: device }).toString(),
    }
    const body = new URLSearchParams({ account, password, ...rest })
    const request = new Request('http://nlos/login/go', { method: 'POST', headers, body })
    return (await backend.fetch(request)).status
  }
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

/** S12 says 200; a hash that is left out, which costs more than 15 ms, shows in 20 as well. */
const rounds = process.env.NLOS_PROOF === 'full' ? 200 : 20

// CPU time and not the clock, and where a machine is slow a share of it: a hash that is left out shows everywhere.
test(`${rounds} unknown accounts answer and cost what a known one does, to 15 ms (S12)`, async () => {
  // The accounts of tests have a hash that costs nothing.
  const passwordHash = await hashPassword(right)
  await inTenant(1, () => db().update(sysUser).set({ passwordHash }).where(eq(sysUser.account, 'admin')))
  const spent: Record<'unknown' | 'known', number[]> = { unknown: [], known: [] }
  const answers = new Set<string>()
  for (let at = 0; at < rounds; at++) {
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
  const [unknown, known] = [middle(spent.unknown), middle(spent.known)]
  expect(Math.abs(unknown - known)).toBeLessThan(Math.max(15, known / 3))
}, 120_000)

test('tries that a stopped server never judged are no failed ones (D26)', async () => {
  const ip = '192.0.2.20'
  const asked = async () => (await from(ip).call(identity.loginPolicy, { account: 'archivist' })).captcha
  const unjudged = (at: SQL) =>
    inTenant(1, () =>
      db().execute(sql`insert into login_attempt (account, ip, created_at)
        select 'archivist', ${ip}, ${at} from generate_series(1, 3)`),
    )
  await unjudged(sql`now() - interval '1 minute'`)
  expect(await asked()).toBe(false)
  await unjudged(sql`now()`)
  expect(await asked()).toBe(true)
})

test('from the third failed try on a captcha is asked, and takes one answer (S11)', async () => {
  const ip = '192.0.2.21'
  expect((await tryLogin(ip, 'archivist', wrong)).body).toMatchObject({ captcha: false })
  expect((await tryLogin(ip, 'archivist', wrong)).body).toMatchObject({ captcha: false })
  expect((await tryLogin(ip, 'archivist', wrong)).body).toMatchObject({ captcha: true })
  expect(await from(ip).call(identity.loginPolicy, { account: 'archivist' })).toMatchObject({ captcha: true })

  const message = '请输入正确的验证码'
  const refusal = { status: 400, body: { message, captcha: true, fields: { idencode: message } } }
  expect(await tryLogin(ip, 'archivist', right)).toEqual(refusal)
  const solved = await solvedFor(ip, 'archivist')
  expect(await tryLogin(ip, 'archivist', right, { ...solved, idencode: 'zzzz' })).toEqual(refusal)
  expect(await tryLogin(ip, 'archivist', right, solved)).toEqual(refusal)
  expect((await tryLogin(ip, 'archivist', right, await solvedFor(ip, 'archivist'))).status).toBe(200)
  expect(await from(ip).call(identity.loginPolicy, { account: 'archivist' })).toMatchObject({
    captcha: false,
  })
})

test('colleagues of one address who sign in at the same moment are not taken for one who guesses', async () => {
  const accounts = [
    'contract_clerk',
    'cashier',
    'finance_checker',
    'material_clerk',
    'shop_user',
    'capital_mgr',
    'entry_clerk',
    'pre_reviewer',
    'first_reviewer',
    'risk_officer',
    'archivist',
    'admin',
  ]
  const answers = await Promise.all(accounts.map((account) => tryLogin('192.0.2.33', account, right)))
  expect(answers.map(({ status }) => status)).toEqual(accounts.map(() => 200))
}, 30_000)

test('one captcha used 20 times in parallel lets one try through (S11)', async () => {
  const ip = '192.0.2.31'
  for (let at = 0; at < 3; at++) await tryLogin(ip, 'collector', wrong)
  const solved = await solvedFor(ip, 'collector')
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tryLogin(ip, 'collector', wrong, solved)),
  )
  const messages = answers.map(({ body }) => (body as { message: string }).message)
  expect(messages.filter((message) => message === '用户名或密码错误')).toHaveLength(1)
  expect(messages.filter((message) => message === '请输入正确的验证码')).toHaveLength(19)
}, 30_000)

test('without its work a captcha is none, nor with that of an account nobody has tried (N6)', async () => {
  const ip = '192.0.2.71'
  for (let at = 0; at < 9; at++) {
    const guess = `198.51.100.${at}`
    await tryLogin(guess, 'archivist', wrong, at >= 3 ? await solvedFor(guess, 'archivist') : {})
  }
  const idle = await solvedCaptcha(from(ip), 'archivist', { proven: false })
  expect((await tryLogin(ip, 'archivist', right, idle)).body).toMatchObject({ captcha: true })
  expect((await tryLogin(ip, 'archivist', right, await solvedFor(ip))).body).toMatchObject({ captcha: true })
  expect((await tryLogin(ip, 'archivist', right, await solvedFor(ip, 'archivist'))).status).toBe(200)
})

/** Ten wrong tries of an account from as many addresses. */
async function attack(account: string, network = '203.0.113') {
  for (let at = 0; at < 10; at++) {
    const ip = `${network}.${at}`
    await tryLogin(ip, account, wrong, at >= 3 ? await solvedFor(ip, account) : {})
  }
}

test('wrong tries from elsewhere slow strangers, and shut neither the owner out nor his colleagues (N6)', async () => {
  await attack('postloan')
  expect(await knownBrowser('192.0.2.80', 'postloan')(right)).toBe(200)
  expect((await tryLogin('203.0.113.99', 'cashier', right)).status).toBe(200)

  // Another browser takes its turn: each address once, one behind the other, and then the right password opens.
  const ip = '203.0.113.99'
  const solved = await solvedFor(ip, 'postloan')
  const waits = { status: 429, body: { message: expect.stringMatching(/请\d+秒后再试/), code: 'loginTurn' } }
  expect(await tryLogin(ip, 'postloan', right, solved)).toEqual(waits)
  expect(await tryLogin(ip, 'postloan', right, solved)).toEqual(waits)
  await tryLogin('203.0.113.98', 'postloan', wrong)
  const line = await inTenant(1, () => db().select().from(loginTurn).orderBy(asc(loginTurn.dueAt)))
  expect(line.map(({ ip }) => ip)).toEqual(['203.0.113.99', '203.0.113.98'])
  await inTenant(1, () => db().update(loginTurn).set({ dueAt: sql`now()` }).where(eq(loginTurn.ip, ip)))
  // The captcha that was shown before the wait still serves.
  expect((await tryLogin(ip, 'postloan', right, solved)).status).toBe(200)
})

test('a slowed turn serves one try', async () => {
  await attack('postloan')
  const ip = '203.0.113.97'
  await tryLogin(ip, 'postloan', wrong, await solvedFor(ip, 'postloan'))
  await inTenant(1, () => db().update(loginTurn).set({ dueAt: sql`now()` }))
  expect((await tryLogin(ip, 'postloan', wrong, await solvedFor(ip, 'postloan'))).status).toBe(400)
  expect((await tryLogin(ip, 'postloan', right, await solvedFor(ip, 'postloan'))).status).toBe(429)
})

test('a known browser has its own count, and beyond it is as any other (N6)', async () => {
  const owner = knownBrowser('192.0.2.81', 'collector')
  for (let at = 0; at < 3; at++) expect(await owner(wrong)).toBe(400)
  // From here on it is asked for a captcha; its failures are nobody else's.
  expect(await owner(right)).toBe(400)
  expect((await tryLogin('192.0.2.82', 'collector', right)).status).toBe(200)
  for (let at = 3; at < 10; at++) expect(await owner(wrong, await ownCaptcha('192.0.2.81'))).toBe(400)
  await attack('collector')
  expect(await owner(right)).toBe(429)
  // A browser of another account, or made up, is none.
  expect(await knownBrowser('192.0.2.83', 'collector', 'x')(right)).toBe(429)
})

test('a success forgives its own failures and nobody else’s (A4)', async () => {
  const ip = '192.0.2.84'
  for (const account of ['guess1', 'guess2', 'guess3']) await tryLogin(ip, account, wrong)
  expect((await tryLogin(ip, 'cashier', right, await solvedFor(ip, 'cashier'))).status).toBe(200)
  // A stranger's own account at his address wipes nothing out.
  expect(await from(ip).call(identity.loginPolicy, {})).toMatchObject({ captcha: true })

  for (const at of [1, 2, 3]) await tryLogin(`192.0.2.9${at}`, 'archivist', wrong)
  expect(await knownBrowser('192.0.2.85', 'archivist')(right)).toBe(200)
  expect(await from('192.0.2.86').call(identity.loginPolicy, { account: 'archivist' })).toMatchObject({
    captcha: true,
  })
})

test('parallel guesses do not get past the turns (S11)', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => ({
      ip: `198.18.0.${at}`,
      solved: await ownCaptcha(`198.18.0.${at}`),
    })),
  )
  const answers = await Promise.all(
    guesses.map(({ ip, solved }) => tryLogin(ip, 'risk_manager', wrong, solved)),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
}, 60_000)

test('the work beneath a captcha is a number that hashes to its zero bits', async () => {
  const redomStr = '1'.repeat(17)
  const by = from('192.0.2.72')
  const proven = async () =>
    (await inTenant(1, () => db().select().from(captcha).where(eq(captcha.redomStr, redomStr))))[0]?.proven
  const { salt, bits } = await by.call(identity.captcha, { redomStr })
  const isRight = (nonce: number) =>
    hasZeroBits(createHash('sha256').update(proofText(salt, nonce)).digest(), bits)
  let nonce = 0
  while (isRight(nonce)) nonce++
  await by.call(identity.captchaProof, { redomStr, nonce })
  expect(await proven()).toBe(false)
  while (!isRight(nonce)) nonce++
  await by.call(identity.captchaProof, { redomStr, nonce })
  expect(await proven()).toBe(true)
}, 60_000)

test('an address draws so many captchas that nobody answers, and no more', async () => {
  const draw = (ip: string) => from(ip).send(identity.captcha, { redomStr: `9${'0'.repeat(16)}` })
  const rows = Array.from({ length: 60 }, (_row, at) => ({
    redomStr: `8${String(at).padStart(16, '0')}`,
    code: 'ABCD',
    ip: '192.0.2.90',
    salt: 'salt',
    bits: 14,
    expiresAt: sql`now() + interval '5 minutes'`,
  }))
  await inTenant(1, () => db().insert(captcha).values(rows))
  expect((await draw('192.0.2.90')).status).toBe(429)
  await inTenant(1, () => db().update(captcha).set({ expiresAt: sql`now() - interval '1 second'` }))
  expect((await draw('192.0.2.90')).status).toBe(200)
  const { body } = await from('192.0.2.91').send(identity.captcha, { redomStr: '9'.repeat(17) })
  expect(body).toMatchObject({ shown: null })
})

test('one try on each of 200 accounts stops the address (S11)', async () => {
  const ip = '192.0.2.41'
  const statuses: number[] = []
  for (let at = 0; at < 200; at++) {
    const solved = at >= 3 && at < 30 ? await ownCaptcha(ip) : {}
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
