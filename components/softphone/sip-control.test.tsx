import { EventEmitter } from 'node:events'
import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import { openSipControl } from './sip-control'

/** Everything that stands where JsSIP's user agent would: it notes what it was told, and says what the test wants. */
class MockAgent extends EventEmitter {
  static last: MockAgent
  readonly options: Record<string, unknown>
  start = jest.fn()
  stop = jest.fn()
  call = jest.fn()
  constructor(options: Record<string, unknown>) {
    super()
    this.options = options
    MockAgent.last = this
  }
}
class MockSocket {
  readonly address: string
  constructor(address: string) {
    this.address = address
  }
}
jest.mock('jssip', () => ({
  __esModule: true,
  default: {
    // Asked for when a control opens, not when this file loads.
    get UA() {
      return MockAgent
    },
    get WebSocketInterface() {
      return MockSocket
    },
    C: {
      causes: {
        BUSY: 'Busy',
        REJECTED: 'Rejected',
        UNAVAILABLE: 'Unavailable',
        NO_ANSWER: 'No Answer',
        CANCELED: 'Canceled',
        NOT_FOUND: 'Not Found',
        ADDRESS_INCOMPLETE: 'Address Incomplete',
      },
    },
  },
}))

class Session extends EventEmitter {
  readonly id: string
  readonly direction: 'incoming' | 'outgoing'
  readonly remote_identity = { uri: { user: '12000000001' } }
  readonly connection = null
  established = false
  answer = jest.fn()
  terminate = jest.fn()
  mute = jest.fn()
  unmute = jest.fn()
  constructor(id: string, direction: 'incoming' | 'outgoing' = 'incoming') {
    super()
    this.id = id
    this.direction = direction
  }
  isEstablished() {
    return this.established
  }
}

const setting = {
  kind: 'sip',
  server: 'wss://sip.example.com/ws',
  domain: 'sip.example.com',
} satisfies PhoneSetting
const media = { mediaConstraints: { audio: true, video: false } }

function open(secret: string | null = 'kept') {
  const hold = { seat: '8001', hold: 'h'.repeat(22), name: 'agent8001', secret }
  const events = { frame: jest.fn(), line: jest.fn(), lost: jest.fn() }
  const place = document.createElement('div')
  const control = openSipControl({ hold, setting, place, events })
  const agent = MockAgent.last
  const begin = (session: Session) =>
    agent.emit('newRTCSession', {
      session,
      originator: session.direction === 'incoming' ? 'remote' : 'local',
    })
  return { agent, control, events, place, begin }
}

test('the seat’s account registers at the tenant’s server, and the line is up while it is registered', () => {
  const { agent, events } = open()
  expect(agent.start).toHaveBeenCalledTimes(1)
  expect(agent.options).toMatchObject({
    sockets: [{ address: 'wss://sip.example.com/ws' }],
    uri: 'sip:agent8001@sip.example.com',
    password: 'kept',
  })
  for (const [event, up] of [
    ['registered', true],
    ['disconnected', false],
    ['registered', true],
    ['unregistered', false],
    ['registrationFailed', false],
  ] as const) {
    agent.emit(event)
    expect(events.line).toHaveBeenLastCalledWith(up)
  }
  expect(open(null).agent.options).toMatchObject({ password: '' })
})

test.each([
  ['incoming', 4],
  ['outgoing', 5],
] as const)(
  'an %s call is a message of type 2 with code %d; confirmed is 2004, ended 2005',
  (direction, statusCode) => {
    const { events, begin } = open()
    const session = new Session('C1', direction)
    begin(session)
    expect(events.frame).toHaveBeenLastCalledWith({
      type: 2,
      statusCode,
      callId: 'C1',
      number: '12000000001',
    })
    session.emit('confirmed')
    expect(events.frame).toHaveBeenLastCalledWith({ event: 2004, callId: 'C1' })
    session.emit('ended')
    expect(events.frame).toHaveBeenLastCalledWith({ event: 2005, callId: 'C1', result: 'answered' })
  },
)

