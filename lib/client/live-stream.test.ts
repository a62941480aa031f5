import type { LiveEvents, LiveName } from '../platform/contract/live.ts'
import { setFunnelEffects } from './funnel.ts'

type Live = typeof import('./live.ts')
type LiveStream = typeof import('./live-stream.ts')

/** The service as the tabs of a browser see it. */
const streams: {
  send: <N extends LiveName>(name: N, data: LiveEvents[N]) => void
  end: () => void
  raw: (text: string) => void
}[] = []
let answer: (signal?: AbortSignal | null) => Response
const fetched: string[] = []
const unread = { notice: 1, remind: 2, official: 0 }
const effects = { translate: (key: string) => key, toast: jest.fn(), signOut: jest.fn(), lock: jest.fn() }
const open: AbortController[] = []

function streamAnswer(signal?: AbortSignal | null): Response {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own
      signal?.addEventListener('abort', () => own.error(signal.reason), { once: true })
    },
  })
  const raw = (text: string) => controller.enqueue(new TextEncoder().encode(text))
  streams.push({
    raw,
    send: (name, data) => raw(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => controller.close(),
  })
  return new Response(body)
}

beforeEach(() => {
  streams.length = 0
  fetched.length = 0
  answer = streamAnswer
  jest.spyOn(Math, 'random').mockReturnValue(0)
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    fetched.push(String(address))
    return String(address) === '/session/events' ? answer(init?.signal) : Response.json(unread)
  })
  setFunnelEffects(effects)
})
afterEach(() => {
  for (const tab of open.splice(0)) tab.abort()
  setFunnelEffects(undefined)
  jest.restoreAllMocks()
  jest.clearAllMocks()
})

let users = 100
/** Opens a page of a user: modules of its own, as a tab has them. @returns what it was told */
async function openTab(user: string) {
  const told: [string, unknown][] = []
  const left = new AbortController()
  open.push(left)
  let live: Live | undefined
  let stream: LiveStream | undefined
  jest.isolateModules(() => {
    jest.doMock('./live.ts', () => ({ emitLive: (name: string, data: unknown) => told.push([name, data]) }))
    stream = require('./live-stream.ts')
    live = require('./live.ts')
    require('./funnel.ts').setFunnelEffects(effects)
  })
  if (!live || !stream) throw new Error('no modules')
  stream.keepLive(user, left.signal)
  return { told, close: () => left.abort() }
}
const newUser = () => String(users++)

