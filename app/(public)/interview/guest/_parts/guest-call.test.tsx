import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import { type CameraTrouble, openCamera } from '@/components/interview/camera'
import { request } from '@/lib/client/call'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { createGuestCall, type GuestCall } from './guest-call'
import { GuestRoom } from './guest-room'

jest.mock('@/lib/client/call', () => ({ request: jest.fn() }))
jest.mock('@/lib/client/live-stream', () => ({ readStream: () => new Promise(() => undefined) }))
jest.mock('@/components/interview/camera', () => ({
  ...jest.requireActual('@/components/interview/camera'),
  openCamera: jest.fn(),
}))
jest.mock('@/components/interview/live-video', () => ({ LiveVideo: () => null }))

/** A camera of a phone with its microphone; what is stopped never runs again. */
function cameraOf(facing: string) {
  const trackOf = (kind: string) => ({ kind, live: true, stop: jest.fn() })
  const tracks = [trackOf('video'), trackOf('audio')]
  for (const track of tracks)
    track.stop.mockImplementation(() => {
      track.live = false
    })
  return {
    facing,
    tracks,
    getTracks: () => tracks,
    getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
  }
}
type Camera = ReturnType<typeof cameraOf>
const isLive = ({ tracks }: Camera) => tracks.every(({ live }) => live)
const isClosed = ({ tracks }: Camera) => tracks.every(({ live }) => !live)

let opened: Camera[]
/** The faults of the camera at the back. */
let trouble: CameraTrouble | undefined
/** Cameras come up when the test says so. */
let ready: (() => void)[] | undefined
let call: GuestCall

beforeEach(async () => {
  ;[opened, trouble, ready] = [[], undefined, undefined]
  jest.mocked(request).mockResolvedValue({ relayed: true, iceServers: [] })
  jest.mocked(openCamera).mockImplementation(async (facing = 'user') => {
    if (ready) await new Promise<void>((resolve) => ready?.push(resolve))
    if (trouble && facing === 'environment') return trouble
    const camera = cameraOf(facing)
    opened.push(camera)
    return camera as unknown as MediaStream
  })
  call = createGuestCall('t'.repeat(43))
  await call.enter()
})
afterEach(() => call.get().phase === 'in' && call.hangUp())

test('the other camera takes the place of the one before, which is closed', async () => {
  await call.turn()
  expect(opened.map(isClosed)).toEqual([true, false])
  expect(call.get()).toMatchObject({ facing: 'environment', local: opened[1], trouble: undefined })
})

test('where the other camera does not open the former one comes back, and the page says why', async () => {
  trouble = 'busy'
  await call.turn()
  expect(opened.map(({ facing }) => facing)).toEqual(['user', 'user'])
  expect(call.get()).toMatchObject({ facing: 'user', local: opened[1], trouble: 'busy' })
  expect(isLive(opened[1] as Camera)).toBe(true)
  render(
    <ZhCnMessages>
      <GuestRoom call={call} view={call.get()} />
    </ZhCnMessages>,
  )
  expect(screen.getByRole('status')).toHaveTextContent('未能切换摄像头：摄像头正被其他程序使用')
  trouble = undefined
  await act(() => call.turn())
  expect(call.get()).toMatchObject({ facing: 'environment', trouble: undefined })
})

test('a camera that comes up after the phone has left is closed', async () => {
  ready = []
  const turned = call.turn()
  call.hangUp()
  for (const go of ready) go()
  await turned
  expect(opened.map(isClosed)).toEqual([true, true])
  expect(call.get()).toMatchObject({ phase: 'hungUp', local: undefined })
})

test('a second tap while a camera comes up opens none', async () => {
  ready = []
  const taps = [call.turn(), call.turn()]
  for (const go of ready) go()
  await Promise.all(taps)
  expect(opened).toHaveLength(2)
  expect(isLive(opened[1] as Camera)).toBe(true)
})
