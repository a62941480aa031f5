import '@testing-library/jest-dom'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { collect } from '@/lib/domains/collect/contract'
import { consentVersion } from '@/lib/domains/collect/rules/collect'
import { identity } from '@/lib/domains/identity/contract'
import ZhCnMessages from '@/lib/i18n/zh-cn-messages'
import { CollectForm } from './screen'

jest.mock('@/lib/client/call', () => ({ request: jest.fn() }))

const idNo = '11010119900307889X'
const user = userEvent.setup()
let refuse: ApiError | undefined

beforeEach(() => {
  refuse = undefined
  jest.mocked(request).mockReset()
  jest.mocked(request).mockImplementation(async (endpoint: unknown) => {
    if (endpoint === identity.captcha) return { image: 'AA==', salt: 'salt', bits: 4, shown: null }
    if (refuse) throw refuse
    if (endpoint === collect.sendCode) return { waitSeconds: 60, shown: '验证码123456' }
    return {}
  })
})

const sent = (endpoint: unknown) =>
  jest.mocked(request).mock.calls.flatMap(([called, input]) => (called === endpoint ? [input] : []))

async function open() {
  const cities = [
    { code: '110100', label: '北京市', province: '北京市' },
    { code: '440100', label: '广州市', province: '广东省' },
    { code: '440300', label: '深圳市', province: '广东省' },
  ]
  await act(async () => {
    render(<CollectForm title="蓝桥" token="secret" cities={cities} />, { wrapper: ZhCnMessages })
  })
}
const submit = () => user.click(screen.getByRole('button', { name: '提交' }))
const type = (label: RegExp, text: string) => user.type(screen.getByLabelText(label), text)

async function fill() {
  await type(/^姓名/, '张三')
  await type(/^身份证号码/, idNo.toLowerCase())
  await type(/^手机号码/, '190-0000-0001')
  await type(/^图形验证码/, 'ABCD')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await screen.findByText(/演示短信：验证码123456/)
  await type(/^短信验证码/, '123456')
}

test('nothing is sent before it is right; the first wrong field has the focus', async () => {
  await open()
  await submit()
  expect(screen.getByLabelText(/^姓名/)).toHaveFocus()
  expect(screen.getByLabelText(/^身份证号码/)).toHaveAccessibleDescription('身份证号码不能为空')
  expect(screen.getByLabelText(/^手机号码/)).toHaveAccessibleDescription('手机号码不能为空')
  expect(screen.getByLabelText(/^短信验证码/)).toHaveAccessibleDescription('请输入6位数字验证码')
  expect(screen.getByRole('checkbox', { name: /我已阅读并同意/ })).toHaveAccessibleDescription(
    '请阅读并同意授权书',
  )
  expect(sent(collect.submit)).toEqual([])
})

test('a code is asked for with mobile and captcha, which is drawn anew after each try', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(screen.getByLabelText(/^图形验证码/)).toHaveAccessibleDescription('请输入验证码')
  expect(sent(collect.sendCode)).toEqual([])
  await fill()
  const [asked] = sent(collect.sendCode) as { redomStr: string }[]
  expect(asked).toMatchObject({ token: 'secret', mobile: '19000000001', idencode: 'ABCD' })
  expect(asked?.redomStr).toMatch(/^\d{17}$/)
  expect(sent(identity.captcha)).toHaveLength(2)
  expect(screen.getByLabelText(/^图形验证码/)).toHaveValue('')
  const again = screen.getByRole('button', { name: /秒后可重新获取/ })
  await user.click(again)
  expect(sent(collect.sendCode)).toHaveLength(1)
})

test('what is wrong with a code stands at its field', async () => {
  await open()
  refuse = new ApiError(400, { message: '输入有误', fields: { idencode: '请输入正确的验证码' } })
  await type(/^手机号码/, '19000000001')
  await type(/^图形验证码/, 'ABCD')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('请输入正确的验证码')).toBeVisible()
  refuse = new ApiError(429, { message: '获取过于频繁，请60秒后再试' })
  await type(/^图形验证码/, 'EFGH')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await waitFor(() =>
    expect(screen.getByLabelText(/^短信验证码/)).toHaveAccessibleDescription('获取过于频繁，请60秒后再试'),
  )
})

test('the consent shows its text with the tenant; a form that was taken gives way to its notice', async () => {
  await open()
  expect(screen.getByText(/本人授权蓝桥为审核本次申请/)).toBeInTheDocument()
  await fill()
  await user.selectOptions(screen.getByLabelText(/^所在城市/), '440300')
  await type(/^意向金额/, '80,000.5')
  await user.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }))
  refuse = new ApiError(422, { message: '该链接只能提交一次' })
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('该链接只能提交一次')
  refuse = new ApiError(400, { message: '输入有误', fields: { code: '验证码错误' } })
  await submit()
  expect(await screen.findByText('验证码错误')).toBeVisible()
  expect(screen.getByLabelText(/^短信验证码/)).toHaveFocus()
  refuse = undefined
  await submit()
  expect(await screen.findByRole('heading', { name: '提交成功' })).toHaveFocus()
  expect(sent(collect.submit).at(-1)).toEqual({
    token: 'secret',
    name: '张三',
    idNo,
    mobile: '19000000001',
    code: '123456',
    model: '',
    amount: '80000.5',
    city: '440300',
    agreed: consentVersion,
  })
  expect(localStorage).toHaveLength(0)
})
