import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sealData } from 'iron-session'
import { loadSessionKeys } from './session-secret.ts'

/** Modules that remember one process: each test may start another one with its own secrets. */
type SessionModule = typeof import('./session.ts')

function processWith(keys: Record<string, string>): SessionModule {
  const holder = globalThis as typeof globalThis & { [key: symbol]: unknown }
  holder[Symbol.for('nlos.process')] = new Map([['session-keys', keys]])
  jest.resetModules()
  return jest.requireActual('./session.ts')
}

const secret = () => randomBytes(32).toString('base64')
const user = { id: 7, name: '王五', account: 'entry_clerk' }
const cookieValue = (setCookie: string) => /^[^=]+=([^;]+);/.exec(setCookie)?.[1] ?? ''

describe('the session cookie', () => {
  let key: string
  let module: SessionModule
  beforeEach(() => {
    key = secret()
    module = processWith({ 1: key })
  })

  const sealed = async (now?: number) => {
    const session = module.startSession('token-1', user, 'blq', now)
    return { session, cookie: cookieValue(await module.sessionCookie(session, false, now)) }
  }

  it('gives back what was stored, and the attributes of threats.md S2', async () => {
    const { session, cookie } = await sealed()
    expect(await module.readSession(cookie)).toEqual({ session, behind: false })
    expect(await module.sessionCookie(session, true)).toMatch(
      /^__Host-nlos-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(module.clearedCookies(true)).toEqual([
      '__Host-nlos-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
      'nlos-sign=; Max-Age=0; Path=/; SameSite=Lax; Secure',
    ])
  })

  it('is opened once for the calls that bring it at the same time, session or none', async () => {
    const { session, cookie } = await sealed()
    const opened = jest.spyOn(globalThis.crypto.subtle, 'verify')
    const read = async (value: string) => {
      const verdicts = await Promise.all(Array.from({ length: 20 }, () => module.readSession(value)))
      return [...new Set(verdicts.map((verdict) => JSON.stringify(verdict)))]
    }
    expect(await read(cookie)).toEqual([JSON.stringify({ session, behind: false })])
    expect(opened).toHaveBeenCalledTimes(1)
    const changed = cookie.replace(
      /^Fe26\.2\*1\*./,
      (start) => start.slice(0, -1) + (start.endsWith('a') ? 'b' : 'a'),
    )
    expect(await read(changed)).toEqual([JSON.stringify({ reason: 'invalid' })])
    expect(opened).toHaveBeenCalledTimes(2)
    opened.mockRestore()
  })

  it('finds its cookie by the name of the scheme only', () => {
    const header = 'a=1; nlos-session=plain; xnlos-session=no; __Host-nlos-session=host; nlos-session=second'
    expect(module.sessionCookieIn(header, false)).toBe('plain')
    expect(module.sessionCookieIn(header, true)).toBe('host')
    expect(module.sessionCookieIn('a=nlos-session=1', false)).toBeUndefined()
    expect(module.sessionCookieIn(undefined, true)).toBeUndefined()
  })

  it('refuses it with any byte changed (S3)', async () => {
    const { cookie } = await sealed()
    const accepted: number[] = []
    for (let at = 0; at < cookie.length; at++) {
      const other = cookie[at] === 'A' ? 'B' : 'A'
      const { session } = await module.readSession(cookie.slice(0, at) + other + cookie.slice(at + 1))
      if (session) accepted.push(at)
    }
    expect(accepted).toEqual([])
  })

  it('refuses it cut, lengthened and foreign (S3)', async () => {
    const { cookie } = await sealed()
    const token = await sealData({ token: 't' }, { password: { 1: key } })
    const foreign = await sealData((await sealed()).session, { password: { 1: secret() } })
    for (const value of [
      cookie.slice(0, -1),
      `${cookie}${cookie}`,
      cookie.replace(/~2$/, '~1~2'),
      cookie.slice(0, 100),
      `${cookie}x`,
      `${cookie}~2`,
      'x',
      token,
      foreign,
    ]) {
      expect(await module.readSession(value)).toEqual({ reason: 'invalid' })
    }
    expect(await module.readSession('x'.repeat(10_000_000))).toEqual({ reason: 'invalid' })
    expect(await module.readSession('')).toEqual({ reason: 'absent' })
    expect(await module.readSession(undefined)).toEqual({ reason: 'absent' })
  })

  it('ends twelve hours after the login, refreshed or not (S6)', async () => {
    const start = Date.now()
    const { session, cookie } = await sealed(start)
    const end = start + module.SESSION_LIFETIME
    expect((await module.readSession(cookie, end - 1)).session).toBeDefined()
    expect((await module.readSession(cookie, end)).session).toBeUndefined()
    const renewed = module.renewSession(session, 'token-2', end - 1000)
    const later = cookieValue(await module.sessionCookie(renewed, false, end - 1000))
    expect((await module.readSession(later, end)).session).toBeUndefined()
  })

  it('starts with another id each time (S5)', () => {
    const ids = Array.from({ length: 100 }, () => module.startSession('t', user, 'blq').sid)
    expect(new Set(ids).size).toBe(100)
  })

  it('dies in this process at once when it ends, remembered or not (S4)', async () => {
    const { session, cookie } = await sealed()
    await module.readSession(cookie)
    module.endSession(session)
    expect(await module.readSession(cookie)).toEqual({ reason: 'ended' })
  })

  it('gives an older cookie the newest state, lock and all', async () => {
    const { session, cookie } = await sealed()
    const renewed = module.renewSession(session, 'token-2')
    expect(await module.readSession(cookie)).toEqual({ session: renewed, behind: true })
    const newest = cookieValue(await module.sessionCookie(renewed, false))
    expect(await module.readSession(newest)).toEqual({ session: renewed, behind: false })
    const again = module.renewSession(session, 'token-3')
    expect(again).toMatchObject({ token: 'token-3', version: 2 })
  })

  it('puts the stamp and the lock beside it for its pages, and nothing else', async () => {
    const { session } = await sealed()
    const sign = async (of: typeof session) => (await module.sessionCookies(of, false))[1]
    expect(await sign(session)).toBe(`nlos-sign=${session.tokenAt}; Path=/; SameSite=Lax`)
    expect(await sign(module.lockSession(session, 'lock'))).toBe(
      `nlos-sign=${session.tokenAt}.locked; Path=/; SameSite=Lax`,
    )
  })

  it('keeps a lock through a refresh that began before it, and the token through an unlock', async () => {
    const { session, cookie } = await sealed()
    module.lockSession(session, 'login', 5)
    expect(module.renewSession(session, 'token-2')).toMatchObject({
      token: 'token-2',
      lockedAt: 5,
      opensWith: 'login',
    })
    expect((await module.readSession(cookie)).session).toMatchObject({
      token: 'token-2',
      lockedAt: 5,
      opensWith: 'login',
    })
    const open = module.unlockSession(session)
    expect(open).toMatchObject({ token: 'token-2', lockedAt: undefined, opensWith: undefined, version: 3 })
    const stored = cookieValue(await module.sessionCookie(open, false))
    expect((await module.readSession(stored)).session?.lockedAt).toBeUndefined()
  })

  it('does not make a cookie that browsers would drop', async () => {
    const long = module.startSession('t'.repeat(8192), user, 'blq')
    await expect(module.sessionCookie(long, false)).rejects.toThrow(RangeError)
    const fits = module.startSession('t'.repeat(2048), user, 'blq')
    expect((await module.sessionCookie(fits, true)).split(';')[0]?.length).toBeLessThanOrEqual(4096)
  })

  it('rotates: the highest number seals, all open, a retired one is told apart (S14)', async () => {
    const next = secret()
    const { cookie } = await sealed()
    module = processWith({ 1: key, 2: next })
    expect((await module.readSession(cookie)).session).toBeDefined()
    expect((await sealed()).cookie).toMatch(/^Fe26\.2\*2\*/)
    module = processWith({ 2: next })
    expect(await module.readSession(cookie)).toEqual({ reason: 'unknown-key' })
  })
})

describe('the secret of the demo', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = join(mkdtempSync(join(tmpdir(), 'nlos-')), 'data')
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('is made once, for the owner alone, and stays', () => {
    const keys = loadSessionKeys({ sessionSecrets: {}, dataDir })
    const file = join(dataDir, 'session-secret')
    expect(keys).toEqual({ 1: readFileSync(file, 'utf8') })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    chmodSync(file, 0o644)
    expect(loadSessionKeys({ sessionSecrets: {}, dataDir })).toEqual(keys)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('refuses a broken one, and is not made when secrets are set', () => {
    const configured = { 1: secret() }
    expect(loadSessionKeys({ sessionSecrets: configured, dataDir })).toBe(configured)
    expect(() => statSync(dataDir)).toThrow()
    loadSessionKeys({ sessionSecrets: {}, dataDir })
    writeFileSync(join(dataDir, 'session-secret'), 'short')
    expect(() => loadSessionKeys({ sessionSecrets: {}, dataDir })).toThrow(/broken session-secret/)
  })
})
