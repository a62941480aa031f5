import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { SessionProvider } from '@/lib/client/session'
import { AnswerSection } from './answer-section'

type Shown = Parameters<typeof AnswerSection>[0]

const line = (payNo: string, amount: string) => ({ payNo, amount, result: null })
const said = (payNo: string, amount: string, more: object = {}) => ({
  payNo,
  amount,
  result: '成功',
  bankReference: `B-${payNo}`,
  reason: '',
  finding: null,
  paidAt: '2026-11-23T16:05:00+08:00',
  ...more,
})
const failed = { result: '失败', paidAt: '', bankReference: '', reason: '户名不符' }
const of = {
  file: { id: 7, rowVersion: 3, fileNo: 'PF1' },
  lines: [
    line('P1', '86000.00'),
    line('P2', '1000.50'),
    line('P3', '70000.00'),
    line('P4', '5.00'),
    line('P5', '9.00'),
  ],
}
const answer = {
  id: 9,
  name: '回盘.csv',
  createdAt: '2026-11-23T09:00:00Z',
  bookedAt: null,
  refusedAt: null,
  refuseReason: null,
  lines: [
    said('P1', '86000'),
    said('P2', '1000.50'),
    said('P3', '70000', failed),
    said('P4', '50.00', { finding: 'amount' }),
    said('P5', '九元', { finding: 'amount' }),
  ],
}

test('who books an answer sees when each was paid, our amount where it differs, and the sums before he says yes', async () => {
  const session = { user: { id: 9, name: '甲' }, roles: [], permissions: ['release:check'], demo: false }
  render(
    <SessionProvider session={session as never}>
      <TestPage>
        <ConfirmProvider>
          <AnswerSection
            of={of as unknown as Shown['of']}
            answer={answer as unknown as Shown['answer']}
            unfolded
          />
        </ConfirmProvider>
      </TestPage>
    </SessionProvider>,
  )
  const table = screen.getByRole('table')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['放款单号', '金额', '结果', '付款时间', '银行流水号', '核对'])
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
  expect(rows[0]?.slice(1, 4)).toEqual(['86,000.00', '成功', '2026-11-23 16:05'])
  expect(rows[2]?.slice(1, 4)).toEqual(['70,000.00', '失败', '–'])
  expect(rows[3]?.[1]).toBe('50.00应为 5.00')
  expect(rows[4]?.[1]).toBe('九元应为 9.00')
  await userEvent.click(screen.getByRole('button', { name: '入账 3 笔' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'PF1 按回盘入账 3 笔：成功 2 笔 87,000.50 元，失败 1 笔 70,000.00 元?',
  )
})
