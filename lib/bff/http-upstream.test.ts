import { createServer, type Server } from 'node:http'
import { answerJson, listen, type Stub, startStub } from './door.fixture.ts'
import { httpUpstream } from './http-upstream.ts'
import { Stop } from './stop.ts'
import type { UpstreamRequest } from './upstream-call.ts'

const call = (path = '/home/list', more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'POST',
  path,
  query: '',
  headers: { token: 'secret-token' },
  body: Buffer.from('a=1'),
  stream: false,
  maxAnswerBytes: 1000,
  stop: new Stop(),
  ...more,
})

describe('where calls go (P3)', () => {
  let stub: Stub
  let elsewhere: Server
  let elsewherePort: number
  let connections = 0

  beforeAll(async () => {
    stub = await startStub()
    elsewhere = createServer((_req, res) => res.end('{}')).on('connection', () => connections++)
    elsewherePort = await listen(elsewhere)
  })
  afterAll(async () => {
    await stub.close()
    await new Promise((resolve) => elsewhere.close(resolve))
  })
  beforeEach(() => {
    connections = 0
    stub.reset()
  })

  it.each([301, 302, 303, 307, 308])(
    'a redirect with %i is an answer, and is not followed',
    async (status) => {
      stub.answer(answerJson({}, status, { location: `http://127.0.0.1:${elsewherePort}/home/list` }))
      const upstream = httpUpstream(new URL(stub.url))
      expect(await upstream(call())).toMatchObject({ status })
      expect(connections).toBe(0)
      await upstream.close()
    },
  )

  it('a proxy of the environment is not asked', async () => {
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY']
    const before = names.map((name) => [name, process.env[name]] as const)
    for (const name of names) process.env[name] = `http://127.0.0.1:${elsewherePort}`
    const upstream = httpUpstream(new URL(stub.url))
    expect(await upstream(call())).toMatchObject({ status: 200 })
    await upstream.close()
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    expect([connections, stub.seen.length]).toEqual([0, 1])
  })

  it.each(['http://127.0.0.1:1/x', '//127.0.0.1:1/x', '/@127.0.0.1:1', '/\\127.0.0.1'])(
    'a path of %s stays on the host, or is not sent',
    async (path) => {
      const upstream = httpUpstream(new URL(stub.url))
      await upstream(call(path)).catch(() => undefined)
      await upstream.close()
      expect(connections).toBe(0)
      for (const { headers } of stub.seen) expect(headers.host).toBe(new URL(stub.url).host)
    },
  )
})

test('a port that nobody listens on is unreachable, so that a GET may be asked again (P13)', async () => {
  const server = createServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  const upstream = httpUpstream(new URL(`http://127.0.0.1:${port}`))
  await expect(upstream(call())).rejects.toMatchObject({ fault: 'unreachable' })
  await upstream.close()
})

describe('an upstream that cannot be spoken to (A1)', () => {
  it('without a name is unreachable', async () => {
    const upstream = httpUpstream(new URL('http://nlos-upstream.invalid'))
    await expect(upstream(call())).rejects.toMatchObject({ fault: 'unreachable' })
    await upstream.close()
  })

  it('that speaks no TLS is unreachable and gets no token', async () => {
    const stub = await startStub()
    const upstream = httpUpstream(new URL(stub.url.replace('http:', 'https:')))
    await expect(upstream(call())).rejects.toMatchObject({ fault: 'unreachable' })
    expect(stub.seen).toHaveLength(0)
    await Promise.all([upstream.close(), stub.close()])
  })

  it.each([
    ['its length', 'Content-Length: 99\r\n\r\n{"a":'],
    ['a chunk', 'Transfer-Encoding: chunked\r\n\r\nb\r\n{"a":'],
    [
      'a chunk of a connection that closes',
      'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n{"a":',
    ],
  ])(
    'whose answer is cut before %s is lost, so that a write says its result is unknown (P13)',
    async (_name, text) => {
      const stub = await startStub()
      stub.answer((req) => req.socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${text}`))
      const upstream = httpUpstream(new URL(stub.url))
      const failure = await upstream(call()).catch(({ fault }) => fault)
      await Promise.all([upstream.close(), stub.close()])
      expect(failure).toBe('lost')
    },
  )
})
