import '@testing-library/jest-dom'
import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { connectToasts } from '@/components/ui/toast'
import { hashPassword } from '@/lib/client/hash-password'
import { pollMs } from '@/lib/domains/identity/rules/token-refresh'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { LockForm, type LockFormProps } from './screen'

const mockReplace = jest.fn()
jest.mock('next/navigation', () => ({ useRouter: () => ({ replace: mockReplace }) }))

type Answer = { status: number; body: unknown }
const token = { stamp: 5, age: 0, tokenTime: 6000 }
let answers: Answer[] = []
let sent: { path: string; password: string | null }[] = []
const wrong: Answer = { status: 400, body: { message: '解锁密码错误,请重新输入' } }
const setSign = (sign: string | null) => {
  jest.spyOn(document, 'cookie', 'get').mockReturnValue(sign ? `nlos-sign=${sign}` : '')
}

beforeEach(() => {
  answers = []
  sent = []
  mockReplace.mockClear()
  setSign('5.locked')
  global.fetch = jest.fn(async (path: string, init?: RequestInit) => {
    const form = new URLSearchParams(String(init?.body))
    sent.push({ path, password: form.get('password') })
    const { status, body } = answers.shift() ?? { status: 200, body: {} }
    return { status, json: async () => body, text: async () => JSON.stringify(body) }
  }) as unknown as typeof fetch
})
afterEach(() => jest.useRealTimers())

function open(props: Partial<LockFormProps> = {}) {
  const onLeave = jest.fn()
  const all: LockFormProps = {
    name: '王小明',
    tenant: 'blq',
    opensWith: 'lock',
    from: null,
    token,
    onLeave,
    ...props,
  }
  const { container } = render(<LockForm {...all} />, { wrapper: ZhCnMessages })
  return { onLeave, container, user: userEvent.setup() }
}
const field = () => screen.getByPlaceholderText('请输入锁屏密码')
const unlock = () => screen.getByRole('button', { name: '解锁' })

test('whose screen it is, and the two ways on', () => {
  open()
  expect(screen.getByRole('heading', { name: '王小明' })).toBeInTheDocument()
  expect(screen.getByRole('img', { name: '用户头像' })).toHaveAttribute('data-letter', '王')
  expect(screen.getByLabelText('锁屏密码')).toBe(field())
  expect(field()).toHaveFocus()
  expect(unlock()).toBeInTheDocument()
  expect(screen.getByRole('button', { name: '退出系统' })).toBeInTheDocument()
})

test('the right password leads back to the page that was shown; it travels hashed', async () => {
  const { onLeave, user } = open({ from: '/create/index?q=a' })
  await user.type(field(), '1234{Enter}')
  await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/create/index?q=a'))
  expect(sent).toEqual([{ path: '/nlos/biz/identity/session/unlock', password: hashPassword('1234') }])
})

test('without a page it leads home', async () => {
  const { onLeave, user } = open()
  await user.type(field(), '1234{Enter}')
  await waitFor(() => expect(onLeave).toHaveBeenCalledWith('/wel/index'))
})

test('a wrong one is said each time, empties the field and shakes it anew', async () => {
  answers = [wrong, wrong]
  const { onLeave, container, user } = open()
  const shake = () => container.querySelector('[data-shake]')?.getAttribute('data-shake')
  await user.type(field(), 'x{Enter}')
  expect(await screen.findByText('解锁密码错误,请重新输入')).toBeInTheDocument()
  expect(field()).toHaveValue('')
  expect(field()).toHaveFocus()
  expect(field()).toHaveAccessibleDescription('解锁密码错误,请重新输入')
  expect(shake()).toBe('odd')
  await user.type(field(), 'y{Enter}')
  await waitFor(() => expect(shake()).toBe('even'))
  expect(onLeave).not.toHaveBeenCalled()
})

test('nothing is asked with an empty field, nor by the Enter that picks a Chinese candidate', async () => {
  const { user } = open()
  await user.click(unlock())
  expect(screen.getByText('锁屏密码不能为空')).toBeInTheDocument()
  await user.type(field(), '锁')
  const enter = createEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
  fireEvent(field(), enter)
  expect(enter.defaultPrevented).toBe(true)
  expect(sent).toEqual([])
})

