import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { answerJson, doorTo, listen, type Sent, type Stub, send, startStub } from './door.fixture.ts'
import { createFrontListener, type Front } from './front.ts'
import { flushLog, redirectLog } from './log.ts'
import { isStamped, originInNext } from './request-origin.ts'
import { createStaticFiles } from './static-files.ts'
import { brandOf } from './tenants.ts'

const page = `<html>${'页面'.repeat(2000)}</html>`
const script = `console.log(${'1,'.repeat(2000)})`

describe('the front listener', () => {
  let stub: Stub
  let front: Front
  let server: Server
  let port: number
  let folder: string
  let closeUpstream: () => Promise<void>
  let logged = ''
  let restoreLog: () => void
  let ready = true
  /** Everything that reached Next. */
  const reached: { url: string; headers: IncomingHttpHeaders }[] = []

  beforeAll(async () => {
    restoreLog = redirectLog((text) => {
      logged += text
    })
    folder = mkdtempSync(join(tmpdir(), 'nlos-'))
    mkdirSync(join(folder, 'static', 'chunks'), { recursive: true })
    writeFileSync(join(folder, 'static', 'chunks', 'a-[b].js'), script)
    writeFileSync(join(folder, 'static', 'chunks', 'pre.css'), 'a{}'.repeat(500))
    writeFileSync(join(folder, 'static', 'chunks', 'pre.css.br'), 'made by the build')
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    stub = await startStub()
    const opened = doorTo(stub)
    closeUpstream = opened.close
    front = createFrontListener({
      brand: async (host) => brandOf(host),
      door: opened.door,
      events: () => Promise.reject(new Error('no stream here')),
      ready: async () => ready,
      staticFiles: createStaticFiles([
        { prefix: '/_next/static/', folder: join(folder, 'static'), immutable: true },
        { prefix: '/', folder: join(folder, 'no-such-folder'), immutable: false },
      ]),
      next: async () => async (req, res) => {
        reached.push({ url: req.url ?? '', headers: { ...req.headers } })
        // As a route handler that waits for its form.
        if (req.method === 'POST') await new Promise(() => undefined)
        if (req.url === '/throws') throw new Error('at /srv/secret/path.js')
        if (req.url === '/stream') {
          res.writeHead(200, { 'content-type': 'text/event-stream' })
          res.end('data: x\n\n')
          return
        }
        res.setHeader('content-type', 'text/html; charset=utf-8')
        res.write(page.slice(0, 100))
        await new Promise((resolve) => setImmediate(resolve))
        res.end(page.slice(100))
      },
      dev: false,
      bodyLimitMs: 100,
    })
    server = createServer(front.request)
      .on('upgrade', front.upgrade)
      .on('connect', front.connect)
      .on('clientError', front.broken)
    port = await listen(server)
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await Promise.all([closeUpstream(), stub.close()])
    rmSync(folder, { recursive: true })
    restoreLog()
  })
  beforeEach(() => {
    reached.length = 0
    stub.reset()
  })

  /** Sends bytes as they are and gives everything that came back. */
  const raw = (text: string) =>
    new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
      })
      socket.on('error', () => resolve(received))
      socket.on('close', () => resolve(received))
    })
  const get = (path: string, sent: Partial<Sent> = {}) =>
    send(port, { method: 'GET', path, ...sent, headers: { 'x-nlos': undefined, ...sent.headers } })
  const line = (start: string, headers = 'Host: localhost') =>
    raw(`${start}\r\n${headers}\r\nConnection: close\r\n\r\n`)
  const statusOf = (answer: string) => Number(answer.split(' ')[1])

  describe('request line (P8)', () => {
    it.each([
      ['TRACE / HTTP/1.1', 405],
      ['OPTIONS * HTTP/1.1', 400],
      ['OPTIONS / HTTP/1.1', 405],
      ['PUT /wel/index HTTP/1.1', 405],
      ['POST /wel/index HTTP/1.1', 405],
      ['FOO / HTTP/1.1', 400],
      ['CONNECT localhost:80 HTTP/1.1', 405],
      ['GET http://evil.example/x HTTP/1.1', 400],
      ['GET //evil.example HTTP/1.1', 400],
      ['GET /a//b HTTP/1.1', 400],
      ['GET /\\evil.example HTTP/1.1', 400],
      ['GET /%5cevil.example HTTP/1.1', 400],
      ['GET /..%2f..%2fetc/passwd HTTP/1.1', 400],
      ['GET /myiframe/..%2f..%2fetc/passwd/x HTTP/1.1', 400],
      ['GET /myiframe/https%3a%2f%2fa%00 HTTP/1.1', 400],
      ['GET /nlos/%ff HTTP/1.1', 400],
      ['GET /nlos/%zz HTTP/1.1', 400],
      ['GET /%00 HTTP/1.1', 400],
      ['GET /\xe4\xbd\xa0 HTTP/1.1', 400],
      [`GET /${'a'.repeat(9000)} HTTP/1.1`, 414],
    ])('%.60s answers %i, and nothing behind hears of it', async (start, status) => {
      const answer = await line(start)
      expect(statusOf(answer)).toBe(status)
      expect(answer).not.toMatch(/^location:/im)
      expect([reached.length, stub.seen.length]).toEqual([0, 0])
    })

    it.each([
      ['two Hosts', 'Host: localhost\r\nHost: evil.example'],
      ['no Host', 'X: y'],
      ['an empty Host', 'Host:'],
      ['a Host that is none', 'Host: a@evil.example'],
      ['two X-Forwarded-Host', 'Host: localhost\r\nX-Forwarded-Host: a\r\nX-Forwarded-Host: b'],
      ['two Content-Length', 'Host: localhost\r\nContent-Length: 0\r\nContent-Length: 1'],
      ['length and chunks', 'Host: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked'],
      ['hidden chunks', 'Host: localhost\r\nTransfer-Encoding: xchunked'],
    ])('refuses %s', async (_name, headers) => {
      expect(statusOf(await line('GET /login HTTP/1.1', headers))).toBe(400)
      expect(reached).toHaveLength(0)
    })

    it.each([
      ['bytes that are no request', 'hello', 'Host: localhost', 400],
      ['another protocol', 'PRI * HTTP/2.0', '', 400],
      ['CONNECT', 'CONNECT localhost:80 HTTP/1.1', 'Host: localhost', 405],
      ['headers without end', 'GET / HTTP/1.1', `Host: localhost\r\nX-A: ${'a'.repeat(20_000)}`, 431],
    ])(
      'answers %s as anything else: headers, a message and an id (B7)',
      async (_name, start, headers, status) => {
        const answer = await line(start, headers)
        expect(statusOf(answer)).toBe(status)
        expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m)
        expect(answer).toMatch(/^connection: close\r$/m)
        const { message, id } = JSON.parse(
          Buffer.from(answer.split('\r\n\r\n')[1] ?? '', 'latin1').toString(),
        )
        expect(message).not.toBe('')
        flushLog()
        expect(logged).toContain(id)
      },
    )

    it.each([['Content-Length: 9000000'], ['Transfer-Encoding: chunked']])(
      'takes no body with a page: %s (A4)',
      async (header) => {
        expect(statusOf(await line('GET /login HTTP/1.1', `Host: localhost\r\n${header}`))).toBe(400)
        expect(statusOf(await line('HEAD /login HTTP/1.1', `Host: localhost\r\n${header}`))).toBe(400)
        expect(reached).toHaveLength(0)
      },
    )

    it.each(['Content-Length: 9000000', 'Transfer-Encoding: chunked'])(
      'takes no long form and none without a length: %s (A4)',
      async (header) => {
        expect(statusOf(await line('POST /session/unlock HTTP/1.1', `Host: localhost\r\n${header}`))).toBe(
          413,
        )
        expect(reached).toHaveLength(0)
      },
    )

    it('answers 431 to headers without end', async () => {
      expect(statusOf(await line('GET / HTTP/1.1', `Host: localhost\r\nX-A: ${'a'.repeat(20_000)}`))).toBe(
        431,
      )
    })

    it.each(['/', '/nlos/home/list', '/_next/hmr', '/api/index'])(
      'closes an upgrade on %s (P9)',
      async (path) => {
        const answer = await line(
          `GET ${path} HTTP/1.1`,
          'Host: localhost\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nConnection: Upgrade',
        )
        expect(answer).toBe('')
        expect(reached).toHaveLength(0)
      },
    )
  })

  describe('what a machine brings', () => {
    const body = '{"reference":"x","result":"refused","reason":"号码已停机"}'
    const bring = (sent: Partial<Sent> = {}) =>
      send(port, {
        path: '/nlos/callback/sms',
        body,
        ...sent,
        headers: {
          'x-nlos': undefined,
          origin: undefined,
          'content-type': 'application/json',
          'x-nlos-signature': 't=1,v1=ab',
          'x-nlos-tenant': 'qhe',
          ...sent.headers,
        },
      })

    it('reaches the service byte by byte, with its signature and as of the tenant of the host', async () => {
      stub.answer(answerJson({ taken: true }))
      expect((await bring()).status).toBe(200)
      const [seen] = stub.seen
      expect(Object.fromEntries(new URLSearchParams(String(seen?.body)))).toEqual({
        body,
        signature: 't=1,v1=ab',
      })
      expect(seen?.headers['x-nlos-tenant']).toBe('blq')
      expect(seen?.headers['x-nlos-signature']).toBeUndefined()
    })

    it.each([
      ['too much of it', 413, { body: 'x'.repeat(128 * 1024 + 1) }],
      ['a form', 415, { headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
      ['a question', 405, { method: 'GET', body: undefined }],
    ])('is refused: %s', async (_what, status, sent) => {
      expect((await bring(sent)).status).toBe(status)
      expect(stub.seen).toHaveLength(0)
    })
  })

  describe('pages', () => {
    it('reach Next with a nonce of our own and the tenant, without the words of its servers (B3, P10)', async () => {
      const headers = {
        'content-security-policy': "script-src 'nonce-mine'",
        'x-middleware-subrequest': 'middleware:middleware',
        'x-middleware-next': '1',
        'x-matched-path': '/login',
        'x-nextjs-data': '1',
        'next-action': 'abc',
        'x-nlos-front': 'guess',
        'x-nlos-tenant': 'qhe',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      }
      const answers = [await get('/login?a=1', { headers }), await get('/login?a=1', { headers })]
      const policies = answers.map((answer) => String(answer.headers['content-security-policy']))
      expect(new Set(policies).size).toBe(2)
      expect(policies[0]).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic';/)
      expect(policies[0]).not.toContain('mine')
      const [first] = reached
      expect(first?.url).toBe('/login?a=1')
      expect(first?.headers['content-security-policy']).toBe(policies[0])
      expect(first?.headers).toMatchObject({ 'x-nlos-tenant': 'blq', 'x-forwarded-proto': 'http' })
      expect(first?.headers['x-forwarded-host']).toBe(`localhost:${port}`)
      for (const gone of [
        'x-middleware-subrequest',
        'x-middleware-next',
        'x-matched-path',
        'x-nextjs-data',
        'next-action',
        'forwarded',
      ]) {
        expect(first?.headers[gone]).toBeUndefined()
      }
      const inNext = new Headers(first?.headers as Record<string, string>)
      expect(isStamped(inNext)).toBe(true)
      expect(originInNext(inNext)).toMatchObject({ tenant: 'blq', clientIp: '127.0.0.1', secure: false })
    })

    it('are not believed without the stamp', () => {
      const claimed = new Headers({
        host: 'localhost',
        'x-nlos-front': 'guess',
        'x-nlos-host': 'qinghe.localhost',
        'x-nlos-proto': 'https',
      })
      expect(originInNext(claimed)).toMatchObject({ tenant: 'blq', secure: false })
    })

    it.each(['br', 'gzip'] as const)('arrive whole, compressed by %s', async (encoding) => {
      const response = await fetch(`http://localhost:${port}/wel/index`, {
        headers: { 'accept-encoding': encoding },
      })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toContain('accept-encoding')
      expect(await response.text()).toBe(page)
    })

    it('arrive plain where nothing else is taken, and event streams always', async () => {
      expect((await get('/wel/index', { headers: { 'accept-encoding': 'br;q=0, identity' } })).text).toBe(
        page,
      )
      const stream = await get('/stream', { headers: { 'accept-encoding': 'br, gzip' } })
      expect([stream.text, stream.headers['content-encoding']]).toEqual(['data: x\n\n', undefined])
    })

    it('that throw say nothing but an id, which the log has (B9, A10)', async () => {
      const { status, text } = await get('/throws')
      expect(status).toBe(500)
      expect(JSON.parse(text)).toEqual({ message: '服务器错误', id: expect.any(String) })
      flushLog()
      const found = logged.split('\n').find((entry) => entry.includes(JSON.parse(text).id))
      expect(found).toContain('/srv/secret/path.js')
    })
  })

  describe('headers of every answer (B7)', () => {
    it.each([
      '/',
      '/healthz',
      '/readyz',
      '/nlos/nothing',
      '/_next/static/chunks/pre.css',
      '/_next/static/none.js',
      '/throws',
      '/a//b',
    ])('%s', async (path) => {
      const { headers } = await get(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=(self)'),
        'x-frame-options': 'DENY',
      })
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['strict-transport-security']).toBeUndefined()
    })
  })

  describe('static files', () => {
    const path = '/_next/static/chunks/a-%5Bb%5D.js'

    it.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const)('come compressed by %s and are kept for ever', async (encoding, unpack) => {
      const { body, headers } = await rawBody(`${path}`, encoding)
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(unpack(body).toString()).toBe(script)
      const again = await get(path, {
        headers: { 'accept-encoding': encoding, 'if-none-match': headers.etag },
      })
      expect([again.status, again.text]).toEqual([304, ''])
    })

    it('lead /favicon.ico to the icon of the brand', async () => {
      const { status, headers } = await get('/favicon.ico')
      expect([status, headers.location]).toEqual([302, '/brand/blq/favicon.svg'])
    })

    it('use what the build compressed, and come plain when asked so', async () => {
      const made = await get('/_next/static/chunks/pre.css', { headers: { 'accept-encoding': 'br' } })
      expect(made.text).toBe('made by the build')
      expect((await get(path)).text).toBe(script)
      expect((await get(path, { method: 'HEAD' })).text).toBe('')
    })

    it.each([
      '/_next/static/../../secret.txt',
      '/_next/static/chunks/..',
      '/_next/static/chunks/',
      '/_next/image?url=/x',
      '/wel/index.rsc',
      '/wel/index.segments/_tree.segment.rsc',
      '/_next/static/chunks/pre.css.br',
    ])('%s is none (P11, B9)', async (path_) => {
      expect([400, 404]).toContain(statusOf(await line(`GET ${path_} HTTP/1.1`)))
      expect(reached).toHaveLength(0)
    })

    async function rawBody(at: string, encoding: string) {
      const text = await raw(
        `GET ${at} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
      )
      const split = text.indexOf('\r\n\r\n')
      const pairs = text
        .slice(0, split)
        .split('\r\n')
        .slice(1)
        .map((entry) => entry.split(': ') as [string, string])
      return {
        body: Buffer.from(text.slice(split + 4), 'latin1'),
        headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
      }
    }
  })

  describe('log (D4)', () => {
    it('has one line for a request, without its query, cookie or body', async () => {
      flushLog()
      logged = ''
      await send(port, {
        path: '/nlos/login/go?id=110000198803151235',
        body: 'password=hunter2',
        cookie: 'nlos-session=abc',
      })
      flushLog()
      const lines = logged.trim().split('\n')
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        message: 'request',
        method: 'POST',
        path: '/nlos/login/go',
        tenant: 'blq',
      })
      for (const secret of ['110000198803151235', 'hunter2', 'abc']) expect(logged).not.toContain(secret)
    })
  })

  describe('bodies that never come (A4)', () => {
    it.each([
      ['POST /session/unlock', 408],
      ['GET /login', 400],
      ['POST /login', 405],
    ])('%s: the connection ends, answered with %i', async (start, status) => {
      // `raw` resolves when the server has closed; nothing of ours does.
      const answer = await raw(`${start} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\na=`)
      expect(statusOf(answer)).toBe(status)
    })
  })

  describe('health and drain (A5)', () => {
    it('tells life from readiness, and drains', async () => {
      const status = async (path: string) => (await get(path)).status
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
      ready = false
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
      ready = true
      front.drain()
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
      expect((await get('/login')).headers.connection).toBe('close')
    })
  })
})
