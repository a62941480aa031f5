import { Readable } from 'node:stream'
import { Stop } from './stop.ts'
import { embeddedUpstream } from './upstream.ts'
import type { UpstreamRequest } from './upstream-call.ts'

const request = (more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'POST',
  path: '/home/list',
  query: '',
  headers: { token: 't', 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from('a=1'),
  stream: false,
  maxAnswerBytes: 1000,
  stop: new Stop(),
  ...more,
})

describe('the embedded backend as an upstream', () => {
  const upstream = (fetch: (request: Request) => Promise<Response>) =>
    embeddedUpstream(async () => ({ fetch }))

  it('gets the call below /nlos with headers and body', async () => {
    const call = upstream(async (received) =>
      Response.json({ url: received.url, token: received.headers.get('token'), body: await received.text() }),
    )
    const { status, headers, body } = await call(request())
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(body))).toEqual({ url: 'http://backend/home/list', token: 't', body: 'a=1' })
  })

  it('gets a GET with its query and an upload as a stream', async () => {
    const call = upstream(async (received) => Response.json([received.url, (await received.bytes()).length]))
    const get = await call(request({ method: 'GET', body: null, query: '?type=gender' }))
    expect(JSON.parse(String(get.body))).toEqual(['http://backend/home/list?type=gender', 0])
    const upload = await call(request({ body: Readable.from([Buffer.alloc(70_000), Buffer.alloc(30_000)]) }))
    expect(JSON.parse(String(upload.body))).toEqual(['http://backend/home/list', 100_000])
  })

  it('streams a file, and gives a refusal whole', async () => {
    const file = await upstream(async () => new Response('bytes'))(request({ stream: true }))
    expect(file.body).toBeInstanceOf(Readable)
    const refused = await upstream(async () => Response.json({}, { status: 404 }))(request({ stream: true }))
    expect(refused.body).toEqual(Buffer.from('{}'))
  })

  it.each([
    ['does not open', 'unreachable', embeddedUpstream(() => Promise.reject(new Error('locked')))],
    ['throws', 'lost', upstream(() => Promise.reject(new Error('x')))],
    ['answers too much', 'garbage', upstream(async () => new Response('x'.repeat(1001)))],
  ])('that %s is %s', async (_name, fault, call) => {
    await expect(call(request())).rejects.toMatchObject({ name: 'UpstreamFailure', fault })
  })

  it('that never answers is left when the call ends', async () => {
    const stop = new Stop()
    const pending = upstream(() => new Promise(() => undefined))(request({ stop }))
    stop.now('left')
    await expect(pending).rejects.toMatchObject({ fault: 'aborted' })
  })
})
