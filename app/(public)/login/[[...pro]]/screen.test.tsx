import { createHash } from 'node:crypto'
import '@testing-library/jest-dom'
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { newRedomStr } from '@/components/captcha/use-captcha'
import { hashPassword } from '@/lib/client/hash-password'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { LoginForm } from './screen'

type Answer = { status: number; body: unknown }
const signedIn: Answer = {
  status: 200,
  body: { token: '', myUser: { id: 1, name: '王某', account: 'clerk' } },
}
const refused = (body: object): Answer => ({ status: 400, body })

/** Calls that the form made, and what the service answers to the next logins. */
let calls: { path: string; form: URLSearchParams }[] = []
let logins: Answer[] = []
let policy: object = {}
const sent = (path: string) =>
  calls.filter((call) => call.path === path).map(({ form }) => Object.fromEntries(form))

const answerTo = (path: string): Answer => {
  if (path === '/nlos/login/go') return logins.shift() ?? signedIn
  if (path.endsWith('/captcha/draw'))
    return { status: 200, body: { image: 'AA==', salt: 'salt', bits: 8, shown: null } }
  return { status: 200, body: policy }
}

beforeEach(() => {
  calls = []
  logins = []
  policy = { captcha: false, demo: null }
  localStorage.clear()
  sessionStorage.clear()
  global.fetch = jest.fn(async (url: string, init?: RequestInit) => {
    calls.push({ path: url, form: init?.body as URLSearchParams })
    const { status, body } = answerTo(url)
    return { status, json: async () => body, text: async () => JSON.stringify(body) }
  }) as unknown as typeof fetch
})

const user = userEvent.setup()
function open() {
  const onSignedIn = jest.fn()
  render(<LoginForm title="蓝桥" onSignedIn={onSignedIn} />, { wrapper: ZhCnMessages })
  return onSignedIn
}
const account = () => screen.getByPlaceholderText('请输入用户名')
const password = () => screen.getByPlaceholderText('请输入密码')
const code = () => screen.findByPlaceholderText('请输入验证码')
const submit = () => user.click(screen.getByRole('button', { name: '登录' }))

test('the words are those of wording.md', () => {
  open()
  expect(screen.getByRole('heading', { name: '登录 蓝桥' })).toBeInTheDocument()
  expect(screen.getByLabelText('用户名')).toBe(account())
  expect(screen.getByLabelText('记住账号')).not.toBeChecked()
})

test('what is typed before the code of the page is there counts', async () => {
  localStorage.setItem('nlos-account', 'remembered')
  const { renderToString } = await import('react-dom/server')
  const form = <LoginForm title="蓝桥" onSignedIn={() => {}} />
  const container = document.createElement('div')
  container.innerHTML = renderToString(<ZhCnMessages>{form}</ZhCnMessages>)
  document.body.append(container)
  const early = (text: string) => container.querySelector<HTMLInputElement>(`[placeholder="${text}"]`)
  for (const [text, value] of [
    ['请输入用户名', 'clerk'],
    ['请输入密码', 'Demo@2026'],
  ] as const) {
    const input = early(text)
    if (input) input.value = value
  }
  render(form, { wrapper: ZhCnMessages, container, hydrate: true })
  await screen.findByDisplayValue('clerk')
  await user.click(screen.getByLabelText('记住账号'))
  expect(account()).toHaveValue('clerk')
  expect(password()).toHaveValue('Demo@2026')
  await submit()
  expect(sent('/nlos/login/go')[0]).toMatchObject({ account: 'clerk', password: hashPassword('Demo@2026') })
})

test('before its script is there the form sends nothing, and never in an address', async () => {
  const { renderToString } = await import('react-dom/server')
  const container = document.createElement('div')
  container.innerHTML = renderToString(
    <ZhCnMessages>
      <LoginForm title="蓝桥" />
    </ZhCnMessages>,
  )
  expect(container.querySelector('form')).toHaveAttribute('method', 'post')
  expect(container.querySelector('[type="submit"]')).toBeDisabled()
})

