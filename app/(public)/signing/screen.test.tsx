import '@testing-library/jest-dom'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { ApiError } from '@/lib/client/api-error'
import { request, send } from '@/lib/client/call'
import { signing } from '@/lib/domains/contracts/contract/signing'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import type { InputOf } from '@/lib/platform/contract/endpoint'
import { EndNotice } from './_parts/end-notice'
import type { Link } from './_parts/use-signing'
import { Signing } from './screen'

jest.mock('@/lib/client/call', () => ({ request: jest.fn(), send: jest.fn() }))
const mockPages: { cannotDraw?: number | undefined } = {}
// Everything that draws PDFs wants a real browser; the journeys have one. Here each page is there at once.
jest.mock('@/components/pdf/open-pdf', () => ({ openPdf: async () => ({ numPages: 2 }) }))
jest.mock('@/components/pdf/pdf-page', () => {
  const { useEffect } = jest.requireActual('react')
  const PdfPage = ({
    number,
    label,
    onDrawn,
    onFailed,
  }: {
    number: number
    label: string
    onDrawn: (n: number) => void
    onFailed: (n: number) => void
  }) => {
    useEffect(() => (mockPages.cannotDraw === number ? onFailed(number) : onDrawn(number)), [])
    return <div role="img" aria-label={label} />
  }
  return { PdfPage }
})

const token = 't'.repeat(43)
const wrapper = ({ children }: { children: ReactNode }) => <ZhCnMessages>{children}</ZhCnMessages>
const user = userEvent.setup()

const closed: Link = {
  state: 'ready',
  company: '蓝桥租赁',
  before: [],
  expireAt: '2026-12-01T08:00:00Z',
  endedAt: null,
  signer: { name: '李*国', role: '承租人', mobile: '138****0001' },
  titles: ['融资租赁合同'],
  proved: false,
  triesLeft: 5,
  papers: [],
}
const paper = {
  id: 7,
  title: '融资租赁合同',
  contractNo: 'BLQ-HZ-2026-000001',
  pages: 2,
  read: [] as number[],
}
const told = new Set<number>()
const pagesTold = (input: unknown) => {
  for (const page of (input as { pages: number[] }).pages) told.add(page)
  return [...told]
}
/** Everything that the service would say now; tests change it. */
let link: Link
let refuse: ((endpoint: unknown) => ApiError | undefined) | undefined

beforeEach(() => {
  sessionStorage.clear()
  told.clear()
  link = closed
  refuse = undefined
  mockPages.cannotDraw = undefined
  window.scrollTo = jest.fn() as never
  // No canvas draws here; the journeys have one.
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  jest.mocked(send).mockReset()
  jest
    .mocked(send)
    .mockImplementation(async () => ({ arrayBuffer: async () => new ArrayBuffer(0) }) as unknown as Response)
  jest.mocked(request).mockReset()
  jest.mocked(request).mockImplementation(async (endpoint: unknown, input: unknown) => {
    const error = refuse?.(endpoint)
    if (error) throw error
    if (endpoint === signing.open)
      return (input as { session?: string }).session ? { ...link, proved: true, papers: [paper] } : link
    if (endpoint === signing.sendCode)
      return { waitSeconds: 60, mobile: '138****0001', shown: '验证码123456' }
    if (endpoint === signing.prove) return { session: 's', minutes: 30 }
    if (endpoint === signing.shown) return { read: pagesTold(input) }
    if (endpoint === signing.sign) return { signedAt: '2026-11-23T08:00:00Z', next: '王*' }
    return {}
  })
})

const sent = <E extends typeof signing.sign | typeof signing.prove | typeof signing.refuse>(endpoint: E) =>
  jest
    .mocked(request)
    .mock.calls.flatMap(([called, input]) => ((called as unknown) === endpoint ? [input as InputOf<E>] : []))

