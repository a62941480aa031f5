import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { WebSocket } from 'ws'
import { identity } from '../domains/identity/contract.ts'
import { demoPassword } from '../domains/identity/service/demo-offer.ts'
import { clientHash } from '../domains/identity/service/password-hash.ts'
import type { Backend } from '../domains/open-backend.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { encodeForm } from './contract/form-text.ts'
import type { LiveEvent } from './contract/live.ts'
import { LINE_NOT_HELD } from './contract/live-wire.ts'
import { inTenantOf } from './db/client.ts'
import { CallError } from './errors.ts'
import { createHttpService } from './http-service.ts'
import { listenToEvents, publish } from './live-events.ts'

const key = 'k'.repeat(40)
const bearer = { authorization: `Bearer ${key}` }
const hold = 'h'.repeat(20)

let backend: TestBackend
let service: ReturnType<typeof createHttpService>
let port: number
/** The commands that the stand-in of the call-centre was given, and how it speaks. */
const commands: string[] = []
let hasClosed: () => void = () => undefined
let say: { send: (frame: string) => void; end: () => void }

const openLine: Backend['openLine'] = async ({ token }, send, end) => {
  if (token !== 'good') throw new CallError(401, { message: 'no' })
  say = { send, end }
  send('{"event":"first"}')
  return {
    receive: (text) => void commands.push(text),
    alive: () => void commands.push('alive'),
    close: () => hasClosed(),
  }
}

beforeAll(async () => {
  backend = await openTestBackend()
  const whole: Omit<Backend, 'fetchTogether'> = {
    ...backend,
    ready: async () => true,
    load: () => undefined,
    listen: listenToEvents,
    openLine,
  }
  service = createHttpService(whole, { key })
  await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve))
  port = (service.server.address() as AddressInfo).port
})
afterAll(async () => {
  service.drain()
  service.server.close()
  service.server.closeAllConnections()
  await backend.close()
})

const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)

const logIn = (headers: Record<string, string>) =>
  ask('/nlos/login/go', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-nlos-tenant': 'blq', ...headers },
    body: encodeForm({ account: 'entry_clerk', password: clientHash(demoPassword) }),
  })

it('answers calls below /nlos, to whoever shows the key', async () => {
  const answer = await logIn(bearer)
  expect(answer.status).toBe(200)
  const { token } = identity.login.output.parse(await answer.json())
  const menus = await ask('/nlos/getMenuVOs', { headers: { ...bearer, token, 'x-nlos-tenant': 'blq' } })
  expect(identity.topMenus.output.parse(await menus.json())).not.toEqual([])
})

it.each<Record<string, string>>([{}, { authorization: `Bearer ${key}x` }, { authorization: key }])(
  'refuses %j',
  async (headers) => {
    expect((await logIn(headers)).status).toBe(401)
    expect((await ask('/nlos/live/events', { headers })).status).toBe(401)
  },
)

it('tells health without a key, and nothing at other addresses', async () => {
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/login/go', { headers: bearer })).status).toBe(404)
})

it('tells events of committed transactions as lines of JSON', async () => {
  const leave = new AbortController()
  const { body } = await ask('/nlos/live/events', { headers: bearer, signal: leave.signal })
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const read = async () => Buffer.from((await reader.read()).value ?? '').toString()
  expect(await read()).toBe('\n')
  const event: LiveEvent = { userIds: [7], type: 'messages', data: { spread: 0 } }
  await inTenantOf('blq', () => publish(event))
  expect(JSON.parse(await read())).toEqual(event)
  leave.abort()
})

describe('a line of the call-centre', () => {
  const open = (token: string, query = `seat=8001&hold=${hold}`) =>
    new WebSocket(`ws://127.0.0.1:${port}/nlos/live/line?${query}`, { headers: { ...bearer, token } })
  const refusalOf = async (socket: WebSocket) => {
    const [, { statusCode }] = await once(socket, 'unexpected-response')
    socket.on('error', () => undefined).terminate()
    return statusCode
  }

  it('carries frames, commands and signs of life, and says when it is no longer held', async () => {
    commands.length = 0
    const line = open('good')
    const [first] = await once(line, 'message')
    expect(String(first)).toBe('{"event":"first"}')
    line.send('{"do":"accept"}')
    line.ping()
    await once(line, 'pong')
    say.send('{"event":"second"}')
    const [second] = await once(line, 'message')
    expect(String(second)).toBe('{"event":"second"}')
    const closed = new Promise<void>((resolve) => {
      hasClosed = resolve
    })
    say.end()
    const [code] = await once(line, 'close')
    await closed
    expect([code, commands]).toEqual([LINE_NOT_HELD, ['{"do":"accept"}', 'alive']])
  })

  it('is refused by the status of the call', async () => {
    expect(await refusalOf(open('bad'))).toBe(401)
    expect(await refusalOf(open('good', 'seat=8001'))).toBe(400)
  })

  it('is given back when its handshake is none', async () => {
    const closed = new Promise<void>((resolve) => {
      hasClosed = resolve
    })
    const head = [
      `GET /nlos/live/line?seat=8001&hold=${hold} HTTP/1.1`,
      'Host: x',
      `Authorization: ${bearer.authorization}`,
      'token: good',
      'Connection: upgrade',
      'Upgrade: websocket',
    ]
    const socket = connect(port, '127.0.0.1', () => socket.resume().write(`${head.join('\r\n')}\r\n\r\n`))
    await Promise.all([closed, once(socket, 'close')])
  })

  it('closes what asks for another upgrade', async () => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /other HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
    })
    await once(socket, 'close')
  })
})