test('nothing is sent before it is right', async () => {
  open()
  await submit()
  expect(screen.getByText('请输入用户名')).toBeInTheDocument()
  expect(account()).toHaveFocus()
  expect(account()).toHaveAccessibleDescription('请输入用户名')
  await user.type(account(), 'clerk')
  await user.type(password(), '12345')
  await submit()
  expect(screen.getByText('密码长度最少为6位')).toBeInTheDocument()
  expect(password()).toHaveFocus()
  expect(sent('/nlos/login/go')).toEqual([])
})

test('the password travels hashed, and a success leads on with the tabs of before forgotten', async () => {
  sessionStorage.setItem('nlos-tabs', '[]')
  const onSignedIn = open()
  await user.type(account(), ' clerk ')
  await user.type(password(), '123456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(sent('/nlos/login/go')).toEqual([
    { account: 'clerk', password: hashPassword('123456'), remember: 'false' },
  ])
  expect(sessionStorage.getItem('nlos-tabs')).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('the account is remembered on request alone, and offered the next time', async () => {
  const onSignedIn = open()
  await user.type(account(), 'clerk')
  await user.type(password(), '123456')
  await user.click(screen.getByLabelText('记住账号'))
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  cleanup()
  open()
  expect(account()).toHaveValue('clerk')
  expect(screen.getByLabelText('记住账号')).toBeChecked()
  expect(JSON.stringify({ ...localStorage })).not.toContain('123456')
})

test('the Enter that picks a Chinese candidate submits nothing', () => {
  open()
  const composing = createEvent.keyDown(account(), { key: 'Enter', isComposing: true })
  fireEvent(account(), composing)
  expect(composing.defaultPrevented).toBe(true)
  const plain = createEvent.keyDown(account(), { key: 'Enter' })
  fireEvent(account(), plain)
  expect(plain.defaultPrevented).toBe(false)
})

test('the eye shows the password', async () => {
  open()
  expect(password()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: '显示密码' }))
  expect(password()).toHaveAttribute('type', 'text')
  expect(screen.getByRole('button', { name: '隐藏密码' })).toBeInTheDocument()
})

test('a refused try shows why; when the next needs a captcha, it is drawn, asked for and sent', async () => {
  const onSignedIn = open()
  logins = [refused({ message: '用户名或密码错误', captcha: true })]
  await user.type(account(), 'clerk')
  await user.type(password(), '123456')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('用户名或密码错误')
  await code()
  await submit()
  expect(await screen.findByText('请输入验证码')).toBeInTheDocument()
  await user.type(await code(), 'ab')
  await submit()
  expect(screen.getByText('验证码长度为4位')).toBeInTheDocument()
  await user.type(await code(), 'cd')
  await submit()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  const [drawn] = sent('/nlos/biz/identity/captcha/draw')
  expect(sent('/nlos/login/go').at(-1)).toMatchObject({ idencode: 'abcd', redomStr: drawn?.redomStr })
  // The work beneath it was done and said before, for this captcha and this account.
  expect(drawn).toMatchObject({ account: 'clerk' })
  const paths = calls.map(({ path }) => path)
  expect(paths.indexOf('/nlos/biz/identity/captcha/prove')).toBeLessThan(paths.lastIndexOf('/nlos/login/go'))
  const [proof] = sent('/nlos/biz/identity/captcha/prove')
  expect(proof?.redomStr).toBe(drawn?.redomStr)
  const hash = createHash('sha256').update(`salt:${proof?.nonce}`).digest()
  expect(hash[0]).toBe(0)
})