const open = () => act(async () => void render(<Signing token={token} opened={link} />, { wrapper }))
const press = (name: RegExp | string) => user.click(screen.getByRole('button', { name }))

async function prove() {
  await open()
  await press('是本人，开始验证')
  await user.type(screen.getByLabelText('证件号码后四位'), '889x')
  await press('发送验证码')
  expect(await screen.findByText('演示短信：验证码123456')).toBeVisible()
  await user.type(screen.getByLabelText('6位验证码'), '123456')
  await press('验证')
  await screen.findByRole('heading', { name: '请逐页阅读' })
}

async function readAll() {
  await press('阅读《融资租赁合同》')
  await press(/^下一页/)
  await press('读完了')
  await press('去签名')
}

/** A line over the pad, from corner to corner of its middle. */
function write() {
  const pad = screen.getByRole('img', { name: '签名区：用手指书写姓名' })
  Object.defineProperties(pad, {
    clientWidth: { value: 500, configurable: true },
    clientHeight: { value: 250, configurable: true },
    setPointerCapture: { value: () => undefined, configurable: true },
  })
  const at = (type: string, x: number, y: number) => {
    const event = new MouseEvent(type, { bubbles: true })
    Object.defineProperties(event, {
      offsetX: { value: x },
      offsetY: { value: y },
      isPrimary: { value: true },
      pointerId: { value: 1 },
    })
    fireEvent(pad, event)
  }
  at('pointerdown', 50, 50)
  for (let step = 1; step <= 20; step++) at('pointermove', 50 + step * 20, 50 + step * 5)
  at('pointerup', 450, 150)
}

test('who is meant stands there masked, and the digits are judged before anything is sent', async () => {
  await open()
  expect(screen.getByText('李*国')).toBeVisible()
  await press('是本人，开始验证')
  await user.type(screen.getByLabelText('证件号码后四位'), '12')
  await press('发送验证码')
  expect(screen.getByLabelText('证件号码后四位')).toHaveAccessibleDescription('请输入4位数字或字母')
  expect(screen.queryByText(/还可/)).toBeNull()
  refuse = (endpoint) =>
    endpoint === signing.sendCode
      ? new ApiError(400, { message: '输入有误', fields: { idTail: '与证件不符，还可以输入4次' } })
      : undefined
  link = { ...closed, triesLeft: 4 }
  await user.type(screen.getByLabelText('证件号码后四位'), '34')
  await press('发送验证码')
  // The service says how many tries are left; nothing is said twice.
  expect(await screen.findByText(/还可/)).toHaveTextContent('与证件不符，还可以输入4次')
  link = { ...closed, triesLeft: 0 }
  await press('发送验证码')
  expect(await screen.findByRole('heading', { name: '链接已锁定' })).toHaveFocus()
})

test('nobody signs before every page stood on the screen; then by hand, and it says who is next', async () => {
  await prove()
  expect(screen.queryByRole('button', { name: '去签名' })).toBeNull()
  await readAll()
  await press('确认签署')
  expect(screen.getByRole('alert')).toHaveTextContent('请先在框内写下您的姓名')
  write()
  await press('确认签署')
  expect(await screen.findByRole('heading', { name: '签署完成' })).toHaveFocus()
  expect(screen.getByText('接下来由王*签署，链接已发送给对方。')).toBeVisible()
  const [{ signature }] = sent(signing.sign) as [InputOf<typeof signing.sign>]
  expect(signature).toMatchObject({ width: 1000, height: 500 })
  expect(signature.strokes).toHaveLength(1)
  expect(signature.strokes.flat().every(Number.isInteger)).toBe(true)
  expect(sessionStorage).toHaveLength(0)
})

