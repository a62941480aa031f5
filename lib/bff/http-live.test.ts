import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { LiveEvent } from '../platform/contract/live.ts'
import { LINE_NOT_HELD } from '../platform/contract/live-wire.ts'
import { httpLine } from './http-line.ts'
import { httpLive } from './http-live.ts'

/** An outside service's events and lines, against a server that answers as it is told. */

const own = { authorization: 'Bearer x' }
const event: LiveEvent = { userIds: [1, 2], type: 'messages', data: { spread: 0 } }
let answer: (res: ServerResponse) => void
const asked: IncomingMessage[] = []
const lines = new WebSocketServer({ noServer: true })
let lineStatus = 101

const server = createServer((req, res) => {
  asked.push(req)
  answer(res)
}).on('upgrade', (req, socket, head) => {
  asked.push(req)
  if (lineStatus === 101) lines.handleUpgrade(req, socket, head, (line) => lines.emit('connection', line))
  else socket.end(`HTTP/1.1 ${lineStatus} No\r\nContent-Length: 0\r\n\r\n`)
})
let base: URL

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/nlos/`)
})
afterAll(() => {
  lines.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
})

const times = { silence: 2_000, firstDelay: 10, longestDelay: 20, forgetRefusal: 60_000 }

/** Hears until `count` have come. */
function hearing(count: number) {
  const heard: (LiveEvent | null)[] = []
  let done: (heard: (LiveEvent | null)[]) => void
  const all = new Promise<(LiveEvent | null)[]>((resolve) => {
    done = resolve
  })
  return {
    all,
    hear(next: LiveEvent | null) {
      if (heard.push(next) === count) done(heard)
    },
  }
}

it('hears events, cut wherever they are, and null for what it cannot read or missed in a break', async () => {
  const text = JSON.stringify(event)
  const answers = [
    (res: ServerResponse) => {
      res.write(`\n${text.slice(0, 10)}`)
      setTimeout(() => res.end(`${text.slice(10)}\n\n{"type":"x"}\n`), 20)
    },
    (res: ServerResponse) => res.writeHead(503).end(),
    (res: ServerResponse) => res.write(`\n${text}\n`),
  ]
  answer = (res) => answers.shift()?.(res)
  const live = httpLive(base, own, times)
  const { all, hear } = hearing(4)
  await live.listen(hear)
  expect(await all).toEqual([event, null, null, event])
  expect(asked[0]?.url).toBe('/nlos/live/events')
  expect(asked[0]?.headers.authorization).toBe('Bearer x')
  await live.close()
})

it('comes back from a service that says nothing any more', async () => {
  let opened = 0
  answer = (res) => {
    opened++
    res.write('\n')
  }
  const live = httpLive(base, own, { ...times, silence: 50 })
  const { all, hear } = hearing(2)
  await live.listen(hear)
  expect(await all).toEqual([null, null])
  expect(opened).toBeGreaterThan(2)
  await live.close()
})

it('tells whoever listens that the service tells nothing, and asks it once for all of them', async () => {
  answer = (res) => res.writeHead(404).end()
  const live = httpLive(base, own, times)
  await expect(live.listen(() => undefined)).rejects.toThrow('tells no events: 404')
  await expect(live.listen(() => undefined)).rejects.toThrow('tells no events: 404')
  expect(asked).toHaveLength(1)
  await live.close()
})

describe('a line', () => {
  const request = {
    token: 't',
    tenantCode: 'blq',
    ip: '192.0.2.1',
    requestId: 'r',
    seat: '8001',
    hold: 'h'.repeat(20),
  }
  const opened = () => new Promise<import('ws').WebSocket>((resolve) => lines.once('connection', resolve))

  it('carries commands and frames with the headers of a call', async () => {
    lineStatus = 101
    const there = opened()
    const frames: string[] = []
    const line = await httpLine(base, own)(
      request,
      (frame) => frames.push(frame),
      () => undefined,
    )
    const socket = await there
    expect(asked[0]?.url).toBe(`/nlos/live/line?seat=8001&hold=${request.hold}`)
    expect(asked[0]?.headers).toMatchObject({ ...own, token: 't', 'x-nlos-tenant': 'blq' })
    const received = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
    line.receive('{"do":"accept"}')
    expect(await received).toBe('{"do":"accept"}')
    const pinged = new Promise((resolve) => socket.once('ping', resolve))
    line.alive()
    await pinged
    const closed = new Promise((resolve) => socket.once('close', resolve))
    line.close()
    await closed
  })

  it.each([
    ['is not held', LINE_NOT_HELD, undefined],
    ['broke', 1011, 'lost'],
  ])('that %s ends by code %i as %s', async (_why, code, said) => {
    lineStatus = 101
    const there = opened()
    const ended = new Promise((resolve) => {
      void httpLine(base, own)(request, () => undefined, resolve)
    })
    const socket = await there
    socket.close(code)
    expect(await ended).toBe(said)
  })

  it.each([
    [401, { name: 'LineRefused', status: 401 }],
    [404, { name: 'Error', message: 'the upstream has no call-centre: 404' }],
  ])('is refused with %i', async (status, error) => {
    lineStatus = status
    await expect(
      httpLine(base, own)(
        request,
        () => undefined,
        () => undefined,
      ),
    ).rejects.toMatchObject(error)
  })
})
