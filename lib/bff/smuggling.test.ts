import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { doorTo, listen, type Stub, startStub } from './door.fixture.ts'
import { createFrontListener } from './front.ts'
import { redirectLog } from './log.ts'
import { brandOf } from './tenants.ts'

/**
 * Requests that two readers could take apart differently (P6). Each is followed by another one on the same connection,
 * the canary: it may not be answered, or a proxy in front would give its answer to somebody else.
 */
describe('requests that hide another one (P6)', () => {
  let stub: Stub
  let server: Server
  let port: number
  let close: () => Promise<unknown>
  const reached: string[] = []

  beforeAll(async () => {
    const restoreLog = redirectLog(() => undefined)
    stub = await startStub()
    const opened = doorTo(stub)
    const front = createFrontListener({
      brand: async (host) => brandOf(host),
      door: opened.door,
      events: () => Promise.reject(new Error('no stream here')),
      ready: async () => true,
      staticFiles: () => false,
      next: async () => async (req, res) => {
        reached.push(req.url ?? '')
        res.end('page')
      },
      dev: false,
    })
    server = createServer(front.request)
      .on('upgrade', front.upgrade)
      .on('connect', front.connect)
      .on('clientError', front.broken)
    port = await listen(server)
    close = async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all([opened.close(), stub.close()])
      restoreLog()
    }
  })
  afterAll(() => close())
  beforeEach(() => {
    reached.length = 0
    stub.reset()
  })

  /** Sends bytes as they are; gives the statuses of what came back until the connection ended. */
  const send = (text: string) =>
    new Promise<number[]>((resolve) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
      const done = () =>
        resolve(Array.from(received.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status)))
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1')
      })
      socket.on('error', done).on('close', done)
    })

  const canary = 'GET /canary HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const post = (headers: string, body: string) =>
    `POST /nlos/home/list HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`
  const chunked = `0\r\n\r\n`

  const hidden: [string, string][] = [
    ['length and chunks', post('Content-Length: 6\r\nTransfer-Encoding: chunked', `${chunked}G`)],
    ['chunks and length', post('Transfer-Encoding: chunked\r\nContent-Length: 4', `5c\r\n${chunked}`)],
    ['two lengths', post('Content-Length: 0\r\nContent-Length: 44', '')],
    ['two lengths that agree', post('Content-Length: 3\r\nContent-Length: 3', 'a=1')],
    ['a list of lengths', post('Content-Length: 0, 44', '')],
    ['a length with a sign', post('Content-Length: +0', '')],
    ['a negative length', post('Content-Length: -1', '')],
    ['a length in hexadecimal', post('Content-Length: 0x10', '')],
    ['a length with a space', post('Content-Length: 1 0', '')],
    ['a length without end', post(`Content-Length: ${'9'.repeat(40)}`, '')],
    ['an empty length', post('Content-Length:', '')],
    ['a space before the colon', post('Content-Length : 44', '')],
    ...[
      'xchunked',
      'chunked, identity',
      'identity, chunked',
      'chunked, chunked',
      'gzip, chunked',
      'x, chunked',
      '"chunked"',
      'chunked;q=1',
      '\x0bchunked',
      'chunked\x00',
      'chu\r\n nked',
      'identity',
    ].map((coding): [string, string] => [
      `the coding ${JSON.stringify(coding)}`,
      post(`Transfer-Encoding: ${coding}`, chunked),
    ]),
    ['two codings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunked)],
    ['a coding behind a bare line feed', post('X: y\nTransfer-Encoding: chunked', chunked)],
    ['a coding behind a bare return', post('X: y\rTransfer-Encoding: chunked', chunked)],
    ['a coding with a space before the colon', post('Transfer-Encoding : chunked', chunked)],
    ['a folded header', post('X: y\r\n Content-Length: 44\r\nContent-Length: 0', '')],
    ['a header without a name', post(': y', '')],
    ['a header without a colon', post('Content-Length', '')],
    ['a NUL in a header', post('X: a\x00b\r\nContent-Length: 0', '')],
    [
      'a chunk size that overflows',
      post('Transfer-Encoding: chunked', `ffffffffffffffff1\r\na\r\n${chunked}`),
    ],
    ['a chunk size with a prefix', post('Transfer-Encoding: chunked', `0x1\r\na\r\n${chunked}`)],
    ['a chunk size with a sign', post('Transfer-Encoding: chunked', `+1\r\na\r\n${chunked}`)],
    ['a chunk size with a space', post('Transfer-Encoding: chunked', ` 1\r\na\r\n${chunked}`)],
    ['a chunk longer than it says', post('Transfer-Encoding: chunked', `1\r\nabc\r\n${chunked}`)],
    ['a chunk behind a bare line feed', post('Transfer-Encoding: chunked', `1\na\r\n${chunked}`)],
    ['an extension behind a bare line feed', post('Transfer-Encoding: chunked', `1;a\nb\r\na\r\n${chunked}`)],
    ['a version that is none', 'POST /nlos/home/list HTTP/1.1.1\r\nHost: localhost\r\n\r\n'],
    ['a version of tomorrow', 'POST /nlos/home/list HTTP/3.7\r\nHost: localhost\r\n\r\n'],
    ['no version', 'GET /nlos/home/list\r\nHost: localhost\r\n\r\n'],
    ['a target in two parts', 'GET /nlos/home/list /x HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'the body of a GET',
      `GET /nlos/admin/getDic HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${canary.length}\r\n\r\n`,
    ],
  ]

  it.each(hidden)('%s: refused once, and nothing behind it is read', async (_name, text) => {
    const statuses = await send(text + canary)
    expect(statuses).toHaveLength(1)
    expect([400, 401, 403, 413]).toContain(statuses[0])
    expect(reached).toEqual([])
    expect(stub.seen).toHaveLength(0)
    expect(await send(canary)).toEqual([200])
  })

  it('two requests that are plain get two answers', async () => {
    expect(await send(post('Content-Length: 3', 'a=1') + canary)).toEqual([403, 200])
    expect(await send(post('Transfer-Encoding: chunked', `3\r\na=1\r\n${chunked}`) + canary)).toEqual([
      403, 200,
    ])
    expect(reached).toEqual(['/canary', '/canary'])
  })
})
