import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { type LoanView, loans } from '@/lib/domains/loans/contract'
import { dayOf } from '@/lib/domains/loans/rules/day'
import { explainedInput, explainedResult, explanationsOf } from '@/lib/domains/loans/rules/explain'
import { explainLoan } from '@/lib/domains/loans/rules/fold'
import { statementOf } from '@/lib/domains/loans/rules/loan-statement'
import { e1, history, termsOf } from '@/lib/domains/loans/rules/testing'
import { ExplainedMoney } from './explained'
import { LoanStatement } from './loan-statement'
import { LoanContext, MomentBar } from './moment-bar'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const user = userEvent.setup()

const terms = termsOf(e1)
const book = history(e1).payThrough(2).pay('2025-07-20', '4000.00').pay('2025-07-21', '100.00')
const { facts } = book.on('2025-07-22', 'reversal', { of: 5 })
const asOf = '2025-08-01'

function loanView(): LoanView {
  const said = statementOf(terms, facts, dayOf(asOf), Number.POSITIVE_INFINITY)
  if (!said) throw new Error('there is no loan')
  const { events, ...statement } = said
  return {
    id: 7,
    rowVersion: 1,
    loanNo: 'L20250315000001',
    orderId: 3,
    capitalName: null,
    principal: '86000.00',
    annualRate: '0.0720',
    flatRateMonth: null,
    term: 36,
    repayMethod: 'annuity',
    paymentTiming: 'arrears',
    dayCount: '30/360',
    valueDate: '2025-03-15',
    maturity: '2028-03-15',
    repayDay: 15,
    penaltyDaily: '0.000500',
    graceDays: 3,
    today: asOf,
    statement: {
      ...statement,
      events: events.map(({ by: _by, checkedBy: _checkedBy, bookedAt, ...event }) => ({
        ...event,
        bookedAt: new Date(bookedAt).toISOString(),
        byName: '贷后专员',
        checkedByName: null,
      })),
    },
  }
}

jest.mocked(request).mockImplementation(async (endpoint, input) => {
  if (endpoint !== loans.explain) return []
  const { of } = input as { of: string }
  const { explanations } = explainLoan(terms, facts, dayOf(asOf))
  return {
    parts: explanationsOf(explanations, of).map((one) => ({
      ...one,
      inputs: Object.entries(one.inputs).map(([name, value]) => ({ name, ...explainedInput(name, value) })),
      result: explainedResult(one),
      facts: [],
    })),
  }
})

test('a statement adds up, and strikes through what was reversed', () => {
  render(
    <SessionProvider session={{ roles: [], permissions: [] } as never}>
      <TestPage>
        <LoanStatement loan={loanView()} />
      </TestPage>
    </SessionProvider>,
  )
  const plan = screen.getByRole('table', { name: '还款计划' })
  expect(within(plan).getAllByRole('row')).toHaveLength(38)
  expect(screen.getByRole('img', { name: '还款计划图：36 期，已还清 3 期' })).toBeInTheDocument()
  const events = screen.getByRole('table', { name: '往来明细' })
  const reversed = within(events).getByText('已由第 6 笔冲正').closest('tr')
  expect(reversed).toHaveAttribute('data-reversed')
  expect(within(events).getByText('第 3 期罚息 46.61')).toBeInTheDocument()
})

test('an amount says how it was reckoned, part by part', async () => {
  render(
    <TestPage>
      <LoanContext value={{ loanId: 7, asOf }}>
        <ExplainedMoney of="instalment.1.4.penalty" label="第 4 期罚息" value="14.94" />
      </LoanContext>
    </TestPage>,
  )
  await user.click(screen.getByRole('button', { name: '14.94' }))
  const reason = await screen.findByRole('dialog', { name: '第 4 期罚息的计算过程' })
  expect(
    await within(reason).findByText('2025-07-15 至 2025-07-20：罚息基数 2,663.30 × 日利率 0.05% × 5 天'),
  ).toBeInTheDocument()
  expect(within(reason).getByText('14.94')).toBeInTheDocument()
})

test('another day is asked for in the address', async () => {
  const tab: TestTab = { query: '', dirty: false }
  render(
    <TestPage tab={tab}>
      <MomentBar today={asOf} />
    </TestPage>,
  )
  const field = screen.getByLabelText('截至日')
  await user.type(field, '2025-06-01{Enter}')
  expect(tab.query).toBe('asOf=2025-06-01')
  await user.click(screen.getByRole('button', { name: '回到营业日' }))
  expect(tab.query).toBe('')
})
