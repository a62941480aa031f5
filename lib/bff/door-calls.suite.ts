import { answerJson, type DoorUnderTest, signIn } from './door.fixture.ts'

/** The calls that pass, and the headers that pass with them. */
export function describeCalls(at: DoorUnderTest): void {
  describe('calls of the table (P1, P2)', () => {
    it('sends a call to the fixed path and gives back the answer', async () => {
      const cookie = await signIn(at.port, at.stub)
      const received = await at.list({ cookie })
      expect(received.status).toBe(200)
      expect(JSON.parse(received.text)).toEqual({ ok: true })
      expect(at.stub.seen).toHaveLength(1)
      expect(at.stub.seen[0]).toMatchObject({ method: 'POST', url: '/base/home/list' })
      expect(at.stub.seen[0]?.body.toString()).toBe('a=1')
    })

    it.each([
      '/nlos',
      '/nlos/',
      '/nlos/home',
      '/nlos/home/list/',
      '/nlos/home/list/x',
      '/nlos/HOME/list',
      '/nlos/home/lis%74',
      '/nlos/http:127.0.0.1:9',
      '/nlos/home/list@evil',
      '/nlos/__proto__',
      '/nlos/constructor',
    ])('answers 404 to %s without an upstream call', async (path) => {
      const cookie = await signIn(at.port, at.stub)
      expect((await at.call({ path, body: 'a=1', cookie })).status).toBe(404)
      expect(at.stub.seen).toHaveLength(0)
    })

    it.each([
      '/nlos//home/list',
      '/nlos/..%2fhome/list',
      '/nlos/a/..%2f..%2fb',
      '/nlos/%5c%5cevil',
      '/nlos/home%00/list',
      '/nlos/http:%2f%2f127.0.0.1:9',
      '/nlos/%ff',
      '/nlos/%zz',
    ])('refuses %s without an upstream call', async (path) => {
      const cookie = await signIn(at.port, at.stub)
      const { status } = await at.call({ path, body: 'a=1', cookie })
      expect([400, 404]).toContain(status)
      expect(at.stub.seen).toHaveLength(0)
    })

    it.each([
      ['GET', '/nlos/home/list', 'POST'],
      ['POST', '/nlos/logout', 'GET'],
      ['PUT', '/nlos/home/list', 'POST'],
      ['DELETE', '/nlos/home/list', 'POST'],
      ['HEAD', '/nlos/admin/getDic', 'GET'],
      ['OPTIONS', '/nlos/home/list', 'POST'],
    ])('answers 405 to %s %s and names %s', async (method, path, allow) => {
      const received = await at.call({ method, path, cookie: await signIn(at.port, at.stub) })
      expect(received.status).toBe(405)
      expect(received.headers.allow).toBe(allow)
      expect(at.stub.seen).toHaveLength(0)
    })

    it('passes the query of a GET on and drops that of a POST', async () => {
      const cookie = await signIn(at.port, at.stub)
      await at.call({ method: 'GET', path: '/nlos/admin/getDic?type=gender', cookie })
      await at.list({ path: '/nlos/home/list?type=gender', cookie })
      expect(at.stub.seen.map(({ url }) => url)).toEqual([
        '/base/admin/getDic?type=gender',
        '/base/home/list',
      ])
    })
  })

  describe('headers (P4, P5)', () => {
    it('sends exactly the chosen headers and the token of the session', async () => {
      const cookie = await signIn(at.port, at.stub)
      await at.list({
        cookie,
        headers: {
          token: 'mine',
          authorization: 'Bearer x',
          'x-user-id': '1',
          x_forwarded_host: 'evil.example',
          'x-nlos-tenant': 'qhe',
          'x-nlos-client-ip': '9.9.9.9',
          'x-nlos-request-id': 'mine',
          'x-forwarded-for': '9.9.9.9',
          'proxy-authorization': 'x',
          te: 'trailers',
          'accept-language': 'en',
          'user-agent': 'x',
          'idempotency-key': 'abcdefghijklmnop',
        },
      })
      const { 'x-nlos-request-id': id, host, ...headers } = at.stub.seen[0]?.headers ?? {}
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
      expect(host).toBe(new URL(at.stub.url).host)
      expect(headers).toEqual({
        accept: 'application/json',
        'accept-encoding': 'identity',
        connection: 'keep-alive',
        'content-length': '3',
        'content-type': 'application/x-www-form-urlencoded',
        token: 'upstream-token-1',
        'x-nlos-client-ip': expect.stringMatching(/^(127\.0\.0\.1|0\.0\.0\.0)$/),
        'x-nlos-origin': `http://localhost:${at.port}`,
        'x-nlos-tenant': 'blq',
      })
    })

    it('lets no header of the upstream through and fixes the type', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer(
        answerJson({ ok: true }, 200, {
          'set-cookie': 'evil=1',
          location: 'http://evil.example/',
          'access-control-allow-origin': '*',
          'content-security-policy': "script-src 'unsafe-inline'",
          'x-powered-by': 'x',
          'cache-control': 'public',
        }),
      )
      const { headers } = await at.list({ cookie })
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      for (const absent of ['set-cookie', 'location', 'access-control-allow-origin', 'x-powered-by']) {
        expect(headers[absent]).toBeUndefined()
      }
    })

    it('gives a file as an attachment in a sandbox, whatever the upstream says it is', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer((_req, res) => {
        const name = `attachment; filename="a.html"; filename*=UTF-8''..%2F%E5%90%88%E5%90%8C%0D%0AX%3A1.html`
        res.writeHead(200, {
          'content-type': 'text/html',
          'content-disposition': name,
          'content-length': '8',
        })
        res.end('<script>')
      })
      const { status, text, headers } = await at.call({
        method: 'GET',
        path: '/nlos/file/get?fileId=1',
        cookie,
        headers: { 'x-nlos': undefined, 'sec-fetch-site': 'none' },
      })
      expect([status, text]).toEqual([200, '<script>'])
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toBe(
        `attachment; filename=".._____X_1.html"; filename*=UTF-8''.._%E5%90%88%E5%90%8C__X_1.html`,
      )
      expect(headers['content-security-policy']).toContain('sandbox')
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-content-type-options']).toBe('nosniff')
    })
  })

  describe('own pages only (B1, B2)', () => {
    const own = (p: number) => `http://localhost:${p}`
    const foreign: [string, Record<string, string | undefined>][] = [
      ['no own header', { 'x-nlos': undefined }],
      ['another own header', { 'x-nlos': '0' }],
      ['evil origin', { origin: 'http://evil.example' }],
      ['null origin', { origin: 'null' }],
      ['sibling origin', { origin: 'http://a.localhost' }],
      ['other port', { origin: 'http://localhost:1' }],
      ['origin with a path', { origin: 'http://localhost/x' }],
      ['no origin', { origin: undefined }],
      ['cross-site', { 'sec-fetch-site': 'cross-site' }],
      ['same-site', { 'sec-fetch-site': 'same-site' }],
      ['none', { 'sec-fetch-site': 'none' }],
    ]
    it.each(foreign)('refuses a POST with %s', async (_name, headers) => {
      const cookie = await signIn(at.port, at.stub)
      for (const path of ['/nlos/home/list', '/nlos/login/go', '/nlos/user/refesh']) {
        const received = await at.call({ path, body: 'a=1', cookie, headers })
        expect(received.status).toBe(403)
        expect(received.cookie).toBeUndefined()
      }
      expect(at.stub.seen).toHaveLength(0)
    })

    it.each(['text/plain', 'application/json', 'multipart/mixed; boundary=x', undefined])(
      'refuses a body of type %s',
      async (type) => {
        const cookie = await signIn(at.port, at.stub)
        expect((await at.list({ cookie, headers: { 'content-type': type } })).status).toBe(415)
        expect(at.stub.seen).toHaveLength(0)
      },
    )

    it('takes a call of our own pages, with and without Sec-Fetch-Site', async () => {
      const cookie = await signIn(at.port, at.stub)
      expect((await at.list({ cookie })).status).toBe(200)
      expect((await at.list({ cookie, headers: { 'sec-fetch-site': undefined } })).status).toBe(200)
      expect((await at.list({ cookie, headers: { origin: own(at.port) } })).status).toBe(200)
    })

    it('does not sign out by a picture, a link or a form', async () => {
      const cookie = await signIn(at.port, at.stub)
      for (const headers of [
        { 'x-nlos': undefined, 'sec-fetch-site': 'cross-site' },
        { 'x-nlos': undefined, 'sec-fetch-site': 'same-origin' },
        { 'x-nlos': undefined, 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'http://evil.example' },
      ]) {
        expect((await at.call({ method: 'GET', path: '/nlos/logout', cookie, headers })).status).toBe(403)
      }
      expect(at.stub.seen).toHaveLength(0)
      expect((await at.list({ cookie })).status).toBe(200)
    })

    it('does not give a file to a page of another site', async () => {
      const cookie = await signIn(at.port, at.stub)
      const headers = { 'x-nlos': undefined, 'sec-fetch-site': 'cross-site' }
      expect((await at.call({ method: 'GET', path: '/nlos/file/get', cookie, headers })).status).toBe(403)
      expect(at.stub.seen).toHaveLength(0)
    })
  })
}
