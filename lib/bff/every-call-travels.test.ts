import {
  answerWith,
  ask,
  byAddress,
  calls,
  cookieOf,
  FORM,
  falls,
  HOST,
  isPublic,
  json,
  MULTIPART,
  nameOf,
  reset,
  seen,
  withSession,
} from './every-call.fixture.ts'

beforeEach(reset)

describe('calls from elsewhere (B1)', () => {
  const ownHeader = ['1', undefined, '0', '1, 1']
  const origins = [
    `http://${HOST}`,
    undefined,
    'null',
    'http://evil.example',
    `http://a.${HOST}`,
    `http://${HOST}.evil.example`,
  ]
  const sites = ['same-origin', undefined, 'same-site', 'cross-site', 'none']
  const types = [FORM, MULTIPART, 'text/plain', 'application/json', undefined]

  it('are 403 in every combination but that of our own page, and no upstream hears of them', async () => {
    const fell: string[] = []
    let tried = 0
    const cookie = await cookieOf()
    for (const endpoint of calls.filter((call) => !byAddress(call) && !call.signed)) {
      for (const own of ownHeader) {
        for (const from of origins) {
          for (const site of sites) {
            const isOurs =
              own === '1' &&
              (site === undefined || site === 'same-origin') &&
              (from === origins[0] || (from === undefined && endpoint.method === 'GET'))
            if (isOurs) continue
            for (const type of endpoint.method === 'GET' ? [undefined] : types) {
              tried++
              const headers = { 'x-nlos': own, origin: from, 'sec-fetch-site': site, 'content-type': type }
              const { status, setCookies } = await ask(endpoint, { cookie, headers })
              if (status !== 403 || setCookies.length > 0) {
                fell.push(`${nameOf(endpoint)} ${JSON.stringify(headers)}: ${status}`)
              }
            }
          }
        }
      }
    }
    expect(fell).toEqual([])
    expect(seen).toHaveLength(0)
    expect(tried).toBeGreaterThan(calls.length * 400)
  })

  it('are refused where a file is opened by its address, unless typed in or led to by us', async () => {
    const files = calls.filter(byAddress)
    expect(files.length).toBeGreaterThan(0)
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'x-nlos': undefined, 'sec-fetch-site': site }
      expect(
        await falls(
          () => 403,
          async () => ({ headers, ...(await withSession()) }),
          files,
        ),
      ).toEqual([])
    }
  })

  it('have a body of another type than the contract’s refused on our own page too', async () => {
    for (const type of ['text/plain', 'application/json', 'text/html', 'multipart/mixed; boundary=x', 'x']) {
      const fell = await falls(
        () => 415,
        async () => ({ headers: { 'content-type': type }, ...(await withSession()) }),
        calls.filter(({ method, signed }) => method === 'POST' && !(signed && type === 'application/json')),
      )
      expect(fell).toEqual([])
    }
  })
})

describe('what travels', () => {
  const hostile = {
    token: 'mine',
    authorization: 'Bearer x',
    'x-user-id': '1',
    x_forwarded_host: 'evil.example',
    'x-forwarded-for': '9.9.9.9',
    'x-forwarded-host': 'evil.example',
    'x-nlos-tenant': 'qhe',
    'x-nlos-client-ip': '9.9.9.9',
    'x-nlos-request-id': 'mine',
    'x-nlos-user-agent': 'mine',
    'x-nlos-origin': 'https://evil.example',
    connection: 'token, x-tenant',
    'x-tenant': 'qhe',
    expect: '100-continue',
    te: 'trailers',
    trailer: 'token',
    upgrade: 'h2c',
    'proxy-authorization': 'x',
    'proxy-connection': 'keep-alive',
    range: 'bytes=0-1',
    'if-none-match': '*',
    'content-encoding': 'gzip',
    'idempotency-key': 'abcdefghijklmnop',
  }

  it('to the upstream is the chosen headers and our own token, from every call (P4)', async () => {
    const allowed = new Set([
      'accept',
      'accept-encoding',
      'content-length',
      'content-type',
      'token',
      'x-nlos-client-ip',
      'x-nlos-origin',
      'x-nlos-request-id',
      'x-nlos-tenant',
      'x-nlos-user-agent',
    ])
    for (const endpoint of calls) {
      seen.length = 0
      await ask(endpoint, { headers: hostile, cookie: await cookieOf() })
      const headers = seen[0]?.headers ?? {}
      expect(Object.keys(headers).filter((name) => !allowed.has(name))).toEqual([])
      expect([nameOf(endpoint), headers]).toEqual([
        nameOf(endpoint),
        expect.objectContaining({
          'x-nlos-tenant': 'blq',
          'x-nlos-client-ip': '192.0.2.7',
          'x-nlos-request-id': 'request-1',
        }),
      ])
      expect(headers.token).toBe(isPublic(endpoint) ? undefined : 'upstream-token-1')
      const tellsDevice = endpoint.path === '/login/go' || endpoint.path.startsWith('/biz/signing/')
      expect(headers['x-nlos-user-agent']).toBe(tellsDevice ? '' : undefined)
      expect(headers['x-nlos-origin']).toBe(`http://${HOST}`)
    }
  })

  it('to the browser is none of the upstream’s headers, and never its token (P5, S2)', async () => {
    answerWith(async () => {
      const said = await json()
      const headers = {
        'set-cookie': ['evil=1'],
        location: 'http://evil.example/',
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'content-security-policy': "script-src 'unsafe-inline'",
        'x-powered-by': 'x',
        'cache-control': 'public, max-age=99999',
        refresh: '0;url=http://evil.example',
        link: '<http://evil.example>; rel=preload',
        'content-length': '1',
        'x-nlos-request-id': 'theirs',
        'clear-site-data': '"*"',
      }
      return { ...said, headers: { ...said.headers, ...headers } }
    })
    const names = new Set<string>()
    for (const endpoint of calls) {
      const { headers, body, setCookies } = await ask(endpoint, await withSession())
      expect(headers['clear-site-data']).toBe(endpoint.path === '/logout' ? '"storage"' : undefined)
      for (const name of Object.keys(headers)) names.add(name)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox/)
      expect(setCookies.join()).not.toContain('evil')
      if (endpoint.kind === 'file') continue
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['content-length']).toBe(String((body as Buffer).length))
      const effect = endpoint.path === '/login/go' || endpoint.path === '/user/refesh'
      if (effect) expect(String(body)).not.toContain('upstream-token')
    }
    for (const name of [
      'set-cookie',
      'location',
      'access-control-allow-origin',
      'refresh',
      'link',
      'x-powered-by',
    ]) {
      expect(names).not.toContain(name)
    }
  })
})