async function until(test: () => boolean): Promise<void> {
  const started = Date.now()
  while (!test()) {
    if (Date.now() - started > 50_000) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
const none = { notice: 0, remind: 0, official: 0 }

it('tells what is unread when the stream opens, and again when messages come', async () => {
  const tab = await openTab(newUser())
  await until(() => streams.length === 1)
  streams[0]?.send('ready', { unread: none, build: '' })
  await until(() => tab.told.length === 2)
  expect(tab.told).toEqual([
    ['unread', none],
    ['messages', {}],
  ])
  streams[0]?.raw(':\n\nevent: mess')
  streams[0]?.raw('ages\ndata: {"spread":0}\n\n')
  await until(() => tab.told.length === 4)
  expect(tab.told.slice(2)).toEqual([
    ['messages', {}],
    ['unread', unread],
  ])
  expect(fetched).toEqual(['/session/events', '/nlos/biz/message/unread/get'])
})

it('tells every tab that the rights of the user changed', async () => {
  const user = newUser()
  const first = await openTab(user)
  await until(() => streams.length === 1)
  const second = await openTab(user)
  streams[0]?.send('access', {})
  await until(() => second.told.length === 1)
  expect([first.told, second.told]).toEqual([[['access', {}]], [['access', {}]]])
})

it('tells every tab once that the menu or a dictionary is another one, however often it changed', async () => {
  const user = newUser()
  const first = await openTab(user)
  await until(() => streams.length === 1)
  streams[0]?.send('ready', { unread: none, build: '' })
  await until(() => first.told.length === 2)
  const second = await openTab(user)
  // Those that come together are one: the second puts the first off.
  streams[0]?.raw(
    ['menu', 'menu', 'dictionary']
      .map((of) => `event: configuration\ndata: {"of":"${of}","spread":0}\n\n`)
      .join(''),
  )
  const changes = ({ told }: typeof first) =>
    told.flatMap(([name, data]) => (name === 'configuration' ? [data] : []))
  await until(() => changes(second).length === 2)
  for (const tab of [first, second]) expect(changes(tab)).toEqual([{ of: 'menu' }, { of: 'dictionary' }])
})

it('tells which build the service has, a new tab too', async () => {
  const user = newUser()
  const first = await openTab(user)
  await until(() => streams.length === 1)
  streams[0]?.send('ready', { unread: none, build: 'b2' })
  await until(() => first.told.length === 3)
  expect(first.told[2]).toEqual(['build', 'b2'])
  const second = await openTab(user)
  await until(() => second.told.length === 2)
  expect(second.told[1]).toEqual(['build', 'b2'])
})

it('has one stream for all tabs; a new tab is told by the one that leads, and the next one leads when it closes', async () => {
  const user = newUser()
  const first = await openTab(user)
  await until(() => streams.length === 1)
  streams[0]?.send('ready', { unread: none, build: '' })
  await until(() => first.told.length === 2)
  const second = await openTab(user)
  await until(() => second.told.length > 0)
  expect(second.told).toEqual([['unread', none]])
  expect(streams).toHaveLength(1)
  first.close()
  await until(() => streams.length === 2)
  streams[1]?.send('ready', { unread, build: '' })
  await until(() => second.told.length === 3)
  expect(second.told[1]).toEqual(['unread', unread])
  expect(fetched.filter((address) => address !== '/session/events')).toEqual([])
})

it('keeps users apart', async () => {
  const [one, other] = [await openTab(newUser()), await openTab(newUser())]
  await until(() => streams.length === 2)
  streams[0]?.send('ready', { unread, build: '' })
  await until(() => one.told.length === 2)
  expect(other.told).toEqual([])
})

it('comes back when the stream ends, and catches up', async () => {
  const tab = await openTab(newUser())
  await until(() => streams.length === 1)
  streams[0]?.send('ready', { unread: none, build: '' })
  streams[0]?.end()
  await until(() => streams.length === 2)
  streams[1]?.send('ready', { unread, build: '' })
  await until(() => tab.told.some(([name, data]) => name === 'unread' && data !== none))
  expect(tab.told.at(-1)).toEqual(['messages', {}])
})

it.each([
  [401, 'signOut'],
  [423, 'lock'],
] as const)('stops at %d and brings every tab where it belongs', async (status, effect) => {
  const user = newUser()
  await openTab(user)
  await until(() => streams.length === 1)
  await openTab(user)
  answer = () => Response.json({ message: '登录已失效，请重新登录' }, { status })
  streams[0]?.end()
  await until(() => effects[effect].mock.calls.length === 2)
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(fetched).toEqual(['/session/events', '/session/events'])
})

it('asks for the count when no stream can be had, less and less often', async () => {
  answer = () => new Response('busy', { status: 503 })
  const tab = await openTab(newUser())
  await until(() => tab.told.length > 0)
  expect(tab.told).toEqual([['unread', unread]])
  // The pauses until the third failure: 150 and 300 ms, at least half of what they may be.
  expect(fetched).toEqual([...Array(3).fill('/session/events'), '/nlos/biz/message/unread/get'])
})

it('is silent once the page is gone', async () => {
  const tab = await openTab(newUser())
  await until(() => streams.length === 1)
  tab.close()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(fetched).toEqual(['/session/events'])
  expect(tab.told).toEqual([])
})