test('a wrong code empties its field and draws another; so does a click', async () => {
  policy = { captcha: true, demo: null }
  open()
  logins = [
    refused({ message: '请输入正确的验证码', fields: { idencode: '请输入正确的验证码' }, captcha: true }),
  ]
  await user.type(await code(), 'abcd')
  await user.type(account(), 'clerk')
  await user.type(password(), '123456')
  await submit()
  expect(await screen.findByText('请输入正确的验证码')).toBeInTheDocument()
  expect(await code()).toHaveValue('')
  expect(await code()).toHaveFocus()
  const before = sent('/nlos/biz/identity/captcha/draw').length
  expect(before).toBeGreaterThan(1)
  await user.click(screen.getByRole('button', { name: '看不清，换一张' }))
  const draws = sent('/nlos/biz/identity/captcha/draw').map(({ redomStr }) => redomStr)
  expect(draws).toHaveLength(before + 1)
  expect(new Set(draws).size).toBe(draws.length)
})

test('who has to wait for a turn keeps the captcha', async () => {
  policy = { captcha: true, demo: null }
  open()
  const message = '该账号登录失败次数过多，请7秒后再试'
  logins = [{ status: 429, body: { message, code: 'loginTurn' } }]
  await user.type(account(), 'clerk')
  await user.type(password(), '123456')
  await user.type(await code(), 'abcd')
  const before = sent('/nlos/biz/identity/captcha/draw').length
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  expect(await code()).toHaveValue('abcd')
  expect(sent('/nlos/biz/identity/captcha/draw')).toHaveLength(before)
})

test('redomStr is 4 random digits and the epoch ms', () => {
  expect(newRedomStr(1_785_000_000_000)).toMatch(/^\d{4}1785000000000$/)
})

test.each<[string, Answer]>([
  ['an empty answer', { status: 200, body: null }],
  ['a failure without a message', { status: 500, body: {} }],
])('%s is 服务器错误', async (_, answer) => {
  const onSignedIn = open()
  logins = [answer]
  await user.type(account(), 'clerk')
  await user.type(password(), '123456')
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('服务器错误')
  expect(onSignedIn).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: '登录' })).toBeInTheDocument()
})

test('a sign-in that gets no answer is 请求超时', async () => {
  open()
  await user.type(account(), 'clerk')
  await user.type(password(), '123456')
  jest.mocked(global.fetch).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('请求超时')
})

test('the demo offers its accounts; one click fills the form', async () => {
  policy = {
    captcha: false,
    demo: { password: 'Demo@2026', accounts: [{ account: 'clerk', name: '录单员', can: '标准录单' }] },
  }
  open()
  await user.click(await screen.findByRole('button', { name: '录单员 clerk' }))
  expect(account()).toHaveValue('clerk')
  expect(password()).toHaveValue('Demo@2026')
})

test('a password that was handed out asks for one of the user’s own, and sends both', async () => {
  logins = [refused({ message: '首次登录，请设置新密码', code: 'newPassword', captcha: false })]
  const onSignedIn = open()
  await user.type(account(), 'newcomer')
  await user.type(password(), 'Kf7mPq2Rt9ab')
  await user.click(screen.getByRole('button', { name: '登录' }))
  const fresh = await screen.findByPlaceholderText('新密码')
  expect(screen.getByRole('alert')).toHaveTextContent('首次登录，请设置新密码')
  await waitFor(() => expect(fresh).toHaveFocus())
  await user.type(fresh, 'Kf7mPq2Rt9ab')
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(screen.getByText('不能与一次性密码相同')).toBeVisible()
  expect(screen.getByText('请再次输入密码')).toBeVisible()
  await user.clear(fresh)
  await user.type(fresh, 'Vx7-qmLp2_tR')
  await user.type(screen.getByPlaceholderText('确认密码'), 'Vx7-qmLp2_tR')
  await user.click(screen.getByRole('button', { name: '登录' }))
  await waitFor(() => expect(onSignedIn).toHaveBeenCalled())
  expect(sent('/nlos/login/go')).toHaveLength(2)
  expect(sent('/nlos/login/go')[1]).toMatchObject({
    password: hashPassword('Kf7mPq2Rt9ab'),
    newPassword: hashPassword('Vx7-qmLp2_tR'),
  })
})
