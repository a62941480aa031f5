import '@testing-library/jest-dom'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { toast } from '@/components/ui/toast'
import { request } from '@/lib/client/call'
import Softphone from './softphone'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/components/ui/toast', () => ({
  toast: { info: jest.fn(), error: jest.fn(), success: jest.fn() },
}))

const api = jest.requireMock<Record<'call' | 'request', jest.Mock>>('@/lib/client/call')

/** The WebSocket of our server, as the browser sees it. */
class FakeLine {
  static readonly OPEN = 1
  static last: FakeLine
  readyState = 1
  readonly sent: string[] = []
  readonly url: string
  onopen?: () => void
  onmessage?: (event: { data: unknown }) => void
  onclose?: (event: { code: number }) => void
  constructor(url: string) {
    this.url = url
    FakeLine.last = this
  }
  send(text: string) {
    this.sent.push(JSON.parse(text).do)
  }
  close() {
    this.readyState = 3
  }
}

const onEnd = jest.fn()
let seatStatus = '1'
beforeEach(() => {
  jest.useFakeTimers()
  jest.clearAllMocks()
  seatStatus = '1'
  Object.assign(globalThis, { WebSocket: FakeLine })
  api.call.mockImplementation(async () => ({ data: { seats_number: '8001', status: seatStatus } }))
  api.request.mockImplementation(async (_endpoint: unknown, { status }: { status: string }) => ({
    data: { status, name: 'agent8001', secret: null },
  }))
})
afterEach(() => jest.useRealTimers())

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
const show = () =>
  render(
    <TestPage>
      <ConfirmProvider>
        <Softphone setting={{ kind: 'simulator' }} wish={{}} onEnd={onEnd} />
      </ConfirmProvider>
    </TestPage>,
  )
/** Seat calls that were sent, as status and seat. */
const seatCalls = () =>
  jest
    .mocked(request)
    .mock.calls.map(([, input]) => input as { status?: string; seats_number: string })
    .map(({ status, seats_number }) => `${seats_number} ${status}`)

async function enterSeat(number = '8001') {
  await pass(0)
  fireEvent.change(screen.getByLabelText('请输入坐席号'), { target: { value: number } })
  fireEvent.click(screen.getByRole('button', { name: '确定' }))
  await pass(50)
}
async function openBar() {
  const view = show()
  await enterSeat()
  // The control comes by a dynamic import.
  for (let tries = 0; tries < 20 && !FakeLine.last?.onopen; tries++) await pass(1)
  await act(async () => FakeLine.last.onopen?.())
  return view
}
const hear = (frame: unknown) =>
  act(async () =>
    FakeLine.last.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) }),
  )
const bar = () => screen.getByRole('dialog', { name: '电话' })

test('a busy seat is told, a cancelled prompt too, and neither takes a seat', async () => {
  seatStatus = '2'
  show()
  await enterSeat()
  expect(toast.error).toHaveBeenCalledWith('该坐席正在使用，请稍后再试')
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(toast.info).toHaveBeenCalledWith('取消输入')
  expect(onEnd).toHaveBeenCalledTimes(1)
  expect(seatCalls()).toEqual([])
})

test('what is no seat number is not asked for', async () => {
  show()
  await enterSeat('80 01')
  expect(screen.getByText('请输入正确的坐席号')).toBeInTheDocument()
  expect(api.call).not.toHaveBeenCalled()
})

test('the bar of the agent account opens with status 2, closes by itself after 30 s and frees the seat', async () => {
  const view = await openBar()
  expect(bar()).toHaveTextContent('坐席 8001')
  expect(bar()).toHaveTextContent('agent8001')
  expect(seatCalls()).toEqual(['8001 2'])
  expect(FakeLine.last.url).toMatch(/^ws:\/\/localhost\/phone\/line\?seat=8001&hold=[\w-]{22}$/)
  await pass(29_000)
  expect(onEnd).not.toHaveBeenCalled()
  await pass(1_500)
  expect(onEnd).toHaveBeenCalledTimes(1)
  view.unmount()
  await pass(10)
  expect(seatCalls()).toEqual(['8001 2', '8001 1'])
})

test('type 2 with code 4 is accepted, 2004 stops the clock, 2005 gives 30 s more', async () => {
  await openBar()
  await hear({ type: 2, statusCode: 4, callId: 'C1', number: '120****0123', customer: '王芳' })
  expect(FakeLine.last.sent).toEqual(['accept'])
  expect(screen.getByText('来电 王芳 · 120****0123')).toHaveAttribute('aria-live', 'assertive')
  await hear({ event: 2004, callId: 'C1' })
  await pass(90_000)
  expect(onEnd).not.toHaveBeenCalled()
  expect(screen.getByRole('timer', { name: '时长' })).toHaveTextContent('1:30')
  await hear({ event: 2005, callId: 'C1', result: 'answered' })
  await pass(29_000)
  expect(onEnd).not.toHaveBeenCalled()
  await pass(1_500)
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('a call that waits is answered and hung up by hand; mute says that it is on', async () => {
  await openBar()
  await hear({ type: 2, statusCode: 3, callId: 'C1' })
  expect(FakeLine.last.sent).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '接听' }))
  await hear({ event: 2004, callId: 'C1' })
  const mute = screen.getByRole('button', { name: '静音' })
  fireEvent.click(mute)
  expect(mute).toHaveAttribute('aria-pressed', 'true')
  fireEvent.click(screen.getByRole('button', { name: '挂断' }))
  expect(FakeLine.last.sent).toEqual(['accept', 'hangUp'])
})

test('garbage is heard without a word (B10)', async () => {
  await openBar()
  for (const text of ['', '{', 'null', '{"type":2,"statusCode":[4]}', '['.repeat(9000)]) await hear(text)
  expect(FakeLine.last.sent).toEqual([])
  expect(bar()).toHaveTextContent('空闲')
})

test('Escape closes the free bar; during a call it asks first', async () => {
  await openBar()
  await hear({ event: 2004 })
  fireEvent.keyDown(bar(), { key: 'Escape' })
  await pass(50)
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  await pass(500)
  expect(onEnd).not.toHaveBeenCalled()
  await hear({ event: 2005 })
  fireEvent.keyDown(bar(), { key: 'Escape' })
  await pass(50)
  expect(onEnd).toHaveBeenCalled()
})

test('the page that goes away takes the bar with it, and the end of a call with it (B10)', async () => {
  const view = await openBar()
  await hear({ event: 2004 })
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(onEnd).toHaveBeenCalledTimes(1)
  view.unmount()
  expect(FakeLine.last.sent).toEqual(['hangUp'])
  await pass(10)
  expect(seatCalls().at(-1)).toBe('8001 1')
  expect(jest.mocked(request).mock.calls.at(-1)?.[2]).toEqual({ keepalive: true })
})

test('a line that breaks comes back, one that lost its seat ends', async () => {
  await openBar()
  const first = FakeLine.last
  await act(async () => first.onclose?.({ code: 1006 }))
  expect(bar()).toHaveTextContent('连接中断，正在重连')
  await pass(600)
  expect(FakeLine.last).not.toBe(first)
  await act(async () => FakeLine.last.onclose?.({ code: 4403 }))
  expect(toast.error).toHaveBeenCalledWith('坐席已释放，请重新打开电话')
  expect(onEnd).toHaveBeenCalled()
})