test('the end of the session is said, and leads to login', async () => {
  const toasts: string[] = []
  connectToasts(({ message }) => toasts.push(message))
  answers = [{ status: 401, body: { message: '解锁密码连续5次错误，请重新登录' } }]
  const { user } = open()
  await user.type(field(), 'x{Enter}')
  await waitFor(() => expect(mockReplace).toHaveBeenCalledWith('/login?pro=blq'))
  expect(toasts).toEqual(['解锁密码连续5次错误，请重新登录'])
  connectToasts(undefined)
})

test('a failure of the service says so and leaves everything as it is', async () => {
  answers = [{ status: 503, body: {} }]
  const { onLeave, user } = open()
  await user.type(field(), '1234{Enter}')
  expect(await screen.findByText('解锁失败，请稍后再试')).toBeInTheDocument()
  expect(onLeave).not.toHaveBeenCalled()
})

test('what was typed before the script was there opens the screen', async () => {
  const form = (
    <LockForm name="王小明" tenant="blq" opensWith="lock" from={null} token={token} onLeave={jest.fn()} />
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(<ZhCnMessages>{form}</ZhCnMessages>)
  const input = within(container).getByPlaceholderText<HTMLInputElement>('请输入锁屏密码')
  input.value = '1234'
  render(form, { container, hydrate: true, wrapper: ZhCnMessages })
  fireEvent.click(unlock())
  await waitFor(() => expect(sent).toMatchObject([{ password: hashPassword('1234') }]))
})

test('a screen that locked by itself asks for the login password', () => {
  open({ opensWith: 'login' })
  expect(screen.getByText('长时间未操作，已自动锁屏，请用登录密码解锁')).toBeInTheDocument()
  expect(screen.getByPlaceholderText('请输入登录密码')).toBe(screen.getByLabelText('密码'))
})

test('it is a plain form where no script runs, and says what its answer was', () => {
  const { container } = open({ from: '/create/index', said: 'wrong' })
  const [form, logout] = container.querySelectorAll('form')
  expect([form?.method, new URL(form?.action ?? '').pathname]).toEqual(['post', '/session/unlock'])
  expect(Object.fromEntries(new FormData(form))).toEqual({ from: '/create/index', password: '' })
  expect(new URL(logout?.action ?? '').pathname).toBe('/session/logout')
  expect(screen.getByText('解锁密码错误,请重新输入')).toBeInTheDocument()
})

describe('what another tab did', () => {
  const look = () => act(() => jest.advanceTimersByTime(pollMs))

  test('unlocked: this one goes back too', () => {
    jest.useFakeTimers()
    const { onLeave } = open({ from: '/create/index' })
    look()
    expect(onLeave).not.toHaveBeenCalled()
    setSign('5')
    look()
    expect(onLeave).toHaveBeenCalledWith('/create/index')
  })

  test('gone while the answer that says why is on its way: the reason is said, and once', async () => {
    const toasts: string[] = []
    connectToasts(({ message }) => toasts.push(message))
    let answer = (_: unknown) => {}
    global.fetch = jest.fn(() => new Promise((resolve) => (answer = resolve))) as unknown as typeof fetch
    jest.useFakeTimers()
    open()
    fireEvent.change(field(), { target: { value: 'x' } })
    fireEvent.click(unlock())
    setSign(null)
    look()
    expect(toasts).toEqual([])
    const body = { message: '解锁密码连续5次错误，请重新登录' }
    await act(async () =>
      answer({ status: 401, json: async () => body, text: async () => JSON.stringify(body) }),
    )
    look()
    expect(toasts).toEqual([body.message])
    expect(mockReplace).toHaveBeenCalledTimes(1)
    connectToasts(undefined)
  })

  test('signed out: this one goes to login', () => {
    jest.useFakeTimers()
    open()
    setSign(null)
    look()
    expect(mockReplace).toHaveBeenCalledWith('/login?pro=blq')
  })
})
