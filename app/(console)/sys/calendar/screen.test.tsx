import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { call } from '@/lib/client/call'
import { calendar } from '@/lib/domains/calendar/contract'
import MonthDialog from './_parts/month-dialog'
import PasteDialog from './_parts/paste-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(async () => ({ added: 3 })), request: jest.fn() }))
jest.mock('@/lib/client/use-calendar', () => ({ useCalendar: () => new Set(['2026-10-01', '2026-10-10']) }))
jest.mock('@/lib/client/service-day', () => ({ useServiceDay: () => '2026-10-09' }))

const user = userEvent.setup()

test('a pasted year is judged line by line before anything is written', async () => {
  const onClose = jest.fn()
  render(
    <TestPage>
      <PasteDialog onClose={onClose} />
    </TestPage>,
  )
  const lines = screen.getByRole('textbox')
  await user.click(lines)
  await user.paste('2027-01-01 元旦 休\n2027-02-30 春节 休\n2026-10-08 国庆 休')
  expect(screen.getByText('第2行：日期不存在')).toBeVisible()
  expect(screen.getByText(/^第3行：已过的日期/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(call).not.toHaveBeenCalled()
  await user.clear(lines)
  await user.paste('2027-01-01 元旦 休\n2027-02-05~2027-02-08 春节 休')
  expect(screen.getByText('将加入 3 天，已有的日期不变')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(call).toHaveBeenCalledWith(calendar.paste, {
    lines: '2027-01-01 元旦 休\n2027-02-05~2027-02-08 春节 休',
  })
  expect(onClose).toHaveBeenCalled()
})

test('a month shows what rests, by the week and by the calendar', async () => {
  render(
    <TestPage>
      <MonthDialog onClose={jest.fn()} />
    </TestPage>,
  )
  const days = () => within(screen.getByRole('table')).getAllByRole('cell')
  const rests = () => days().filter((cell) => cell.hasAttribute('data-rests'))
  expect(rests().map(({ textContent }) => textContent)).toEqual([
    ...['1休', '3', '4', '11', '17', '18', '24', '25', '31'],
  ])
  expect(screen.getByText('班').closest('td')).toHaveTextContent('10班')
  expect(screen.getByText('9')).toHaveAttribute('aria-current', 'date')
  await user.click(screen.getByRole('button', { name: '下月' }))
  expect(rests()).toHaveLength(9)
})
