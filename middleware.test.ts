import { randomBytes } from 'node:crypto'
import { NextRequest } from 'next/server'
import { sessionCookie, startSession } from './lib/bff/session.ts'
import { config, middleware } from './middleware.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

/** The answer to a visit; `location` relative to the server's own address. */
async function visit(path: string, headers: Record<string, string> = {}) {
  const request = new NextRequest(`http://localhost:3000${path}`, {
    headers: { host: 'localhost:3000', ...headers },
  })
  const response = await middleware(request)
  const location = response.headers.get('location')?.replace('http://localhost:3000', '')
  return { status: response.status, location, headers: response.headers }
}

async function cookieOf(changes: object = {}, tenant = 'blq'): Promise<{ cookie: string }> {
  const session = { ...startSession('t', { id: 7, name: '王五', account: 'a' }, tenant), ...changes }
  return { cookie: (await sessionCookie(session, false)).split(';')[0] ?? '' }
}

describe('middleware', () => {
  it.each(['/', '/wel/index', '/create/shenfen', '/api/index', '/nothing', '/loginX', '/lockX'])(
    'sends a stranger from %s to login',
    async (path) => {
      expect(await visit(path)).toMatchObject({ status: 307, location: '/login?pro=blq' })
    },
  )

  it.each(['/login', '/login/blq', '/404', '/403', '/500', '/collectUserInformation'])(
    'lets a stranger see %s',
    async (path) => {
      expect(await visit(path)).toMatchObject({ status: 200, location: undefined })
    },
  )

  it('passes a signed-in user, and leads from login into the console', async () => {
    expect(await visit('/wel/index', await cookieOf())).toMatchObject({ status: 200 })
    expect(await visit('/login', await cookieOf())).toMatchObject({ status: 307, location: '/' })
  })

  it('holds a locked session on the lock page', async () => {
    const locked = await cookieOf({ lockedAt: Date.now() })
    expect(await visit('/wel/index', locked)).toMatchObject({ location: '/lock' })
    expect(await visit('/login', locked)).toMatchObject({ location: '/lock' })
    expect(await visit('/create/index', locked)).toMatchObject({ location: '/lock?from=%2Fcreate%2Findex' })
    expect(await visit('/order/query?q=a&_rsc=1', locked)).toMatchObject({
      location: '/lock?from=%2Forder%2Fquery%3Fq%3Da',
    })
    expect(await visit('/lock', locked)).toMatchObject({ status: 200 })
  })

  it("treats a broken or another tenant's session as none, and removes the cookie", async () => {
    for (const cookie of [{ cookie: 'nlos-session=x' }, await cookieOf({}, 'qhe')]) {
      const answer = await visit('/wel/index', cookie)
      expect(answer.location).toBe('/login?pro=blq')
      expect(answer.headers.get('set-cookie')).toMatch(/^nlos-session=; Max-Age=0/)
    }
  })

  it('gives every page a policy with its own nonce, and tells it the tenant', async () => {
    const [one, two] = [await visit('/login'), await visit('/login')]
    const policy = one.headers.get('content-security-policy')
    expect(policy).toContain("'nonce-")
    expect(policy).not.toBe(two.headers.get('content-security-policy'))
    expect(policy).toContain("frame-src 'self' https://portal.nlos.example;")
    expect(one.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
    expect(one.headers.get('x-middleware-request-x-nlos-tenant')).toBe('blq')
  })

  it.each([
    ['/nlos/home/list', false],
    ['/session/info', false],
    ['/_next/static/chunks/a.js', false],
    ['/brand/blq/logo.svg', false],
    ['/', true],
    ['/api/index', true],
    ['/shop/OpenShop', true],
    ['/nlosx', true],
  ])('is asked for %s: %s', (path, asked) => {
    expect(new RegExp(`^${config.matcher[0]}$`).test(path)).toBe(asked)
  })
})
