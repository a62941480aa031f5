import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { TestPage } from '../ui/test-page'
import { MilestoneIcons, MilestoneList } from './milestones'
import { OrderAmount } from './order-amount'
import { OrderStatusTag } from './order-status'
import { ProgressTimeline } from './progress-timeline'
import { StayText } from './stay-text'

jest.mock('@/lib/client/use-calendar', () => ({ useCalendar: () => new Set() }))

const show = (node: React.ReactNode) => render(<TestPage>{node}</TestPage>)

test('a state is a word with a tone, an unknown one its code', () => {
  show(
    <>
      <OrderStatusTag status="pre_returned" />
      <OrderStatusTag status="brand_new" />
    </>,
  )
  expect(screen.getByText('预审退回')).toHaveAttribute('data-tone', 'returned')
  expect(screen.getByText('brand_new')).toHaveAttribute('data-tone', 'closed')
})

test('lit milestones are named, the others only drawn', () => {
  show(<MilestoneIcons lit={['gps', 'econtract']} />)
  const image = screen.getByRole('img', { name: '电子合同已签、GPS已安装' })
  expect(image.querySelectorAll('[data-lit]')).toHaveLength(2)
  expect(image.querySelectorAll('[data-tip]')).toHaveLength(8)
})

test('the list of milestones says when each was reached and by whom, and what the release waits for', () => {
  const nobody = { actorName: null, actorRole: null }
  show(
    <MilestoneList
      reached={[
        { code: 'card', at: '2025-08-01T01:00:00Z', ...nobody },
        { code: 'gps', at: '2025-08-01T03:15:00Z', actorName: '李四', actorRole: 'material_clerk' },
      ]}
      gates={['card', 'gps', 'insurance']}
    />,
  )
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toHaveLength(8)
  expect(lines).toContain('还款卡已签约放款前置2025-08-01 09:00')
  expect(lines).toContain('GPS已安装放款前置2025-08-01 11:15李四 · 材料/抵押专员')
  expect(lines).toContain('保险材料通过放款前置未完成由材料/抵押专员完成')
  expect(lines).toContain('抵押已完成未完成')
})

test('a stay beyond its time is loud', () => {
  // Only office hours count: the same stay at night is none.
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-05T15:00:00+08:00'))
  show(<StayText since="2026-01-05T10:00:00+08:00" dueHours={4} />)
  expect(screen.getByText('5小时0分')).toHaveAttribute('data-late')
  jest.restoreAllMocks()
})

test('the timeline begins with the newest step and says who, when, how long', () => {
  const step = { fromStatus: null, actorRole: 'entry_clerk', opinion: null, stayMinutes: null }
  show(
    <ProgressTimeline
      steps={[
        {
          ...step,
          seq: 1,
          event: 'create',
          toStatus: 'draft',
          actorName: '张三',
          at: '2025-08-01T01:00:00Z',
        },
        {
          ...step,
          seq: 2,
          event: 'pre_return',
          toStatus: 'pre_returned',
          actorName: '李四',
          opinion: '证件不清',
          stayMinutes: 135,
          at: '2025-08-01T03:15:00Z',
        },
      ]}
    />,
  )
  const [first, second] = screen.getAllByRole('listitem')
  expect(first).toHaveTextContent('预审退回预审退回李四 · 录单员2025-08-01 11:15停留 2小时15分证件不清')
  expect(second).toHaveTextContent('新建进件草稿张三 · 录单员2025-08-01 09:00')
})

test('what was approved stands beside what was applied for, where it is something else', () => {
  const terms = { financeAmount: '80000.00', appliedAmount: '80000.00', term: 36 }
  show(
    <>
      <p data-testid="other">
        <OrderAmount terms={{ ...terms, approvedAmount: '65000.00', approvedTerm: 24 }} />
      </p>
      <p data-testid="same">
        <OrderAmount terms={{ ...terms, approvedAmount: '80000.00', approvedTerm: 36 }} />
      </p>
      <p data-testid="open">
        <OrderAmount terms={{ ...terms, approvedAmount: null, approvedTerm: null }} />
      </p>
    </>,
  )
  expect(screen.getByTestId('other')).toHaveTextContent('80,000.00批复 65,000.00 24 期')
  expect(screen.getByTestId('same')).toHaveTextContent(/^80,000.00$/)
  expect(screen.getByTestId('open')).toHaveTextContent(/^80,000.00$/)
})
