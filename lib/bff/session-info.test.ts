import { randomBytes } from 'node:crypto'
import { sessionCookie, startSession } from './session.ts'
import { answerSessionInfo } from './session-info.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

async function ask(headers: Record<string, string>) {
  const response = await answerSessionInfo(
    new Request('http://localhost/session/info', {
      headers: { host: 'localhost', 'x-nlos': '1', ...headers },
    }),
  )
  return { status: response.status, body: await response.json(), headers: response.headers }
}

describe('answerSessionInfo', () => {
  const session = startSession(
    'secret-token',
    { id: 7, name: '王五', account: 'a' },
    'blq',
    1_900_000_000_000,
  )
  const cookieOf = async (changes: object = {}) =>
    (await sessionCookie({ ...session, startedAt: Date.now(), ...changes }, false)).split(';')[0] ?? ''

  it('tells the user, the stamp and the lock, and keeps token and hash', async () => {
    const { status, body, headers } = await ask({ cookie: await cookieOf({ lockedAt: 1 }) })
    expect(status).toBe(200)
    expect(body).toEqual({ user: session.user, tenant: 'blq', tokenAt: 1_900_000_000_000, locked: true })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('refuses strangers, other tenants and other sites (B1, T3)', async () => {
    expect(await ask({})).toMatchObject({ status: 401, body: { message: '登录已失效，请重新登录' } })
    const foreign = await ask({ cookie: await cookieOf({ tenant: 'qhe' }) })
    expect([foreign.status, foreign.headers.get('set-cookie')?.slice(0, 26)]).toEqual([
      401,
      'nlos-session=; Max-Age=0; ',
    ])
    const cookie = await cookieOf()
    expect((await ask({ cookie, 'x-nlos': '' })).status).toBe(403)
    expect((await ask({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await ask({ cookie, host: '' })).status).toBe(400)
  })
})