test.each([
  ['Busy', 'busy'],
  ['Rejected', 'rejected'],
  ['No Answer', 'missed'],
  ['Canceled', 'missed'],
  ['Not Found', 'unknown'],
  ['Internal Error', 'missed'],
])('a call that fails by %s was %s', (cause, result) => {
  const { events, begin } = open()
  const session = new Session('C1', 'outgoing')
  begin(session)
  session.emit('failed', { cause })
  expect(events.frame).toHaveBeenLastCalledWith({ event: 2005, callId: 'C1', result })
})

test('a second call is busy, and the seat is free for the next one after the first', () => {
  const { events, begin } = open()
  const [first, second, third] = [new Session('C1'), new Session('C2'), new Session('C3')]
  begin(first)
  begin(second)
  expect(second.terminate).toHaveBeenCalledWith({ status_code: 486 })
  expect(events.frame).toHaveBeenCalledTimes(1)
  first.emit('ended')
  begin(third)
  expect(events.frame).toHaveBeenLastCalledWith(expect.objectContaining({ callId: 'C3' }))
  expect(third.terminate).not.toHaveBeenCalled()
})

test('answers what comes in, once, and never what it dialled itself', () => {
  const { control, begin } = open()
  control.accept()
  const incoming = new Session('C1')
  begin(incoming)
  control.accept()
  expect(incoming.answer).toHaveBeenCalledWith(media)
  incoming.established = true
  control.accept()
  expect(incoming.answer).toHaveBeenCalledTimes(1)
  incoming.emit('ended')
  const outgoing = new Session('C2', 'outgoing')
  begin(outgoing)
  control.accept()
  expect(outgoing.answer).not.toHaveBeenCalled()
})

test('dials the digits of a number on the tenant’s domain, one call at a time', () => {
  const { agent, control, events, begin } = open()
  control.dial({ number: '120 0000-0001' })
  expect(agent.call).toHaveBeenCalledWith('sip:12000000001@sip.example.com', media)
  control.dial({ number: 'evil@sip:x' })
  expect(agent.call).toHaveBeenCalledTimes(1)
  expect(events.frame).toHaveBeenLastCalledWith({ event: 2005, result: 'unknown' })
  begin(new Session('C1', 'outgoing'))
  control.dial({ number: '12000000002' })
  expect(agent.call).toHaveBeenCalledTimes(1)
})

test('mutes and hangs up the call that is on', () => {
  const { control, begin } = open()
  const session = new Session('C1')
  begin(session)
  control.mute(true)
  expect(session.mute).toHaveBeenCalledWith({ audio: true })
  control.mute(false)
  expect(session.unmute).toHaveBeenCalledWith({ audio: true })
  control.hangUp()
  expect(session.terminate).toHaveBeenCalledTimes(1)
})

test('plays the other side’s voice in its place', () => {
  const { place, begin } = open()
  const session = new Session('C1')
  begin(session)
  const connection = new EventTarget()
  session.emit('peerconnection', { peerconnection: connection })
  const stream = { id: 'voice' }
  connection.dispatchEvent(Object.assign(new Event('track'), { streams: [stream], track: {} }))
  const audio = place.querySelector('audio')
  expect(audio).toHaveProperty('autoplay', true)
  expect(audio).toHaveProperty('srcObject', stream)
})

test('a closed control lets go of the platform and tells nothing more', () => {
  const { agent, control, events, place, begin } = open()
  const session = new Session('C1')
  begin(session)
  place.append(document.createElement('audio'))
  events.frame.mockClear()
  control.close()
  expect(agent.stop).toHaveBeenCalledTimes(1)
  expect(place.childElementCount).toBe(0)
  session.emit('ended')
  agent.emit('disconnected')
  expect(events.frame).not.toHaveBeenCalled()
  expect(events.line).not.toHaveBeenCalled()
})