test('an answer that never came is asked for with the same id; another signature is another one', async () => {
  await prove()
  await readAll()
  write()
  refuse = (endpoint) => (endpoint === signing.sign ? new ApiError(0) : undefined)
  await press('确认签署')
  expect(await screen.findByText(/没有收到答复.*重试不会重复签署/)).toBeVisible()
  await press('确认签署')
  await waitFor(() => expect(sent(signing.sign)).toHaveLength(2))
  await press('清除重写')
  write()
  refuse = undefined
  await press('确认签署')
  await screen.findByRole('heading', { name: '签署完成' })
  const [first, second, third] = sent(signing.sign).map(({ eventId }) => eventId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a reload goes on with the papers; a session that has ended begins with the digits again', async () => {
  await prove()
  document.body.innerHTML = ''
  await open()
  expect(await screen.findByRole('heading', { name: '请逐页阅读' })).toBeVisible()
  refuse = (endpoint) =>
    endpoint === signing.shown
      ? new ApiError(422, { message: '已失效', code: 'signing.proveAgain' })
      : undefined
  await press('阅读《融资租赁合同》')
  await press(/^下一页/)
  await press('读完了')
  expect(await screen.findByRole('heading', { name: '核对身份' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('验证已失效')
  expect(sessionStorage).toHaveLength(0)
})

test('a refusal has its reason, is made once, and ends at its notice', async () => {
  await prove()
  await press('我要拒签')
  await press('确认拒签')
  expect(screen.getByRole('alert')).toHaveTextContent('请填写拒签原因，至少2个字')
  expect(sent(signing.refuse)).toEqual([])
  await user.type(screen.getByLabelText('拒签原因'), '金额与约定不符')
  link = { ...closed, state: 'refused', endedAt: '2026-11-23T08:00:00Z' }
  await press('确认拒签')
  expect(await screen.findByRole('heading', { name: '已拒签' })).toBeVisible()
  expect(sent(signing.refuse)).toMatchObject([{ token, session: 's', reason: '金额与约定不符' }])
})

test('every end says what to do and whom to call; whoever waits sees for whom', () => {
  for (const state of ['signed', 'refused', 'expired', 'void', 'unknown', 'shut', 'failed'] as const) {
    const { unmount } = render(<EndNotice state={state} link={closed} />, { wrapper })
    expect(screen.getByRole('heading').textContent).not.toMatch(/^signPage/)
    expect(screen.getByText('如有疑问，请联系蓝桥租赁的客户经理。')).toBeVisible()
    unmount()
  }
  render(
    <EndNotice state="waiting" link={{ ...closed, before: ['李*国'] }} onAgain={async () => undefined} />,
    {
      wrapper,
    },
  )
  expect(screen.getByText('请等待：李*国')).toBeVisible()
  expect(screen.getByRole('button', { name: '刷新状态' })).toBeVisible()
})

test('who looks again hears that nothing has changed, or that there was no answer', async () => {
  link = { ...closed, state: 'waiting', before: ['王*'] }
  await open()
  await press('刷新状态')
  expect(await screen.findByText(/^仍需等待（\d\d:\d\d 已刷新）$/)).toBeVisible()
  refuse = () => new ApiError(0)
  await press('刷新状态')
  expect(await screen.findByRole('alert')).toHaveTextContent('没有收到答复')
  expect(screen.queryByText(/仍需等待/)).toBeNull()
  refuse = undefined
  link = closed
  await press('刷新状态')
  expect(await screen.findByRole('button', { name: '是本人，开始验证' })).toBeVisible()
})

test('a page that cannot be drawn says so and is loaded again; until it stands there nobody leafs past it', async () => {
  await prove()
  mockPages.cannotDraw = 2
  await press('阅读《融资租赁合同》')
  await press(/^下一页/)
  expect(await screen.findByRole('alert')).toHaveTextContent('这一页没有显示出来，请重新加载。')
  expect(screen.queryByRole('button', { name: '读完了' })).toBeNull()
  mockPages.cannotDraw = undefined
  await press('重新加载')
  await press('读完了')
  expect(await screen.findByRole('button', { name: '去签名' })).toBeVisible()
  expect([...told]).toEqual([1, 2])
})
