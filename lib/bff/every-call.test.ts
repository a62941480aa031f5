import { endpointTable } from '../domains/endpoints.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import {
  answerWith,
  ask,
  calls,
  cookieOf,
  falls,
  isPublic,
  nameOf,
  origin,
  reset,
  seen,
  withSession,
} from './every-call.fixture.ts'
import { UpstreamFailure } from './upstream-call.ts'

beforeEach(reset)

test('there are calls to test', () => expect(calls.length).toBeGreaterThan(100))

describe('every call of the contracts', () => {
  it('goes once to its fixed path, with the method of the contract (P1)', async () => {
    for (const endpoint of calls) {
      seen.length = 0
      const { status } = await ask(endpoint, await withSession())
      expect([nameOf(endpoint), status, seen.map((call) => `${call.method} ${call.path}`)]).toEqual([
        nameOf(endpoint),
        200,
        // A login ends the session that it replaces.
        endpoint.path === '/login/go' ? [nameOf(endpoint), 'GET /logout'] : [nameOf(endpoint)],
      ])
    }
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', ''])(
    'by %s is 405, unless that is its method (P1)',
    async (method) => {
      const others = calls.filter((endpoint) => !endpointTable.has(`${method} ${endpoint.path}`))
      const fell = await falls(
        () => 405,
        async () => ({ method, ...(await withSession()) }),
        others,
      )
      expect(fell).toEqual([])
    },
  )

  const spellings: [string, (path: string) => string][] = [
    ['a slash behind', (path) => `${path}/`],
    ['a slash more', (path) => `/${path}`],
    ['a dot segment', (path) => `/.${path}`],
    ['a way up', (path) => `/x/..${path}`],
    ['an encoded way up', (path) => `/x/%2e%2e${path}`],
    ['an encoded slash', (path) => path.replace(/\/(?=[^/]*$)/, '%2f')],
    ['a double encoding', (path) => path.replace(/\/(?=[^/]*$)/, '%252f')],
    ['a backslash', (path) => path.replace(/\/(?=[^/]*$)/, '\\')],
    ['an encoded letter', (path) => path.replace(/[a-z]$/i, (at) => `%${at.charCodeAt(0).toString(16)}`)],
    ['other case', (path) => (path === path.toUpperCase() ? path.toLowerCase() : path.toUpperCase())],
    ['a matrix parameter', (path) => `${path};x=1`],
    ['a NUL', (path) => `${path}%00`],
    ['an ending', (path) => `${path}.json`],
    ['a segment more', (path) => `${path}/x`],
    ['a user before', (path) => `/@evil.example${path}`],
    ['a whole address', (path) => `/http://127.0.0.1:9${path}`],
    ['a full-width letter', (path) => path.replace(/[a-z]$/i, 'ｔ')],
    ['an overlong dot', (path) => `/%c0%ae%c0%ae${path}`],
  ]
  it.each(spellings)('spelled with %s is 404 (P2, P3)', async (_name, spell) => {
    const fell = await falls(
      () => 404,
      async ({ path }) => ({ path: `/nlos${spell(path)}`, ...(await withSession()) }),
    )
    expect(fell).toEqual([])
  })

  it('without a session is 401, unless it is public (S1)', async () => {
    const wanted = (endpoint: Endpoint) => (isPublic(endpoint) ? 200 : 401)
    for (const cookie of [undefined, 'nlos-session=', 'nlos-session=x', 'other=1', '__Host-nlos-session=x']) {
      expect(await falls(wanted, () => ({ cookie }))).toEqual([])
    }
  })

  it('with a session of before is 401 once that has ended (S4)', async () => {
    const cookie = await cookieOf()
    const logout = endpointTable.get('GET /logout')
    if (!logout) throw new Error('no logout')
    await ask(logout, { cookie })
    expect(
      await falls(
        (endpoint) => (isPublic(endpoint) ? 200 : 401),
        () => ({ cookie }),
      ),
    ).toEqual([])
  })

  it('with a locked session is 423, unless it opens, keeps or ends it (S9)', async () => {
    const fell = await falls(
      (endpoint) => (isPublic(endpoint) || endpoint.access === 'evenLocked' ? 200 : 423),
      async () => ({ cookie: await cookieOf({ lockedAt: 1 }) }),
    )
    expect(fell).toEqual([])
  })

  it('with the session of another tenant is 401, on a host of nobody 421 (T1, T3)', async () => {
    const other = origin({ host: 'qinghe.localhost', hostWithPort: 'qinghe.localhost', tenant: 'qhe' })
    const headers = { origin: 'http://qinghe.localhost' }
    const fell = await falls(
      (endpoint) => (isPublic(endpoint) ? 200 : 401),
      async () => ({ from: other, headers, ...(await withSession()) }),
    )
    expect(fell).toEqual([])
    const nobody = origin({ host: 'evil.example', hostWithPort: 'evil.example', tenant: '' })
    const claimed = { origin: 'http://evil.example' }
    expect(
      await falls(
        () => 421,
        async () => ({ from: nobody, headers: claimed, ...(await withSession()) }),
      ),
    ).toEqual([])
  })

  it('with more bytes stated than its contract takes is 413, before any is read (A4)', async () => {
    const fell = await falls(
      () => 413,
      async ({ maxBytes }) => ({
        headers: { 'content-length': String(maxBytes + 1) },
        ...(await withSession()),
      }),
      calls.filter(({ method }) => method === 'POST'),
    )
    expect(fell).toEqual([])
  })
})

describe('an upstream that is gone', () => {
  const failing = (fault: 'unreachable' | 'lost') => async () => {
    throw new UpstreamFailure(fault, fault)
  }
  const plain = calls.filter(({ path }) => path !== '/logout')

  it('is asked again by a GET of which nothing was sent, once, and never by a write (P13)', async () => {
    answerWith(failing('unreachable'))
    for (const endpoint of plain) {
      seen.length = 0
      const { status } = await ask(endpoint, await withSession())
      expect([nameOf(endpoint), status, seen.length]).toEqual([
        nameOf(endpoint),
        504,
        endpoint.method === 'GET' ? 2 : 1,
      ])
    }
  })

  it('behind a write that was sent leaves its result unknown, says so, and hears no more of it (P13)', async () => {
    answerWith(failing('lost'))
    for (const endpoint of plain.filter(({ method }) => method === 'POST')) {
      seen.length = 0
      const { status, body } = await ask(endpoint, await withSession())
      expect([nameOf(endpoint), status, seen.length]).toEqual([nameOf(endpoint), 502, 1])
      expect(JSON.parse(String(body))).toMatchObject({
        code: 'result-unknown',
        message: '操作结果未知，请刷新后核对',
      })
    }
  })
})
