import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { call } from '@/lib/client/call'
import { ScriptList } from './script-list'

jest.mock('@/lib/client/call', () => ({ call: jest.fn() }))

const line = { code: 'use', text: '车辆用途是什么', required: true, ok: false, answer: '' }
const show = () =>
  render(
    <TestPage>
      <ScriptList id={3} lines={[line]} facts={{}} editable recording />
    </TestPage>,
  )
const answer = () => screen.getByRole('textbox', { name: '客户回答：车辆用途是什么' })
const toasts: string[] = []

beforeEach(() => {
  toasts.length = 0
  connectToasts(({ message }) => toasts.push(message))
  jest.mocked(call).mockReset().mockResolvedValue({})
})
afterEach(() => connectToasts(undefined))

test('what a customer said stays where it was typed when it could not be stored, and is stored by another try', async () => {
  show()
  jest.mocked(call).mockRejectedValueOnce(new ApiError(noAnswer))
  await userEvent.type(answer(), '自己上下班用{Enter}')
  expect(await screen.findByText('未保存')).toBeVisible()
  expect(answer()).toHaveValue('自己上下班用')
  await userEvent.click(screen.getByRole('button', { name: '重试保存回答：车辆用途是什么' }))
  expect(jest.mocked(call).mock.calls[1]?.[1]).toMatchObject({ code: 'use', answer: '自己上下班用' })
  await waitFor(() => expect(screen.queryByText('未保存')).toBeNull())
  expect(answer()).toHaveValue('自己上下班用')
})

test('a tick that could not be stored is taken back, what was typed beside it is not', async () => {
  show()
  await userEvent.type(answer(), '自用{Enter}')
  jest.mocked(call).mockRejectedValueOnce(new ApiError(noAnswer))
  await userEvent.click(screen.getByRole('checkbox'))
  await waitFor(() => expect(screen.getByRole('checkbox')).not.toBeChecked())
  expect(answer()).toHaveValue('自用')
})

test('why an answer is refused is said', async () => {
  show()
  jest
    .mocked(call)
    .mockRejectedValueOnce(new ApiError(400, { message: '输入有误', fields: { answer: '不能包含表情' } }))
  await userEvent.type(answer(), '自用{Enter}')
  await waitFor(() => expect(toasts).toEqual(['不能包含表情']))
  expect(answer()).toHaveValue('自用')
})

test('a line that asks for figures has them beside it, with their units', () => {
  const plan = { ...line, code: 'standard_plan', text: '请说出您的融资金额、期数和每月还款金额。' }
  const facts = { financing: { financeAmount: '65000.00', term: '24' }, quote: { monthlyPayment: '2980.55' } }
  render(
    <TestPage>
      <ScriptList id={3} lines={[plan]} facts={facts} editable recording />
    </TestPage>,
  )
  const asked = screen.getByRole('listitem')
  expect(asked).toHaveTextContent('融资额 65,000.00 元')
  expect(asked).toHaveTextContent('24 期')
  expect(asked).toHaveTextContent('月供 2,980.55 元')
})
