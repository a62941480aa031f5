import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { call, request } from '@/lib/client/call'
import { loans } from '@/lib/domains/loans/contract'
import { figureNames } from '@/lib/domains/loans/rules/figures'
import { repayments } from '@/lib/domains/repayments/contract'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import FactDialog from './fact-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const called = jest.mocked(call)
const asked = jest.mocked(request)
const user = userEvent.setup()

const figures = Object.fromEntries(figureNames.map((name) => [name, '0.00']))
const standing = {
  loanId: 7,
  loanNo: 'L20260101000001',
  rowVersion: 3,
  customerName: '李建国',
  today: '2026-03-15',
  isFunded: false,
  figures: { ...figures, dueToday: '2663.30', status: '还款中' },
  unpaid: [],
  facts: [],
}
const change = {
  before: standing.figures,
  after: { ...standing.figures, dueToday: '0.00', outstandingPrincipal: '83852.70' },
  instalments: [],
  entries: [],
}
let refusal: string | null = null
const trials: unknown[] = []

beforeEach(() => {
  refusal = null
  trials.length = 0
  called.mockReset()
  asked.mockImplementation((async (endpoint: Endpoint, input: unknown) => {
    if (endpoint.path === loans.standing.path) return standing
    trials.push(input)
    return { ...change, refusal }
  }) as never)
})

const open = (act: 'receipt' | 'fee') =>
  render(
    <TestPage>
      <FactDialog act={act} loanId={7} onClose={() => {}} />
    </TestPage>,
  )

test('a receipt begins with what is due, shows what it changes, and is sent with its number', async () => {
  called.mockResolvedValue({ repayNo: 'RP1', loanId: 7, status: '还款中', rowVersion: 4 } as never)
  open('receipt')
  expect(await screen.findByText('剩余本金')).toBeInTheDocument()
  expect(screen.getByText('83,852.70')).toBeInTheDocument()
  expect(trials).toEqual([
    { loanId: 7, valueDate: '2026-03-15', fact: { kind: 'receipt', amount: '2663.30' } },
  ])
  await user.click(screen.getByRole('button', { name: '登记还款' }))
  // Without its number nothing is sent.
  expect(called).not.toHaveBeenCalled()
  await user.type(screen.getByRole('textbox', { name: /第三方流水号/ }), 'T1')
  await user.click(screen.getByRole('button', { name: '登记还款' }))
  expect(called).toHaveBeenCalledWith(
    repayments.register,
    expect.objectContaining({ loanId: 7, rowVersion: 3, thirdNo: 'T1', channel: 'transfer' }),
  )
})

test('what is refused says so before it is sent, and nothing is tried of half an amount', async () => {
  refusal = '借据已撤销'
  open('fee')
  await screen.findByText('填写后显示办理前后的变化')
  expect(trials).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /金额/ }), '100')
  expect(await screen.findByRole('alert')).toHaveTextContent('借据已撤销')
  expect(screen.queryByText('剩余本金')).toBeNull()
})
