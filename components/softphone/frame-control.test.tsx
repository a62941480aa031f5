import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import { openFrameControl } from './frame-control'

const hold = { seat: '8001', hold: 'h'.repeat(22), name: 'agent8001', secret: 'kept' }
const offer = { type: 2, statusCode: 4, callId: 'C1' }

function open(kind: 'frame' | 'script') {
  const setting = {
    kind,
    url: 'https://calls.example.com/bar.js',
    hosts: [],
    height: 56,
  } satisfies PhoneSetting
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const events = { frame: jest.fn(), line: jest.fn(), lost: jest.fn() }
  const control = openFrameControl({ hold, setting, place, events })
  const frame = place.querySelector('iframe')
  const inside = frame?.contentWindow
  if (!frame || !inside) throw new Error('no frame was opened')
  const said = jest.spyOn(inside, 'postMessage').mockImplementation(() => undefined)
  const hear = (origin: string, source: MessageEventSource = inside) =>
    window.dispatchEvent(new MessageEvent('message', { data: offer, origin, source }))
  return { control, events, frame, said, hear }
}

test.each([
  ['frame', 'https://calls.example.com', 'allow-scripts allow-same-origin allow-forms'],
  ['script', 'null', 'allow-scripts'],
] as const)('a %s is heard from its own window and its own origin alone', (kind, origin, sandbox) => {
  const { events, frame, hear } = open(kind)
  expect(frame.getAttribute('sandbox')).toBe(sandbox)
  for (const foreign of [
    'https://calls.example.com.evil.test',
    'http://calls.example.com',
    location.origin,
  ]) {
    hear(foreign)
  }
  hear(kind === 'frame' ? 'null' : 'https://calls.example.com')
  hear(origin, window)
  expect(events.frame).not.toHaveBeenCalled()
  hear(origin)
  expect(events.frame).toHaveBeenCalledWith(offer)
})

test('the secret of the seat is said to the origin of the vendor alone', () => {
  const { events, frame, said } = open('frame')
  frame.onload?.(new Event('load'))
  expect(events.line).toHaveBeenCalledWith(true)
  expect(said).toHaveBeenCalledWith(
    { do: 'open', name: 'agent8001', seat: '8001', secret: 'kept' },
    'https://calls.example.com',
  )
})

test('a script stands in a page of its own with the nonce of ours', () => {
  const ours = document.createElement('script')
  ours.setAttribute('nonce', 'n0nce')
  document.head.replaceChildren(ours)
  const { frame } = open('script')
  expect(frame.getAttribute('src')).toBeNull()
  const page = new DOMParser().parseFromString(frame.srcdoc, 'text/html')
  expect(page.scripts).toHaveLength(1)
  expect(page.scripts[0]?.src).toBe('https://calls.example.com/bar.js')
  expect(page.scripts[0]?.getAttribute('nonce')).toBe('n0nce')
})

test('a closed control hangs up, is gone from the page and hears nothing more', () => {
  const { control, events, frame, said, hear } = open('frame')
  control.close()
  expect(said).toHaveBeenLastCalledWith({ do: 'hangUp' }, 'https://calls.example.com')
  expect(frame.isConnected).toBe(false)
  hear('https://calls.example.com')
  expect(events.frame).not.toHaveBeenCalled()
})
