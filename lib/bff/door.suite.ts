import {
  answerJson,
  doorTo,
  type Received,
  type Sent,
  type Stub,
  send,
  signIn,
  startStub,
} from './door.fixture.ts'
import type { Door } from './door.ts'
import { redirectLog } from './log.ts'

/** Serves a door on a free port of the loopback. */
export type Adapter = (door: Door) => Promise<{ port: number; close: () => Promise<unknown> }>

/** Everything the door promises, through one adapter. "No upstream call" is counted at the stub. */
export function describeDoor(name: string, adapter: Adapter): void {
  describe(`the door through ${name}`, () => {
    let stub: Stub
    let port: number
    let close: () => Promise<unknown>
    let logged = ''
    let restoreLog: () => void

    beforeAll(async () => {
      restoreLog = redirectLog((text) => {
        logged += text
      })
      stub = await startStub()
      const { door, close: closeUpstream } = doorTo(stub, {
        deadline: 400,
        inFlight: 4,
        inFlightPerSession: 3,
        maxAnswerBytes: 10_000,
      })
      const served = await adapter(door)
      port = served.port
      close = () => Promise.all([served.close(), closeUpstream(), stub.close()])
    })
    afterAll(async () => {
      await close()
      restoreLog()
    })
    beforeEach(() => stub.reset())

    const call = (sent: Sent) => send(port, sent)
    const list = (sent: Partial<Sent> = {}) => call({ path: '/nlos/home/list', body: 'a=1', ...sent })
    const messageOf = (received: Received) => JSON.parse(received.text).message

    describe('calls of the table (P1, P2)', () => {
      it('sends a call to the fixed path and gives back the answer', async () => {
        const cookie = await signIn(port, stub)
        const received = await list({ cookie })
        expect(received.status).toBe(200)
        expect(JSON.parse(received.text)).toEqual({ ok: true })
        expect(stub.seen).toHaveLength(1)
        expect(stub.seen[0]).toMatchObject({ method: 'POST', url: '/base/home/list' })
        expect(stub.seen[0]?.body.toString()).toBe('a=1')
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
        const cookie = await signIn(port, stub)
        expect((await call({ path, body: 'a=1', cookie })).status).toBe(404)
        expect(stub.seen).toHaveLength(0)
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
        const cookie = await signIn(port, stub)
        const { status } = await call({ path, body: 'a=1', cookie })
        expect([400, 404]).toContain(status)
        expect(stub.seen).toHaveLength(0)
      })

      it.each([
        ['GET', '/nlos/home/list', 'POST'],
        ['POST', '/nlos/logout', 'GET'],
        ['PUT', '/nlos/home/list', 'POST'],
        ['DELETE', '/nlos/home/list', 'POST'],
        ['HEAD', '/nlos/admin/getDic', 'GET'],
        ['OPTIONS', '/nlos/home/list', 'POST'],
      ])('answers 405 to %s %s and names %s', async (method, path, allow) => {
        const received = await call({ method, path, cookie: await signIn(port, stub) })
        expect(received.status).toBe(405)
        expect(received.headers.allow).toBe(allow)
        expect(stub.seen).toHaveLength(0)
      })

      it('passes the query of a GET on and drops that of a POST', async () => {
        const cookie = await signIn(port, stub)
        await call({ method: 'GET', path: '/nlos/admin/getDic?type=gender', cookie })
        await list({ path: '/nlos/home/list?type=gender', cookie })
        expect(stub.seen.map(({ url }) => url)).toEqual(['/base/admin/getDic?type=gender', '/base/home/list'])
      })
    })

    describe('headers (P4, P5)', () => {
      it('sends exactly the chosen headers and the token of the session', async () => {
        const cookie = await signIn(port, stub)
        await list({
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
        const { 'x-nlos-request-id': id, host, ...headers } = stub.seen[0]?.headers ?? {}
        expect(id).toMatch(/^[0-9a-f-]{36}$/)
        expect(host).toBe(new URL(stub.url).host)
        expect(headers).toEqual({
          accept: 'application/json',
          'accept-encoding': 'identity',
          connection: 'keep-alive',
          'content-length': '3',
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': 'abcdefghijklmnop',
          token: 'upstream-token-1',
          'x-nlos-client-ip': expect.stringMatching(/^(127\.0\.0\.1|0\.0\.0\.0)$/),
          'x-nlos-tenant': 'blq',
        })
      })

      it('lets no header of the upstream through and fixes the type', async () => {
        const cookie = await signIn(port, stub)
        stub.answer(
          answerJson({ ok: true }, 200, {
            'set-cookie': 'evil=1',
            location: 'http://evil.example/',
            'access-control-allow-origin': '*',
            'content-security-policy': "script-src 'unsafe-inline'",
            'x-powered-by': 'x',
            'cache-control': 'public',
          }),
        )
        const { headers } = await list({ cookie })
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
        const cookie = await signIn(port, stub)
        stub.answer((_req, res) => {
          const name = `attachment; filename="a.html"; filename*=UTF-8''..%2F%E5%90%88%E5%90%8C%0D%0AX%3A1.html`
          res.writeHead(200, {
            'content-type': 'text/html',
            'content-disposition': name,
            'content-length': '8',
          })
          res.end('<script>')
        })
        const { status, text, headers } = await call({
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
        const cookie = await signIn(port, stub)
        for (const path of ['/nlos/home/list', '/nlos/login/go', '/nlos/user/refesh']) {
          const received = await call({ path, body: 'a=1', cookie, headers })
          expect(received.status).toBe(403)
          expect(received.cookie).toBeUndefined()
        }
        expect(stub.seen).toHaveLength(0)
      })

      it.each(['text/plain', 'application/json', 'multipart/mixed; boundary=x', undefined])(
        'refuses a body of type %s',
        async (type) => {
          const cookie = await signIn(port, stub)
          expect((await list({ cookie, headers: { 'content-type': type } })).status).toBe(415)
          expect(stub.seen).toHaveLength(0)
        },
      )

      it('takes a call of our own pages, with and without Sec-Fetch-Site', async () => {
        const cookie = await signIn(port, stub)
        expect((await list({ cookie })).status).toBe(200)
        expect((await list({ cookie, headers: { 'sec-fetch-site': undefined } })).status).toBe(200)
        expect((await list({ cookie, headers: { origin: own(port) } })).status).toBe(200)
      })

      it('does not sign out by a picture, a link or a form', async () => {
        const cookie = await signIn(port, stub)
        for (const headers of [
          { 'x-nlos': undefined, 'sec-fetch-site': 'cross-site' },
          { 'x-nlos': undefined, 'sec-fetch-site': 'same-origin' },
          { 'x-nlos': undefined, 'sec-fetch-site': 'none' },
          { 'sec-fetch-site': 'cross-site' },
          { origin: 'http://evil.example' },
        ]) {
          expect((await call({ method: 'GET', path: '/nlos/logout', cookie, headers })).status).toBe(403)
        }
        expect(stub.seen).toHaveLength(0)
        expect((await list({ cookie })).status).toBe(200)
      })

      it('does not give a file to a page of another site', async () => {
        const cookie = await signIn(port, stub)
        const headers = { 'x-nlos': undefined, 'sec-fetch-site': 'cross-site' }
        expect((await call({ method: 'GET', path: '/nlos/file/get', cookie, headers })).status).toBe(403)
        expect(stub.seen).toHaveLength(0)
      })
    })

    describe('session (S2 to S4, T3)', () => {
      it('keeps the token: in the sealed cookie, not in the answer', async () => {
        stub.answer(answerJson({ token: 'secret-token', myUser: { id: 7, name: '王五', account: 'a' } }))
        const received = await call({ path: '/nlos/login/go', body: 'account=a' })
        expect(JSON.parse(received.text)).toEqual({
          token: '',
          myUser: { id: 7, name: '王五', account: 'a' },
        })
        const header = received.headers['set-cookie'] ?? []
        expect(header).toHaveLength(1)
        expect(header[0]).toMatch(/^nlos-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
        expect(JSON.stringify(received.headers)).not.toContain('secret-token')
      })

      it.each([
        {},
        { token: 't' },
        { token: '', myUser: { id: 1, name: 'a', account: 'a' } },
        { token: 'a\r\nb' },
        [],
      ])('answers a login of %j with 服务器错误 and no cookie', async (answer) => {
        stub.answer(answerJson(answer))
        const received = await call({ path: '/nlos/login/go', body: 'account=a' })
        expect([received.status, messageOf(received), received.cookie]).toEqual([
          500,
          '服务器错误',
          undefined,
        ])
      })

      it('passes a refused login on without a cookie', async () => {
        stub.answer(answerJson({ message: '用户名或密码错误', captcha: true, secret: 1 }, 400))
        const received = await call({ path: '/nlos/login/go', body: 'account=a' })
        expect(received.status).toBe(400)
        expect(JSON.parse(received.text)).toEqual({
          message: '用户名或密码错误',
          captcha: true,
          id: expect.any(String),
        })
        expect(received.cookie).toBeUndefined()
      })

      it('starts another session at each login, and sends no token with it', async () => {
        const first = await signIn(port, stub)
        stub.answer(answerJson({ token: 't2', myUser: { id: 8, name: 'b', account: 'b' } }))
        const { cookie } = await call({ path: '/nlos/login/go', body: 'account=b', cookie: first })
        expect(stub.seen[0]?.headers.token).toBeUndefined()
        expect(cookie).not.toBe(first)
      })

      it('answers 401 without a session, without an upstream call', async () => {
        const received = await list()
        expect([received.status, received.cookie]).toEqual([401, undefined])
        expect(stub.seen).toHaveLength(0)
      })

      it('answers 401 to a forged cookie and removes it', async () => {
        const cookie = await signIn(port, stub)
        const received = await list({ cookie: `${cookie.slice(0, 60)}x${cookie.slice(61)}` })
        expect([received.status, received.cookie]).toEqual([401, 'nlos-session='])
        expect(stub.seen).toHaveLength(0)
        expect(logged.includes('upstream-token')).toBe(false)
      })

      it("answers 401 to another tenant's session, and 421 on a host of nobody", async () => {
        const cookie = await signIn(port, stub)
        const on = (host: string) =>
          list({
            cookie,
            headers: { host: `${host}:${port}`, origin: `http://${host.toLowerCase()}:${port}` },
          })
        expect((await on('qinghe.localhost')).status).toBe(401)
        expect((await on('unknown.example')).status).toBe(421)
        expect(stub.seen).toHaveLength(0)
        expect((await on('LOCALHOST')).status).toBe(200)
      })

      it('replaces the token, once for all tabs', async () => {
        const cookie = await signIn(port, stub)
        stub.answer((_req, res) =>
          setTimeout(() => answerJson({ token: 'upstream-token-2' })(_req, res, Buffer.alloc(0)), 50),
        )
        const refresh = () => call({ path: '/nlos/user/refesh', body: '', cookie })
        const all = await Promise.all(Array.from({ length: 20 }, refresh))
        expect(stub.seen).toHaveLength(1)
        expect(new Set(all.map(({ status, text }) => `${status} ${text}`))).toEqual(
          new Set(['200 {"token":""}']),
        )
        stub.reset()
        await list({ cookie })
        await list({ cookie: all[0]?.cookie })
        expect(stub.seen.map(({ headers }) => headers.token)).toEqual([
          'upstream-token-2',
          'upstream-token-2',
        ])
        stub.reset()
        expect((await refresh()).cookie).toBeDefined()
        expect(stub.seen).toHaveLength(0)
      })

      it.each([500, 502, 'garbage'] as const)(
        'keeps the session when the refresh answers %s',
        async (fault) => {
          const cookie = await signIn(port, stub)
          stub.answer(fault === 'garbage' ? (_req, res) => res.end('?') : answerJson({}, fault))
          const received = await call({ path: '/nlos/user/refesh', body: '', cookie })
          expect(received.status).toBeGreaterThanOrEqual(500)
          expect(received.cookie).toBeUndefined()
          stub.reset()
          expect((await list({ cookie })).status).toBe(200)
        },
      )

      it('ends the session at a 401 of the upstream', async () => {
        const cookie = await signIn(port, stub)
        stub.answer(answerJson({ message: '登录已过期' }, 401))
        const received = await list({ cookie })
        expect([received.status, messageOf(received), received.cookie]).toEqual([
          401,
          '登录已过期',
          'nlos-session=',
        ])
        stub.reset()
        expect((await list({ cookie })).status).toBe(401)
        expect(stub.seen).toHaveLength(0)
      })

      it('keeps a session whose token was replaced while an older call was under way', async () => {
        const cookie = await signIn(port, stub)
        stub.answer((req, res) => {
          if (req.url?.endsWith('/user/refesh')) answerJson({ token: 'new-token' })(req, res, Buffer.alloc(0))
          else setTimeout(() => answerJson({ message: 'x' }, 401)(req, res, Buffer.alloc(0)), 80)
        })
        const late = list({ cookie })
        const refreshed = await call({ path: '/nlos/user/refesh', body: '', cookie })
        expect(await late).toMatchObject({ status: 401, cookie: undefined })
        stub.reset()
        expect((await list({ cookie: refreshed.cookie })).status).toBe(200)
      })

      it.each([200, 401, 500, 'cut'] as const)('signs out when the upstream answers %s', async (fault) => {
        const cookie = await signIn(port, stub)
        stub.answer(fault === 'cut' ? (req) => req.socket.destroy() : answerJson({}, fault))
        const received = await call({ method: 'GET', path: '/nlos/logout', cookie })
        expect([received.status, received.cookie]).toEqual([200, 'nlos-session='])
        stub.reset()
        expect((await list({ cookie })).status).toBe(401)
        expect(stub.seen).toHaveLength(0)
      })
    })

    describe('size (P7, A4)', () => {
      it('refuses by the stated length, and while reading without one', async () => {
        const cookie = await signIn(port, stub)
        const body = 'a'.repeat(1001)
        expect((await list({ cookie, body: 'a'.repeat(1000) })).status).toBe(200)
        stub.reset()
        expect((await list({ cookie, body })).status).toBe(413)
        expect((await list({ cookie, body, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413)
        expect(stub.seen).toHaveLength(0)
      })

      it('stores the bytes of an upload that were sent, or refuses it', async () => {
        const cookie = await signIn(port, stub)
        const headers = { 'content-type': 'multipart/form-data; boundary=xyz' }
        const upload = (size: number, more: Record<string, string> = {}) =>
          call({
            path: '/nlos/file/upload',
            cookie,
            body: Buffer.alloc(size, 1),
            headers: { ...headers, ...more },
          })
        expect((await upload(150_000)).status).toBe(200)
        expect((await upload(150_000, { 'transfer-encoding': 'chunked' })).status).toBe(200)
        expect(stub.seen.map(({ body }) => body.length)).toEqual([150_000, 150_000])
        stub.reset()
        expect((await upload(200_001)).status).toBe(413)
        expect((await upload(300_000, { 'transfer-encoding': 'chunked' })).status).toBe(413)
        expect(stub.seen).toHaveLength(0)
      })

      it('refuses an upload without a session before its body', async () => {
        const received = await call({
          path: '/nlos/file/upload',
          body: Buffer.alloc(190_000),
          headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
        })
        expect(received.status).toBe(401)
        expect(stub.seen).toHaveLength(0)
      })
    })

    describe('faults of the upstream (A1 to A3, P3, P13)', () => {
      type Fault = [string, number, string, (socket: import('node:net').Socket) => void]
      const raw = (text: string) => (socket: import('node:net').Socket) => socket.end(text)
      const http = (head: string, body = '') => raw(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`)
      const json = 'Content-Type: application/json'
      const faults: Fault[] = [
        ['a reset', 500, '操作结果未知，请刷新后核对', (socket) => socket.destroy()],
        ['a page', 502, '服务器错误', http('200 OK\r\nContent-Type: text/html', '<script>')],
        ['no body', 502, '服务器错误', http(`200 OK\r\n${json}`)],
        ['broken JSON', 502, '服务器错误', http(`200 OK\r\n${json}`, '{"a":')],
        [
          'GBK',
          502,
          '服务器错误',
          (s) =>
            s.end(
              Buffer.from(
                `HTTP/1.1 200 OK\r\n${json}\r\nConnection: close\r\n\r\n{"a":"\xc4\xe3"}`,
                'latin1',
              ),
            ),
        ],
        ['gzip', 502, '服务器错误', http(`200 OK\r\n${json}\r\nContent-Encoding: gzip`, '{}')],
        ['too much', 502, '服务器错误', http(`200 OK\r\n${json}`, `{"a":"${'x'.repeat(20_000)}"}`)],
        [
          'a bad chunk',
          502,
          '服务器错误',
          raw(`HTTP/1.1 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}`),
        ],
        ['no HTTP', 502, '服务器错误', raw('hello')],
        ['204', 502, '服务器错误', http('204 No Content')],
        ['a redirect', 502, '服务器错误', http('302 Found\r\nLocation: http://127.0.0.1:1/')],
        ['500 with a stack', 500, '服务器错误', http(`500 X\r\n${json}`, '{"message":"at /srv/app.js:1"}')],
        ['503', 503, '服务器繁忙，请稍后再试', http(`503 X\r\n${json}`, '{}')],
        ['418', 502, '服务器错误', http(`418 X\r\n${json}`, '{}')],
        ['404 as a page', 404, '未知错误', http('404 X\r\nContent-Type: text/html', '<b>no</b>')],
        [
          'a header of 64 kB',
          502,
          '服务器错误',
          http(`200 OK\r\nX-A: ${'x'.repeat(65_536)}\r\n${json}`, '{}'),
        ],
      ]
      it.each(faults)('answers %s with %i %s', async (_name, status, message, fault) => {
        const cookie = await signIn(port, stub)
        stub.answer((req) => fault(req.socket))
        const received = await list({ cookie })
        expect([received.status, messageOf(received)]).toEqual([status, message])
        expect(stub.seen).toHaveLength(1)
        expect(received.cookie).toBeUndefined()
      })

      it('ends a call at the deadline and closes it at the upstream', async () => {
        const cookie = await signIn(port, stub)
        stub.answer(() => undefined)
        const received = await list({ cookie })
        expect([received.status, messageOf(received)]).toEqual([504, '请求超时'])
        await until(() => stub.aborted.length === 1)
      })

      it('leaves the upstream when the client leaves', async () => {
        const cookie = await signIn(port, stub)
        stub.answer(() => undefined)
        await expect(list({ cookie, leaveAfter: 60 })).rejects.toThrow()
        await until(() => stub.aborted.length === 1)
      })

      it('refuses at once what is over the caps, and recovers', async () => {
        const one = await signIn(port, stub)
        const two = await signIn(port, stub)
        stub.answer((req, res) => setTimeout(() => answerJson({})(req, res, Buffer.alloc(0)), 150))
        const byOne = await Promise.all(Array.from({ length: 5 }, () => list({ cookie: one })))
        expect(byOne.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503])
        const byBoth = await Promise.all([one, one, one, two, two, two].map((cookie) => list({ cookie })))
        expect(byBoth.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 503, 503])
        expect((await list({ cookie: one })).status).toBe(200)
      })

      it('breaks off a file that breaks off', async () => {
        const cookie = await signIn(port, stub)
        stub.answer((req) => {
          req.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nContent-Type: image/png\r\n\r\nhalf')
        })
        const file = call({ method: 'GET', path: '/nlos/file/get', cookie })
        await expect(file).rejects.toThrow()
      })

      it('passes on what the console knows: 400 with fields, 409, 429 with its wait', async () => {
        const cookie = await signIn(port, stub)
        stub.answer(
          answerJson({ message: '请检查', fields: { mobile: '手机号码不能为空' }, stack: 'x' }, 400),
        )
        expect(JSON.parse((await list({ cookie })).text)).toEqual({
          message: '请检查',
          fields: { mobile: '手机号码不能为空' },
          id: expect.any(String),
        })
        stub.answer(answerJson({ message: '请稍后' }, 429, { 'retry-after': '30' }))
        expect((await list({ cookie })).headers['retry-after']).toBe('30')
      })
    })
  })
}

async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !condition(); i++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(condition()).toBe(true)
}
