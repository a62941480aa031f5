import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { dayColumns } from '@/lib/domains/releases/rules/release-day'
import { addDays, businessDate } from '@/lib/rules/business-date'
import { ReleaseDayScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const today = businessDate(new Date())
const sheet = (clock: string, more: object = {}) => ({
  day: today,
  cutoff: null,
  payBy: 'port',
  files: [],
  groups: [],
  late: [],
  backdated: [],
  at: new Date(`${today}T${clock}:00+08:00`).toISOString(),
  ...more,
})
const answer = (shown: object) => jest.mocked(request).mockResolvedValue(shown as never)
const open = (query = '') =>
  render(
    <TestPage tab={{ query, dirty: false }}>
      <ReleaseDayScreen />
    </TestPage>,
  )
const asked = () => jest.mocked(request).mock.calls.length
const shown = (clock: string) => screen.findByText(`${today} ${clock}`)
const print = jest.fn()

beforeEach(() => {
  jest.mocked(request).mockReset()
  print.mockReset()
  window.print = print
})

describe('with the clock', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }))
  afterEach(() => void jest.useRealTimers())
  const wait = () => act(() => jest.advanceTimersByTimeAsync(6_000))

  test('the newest sheet renews itself and says of which minute it is; one of the past does not', async () => {
    answer(sheet('09:00'))
    const { unmount } = open()
    expect((await shown('09:00')).closest('p')?.textContent).toBe(`截至 ${today} 09:00`)
    answer(sheet('09:01'))
    await wait()
    expect(await shown('09:01')).toBeTruthy()
    unmount()
    const past = addDays(today, -3)
    answer(sheet('09:02', { day: past }))
    open(`day=${past}`)
    expect(await shown('09:02')).toBeTruthy()
    const before = asked()
    await wait()
    expect(asked()).toBe(before)
  })
})

test('paper has the figures of the moment, and none where they cannot be read', async () => {
  const user = userEvent.setup()
  answer(sheet('09:00'))
  open()
  await shown('09:00')
  let onPaper: string | null = ''
  print.mockImplementation(() => {
    onPaper = document.body.textContent
  })
  answer(sheet('09:05'))
  await user.click(screen.getByRole('button', { name: '打印' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(onPaper).toContain(`截至 ${today} 09:05`)
  jest.mocked(request).mockRejectedValue(new ApiError(noAnswer))
  await user.click(screen.getByRole('button', { name: '打印' }))
  expect((await screen.findByRole('alert')).textContent).toContain(`以下是 ${today} 09:05 的数据`)
  expect(print).toHaveBeenCalledTimes(1)
  answer(sheet('09:06'))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await shown('09:06')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a sheet without payments still says what is late', async () => {
  const late = { orderId: 1, orderNo: 'BLQ1', customerName: '李建国', payNo: 'PAY1', amount: '100.00' }
  answer(sheet('17:00', { late: [{ ...late, why: 'silent', since: `${today}T07:00:00Z` }] }))
  open()
  expect((await screen.findByRole('table', { name: '1 笔未按时办理' })).textContent).toContain('BLQ1')
})

test('what was paid before and booked on this day stands one by one, for the statement of the day before', async () => {
  const one = { orderId: 1, orderNo: 'BLQ1', customerName: '李建国', payNo: 'PAY1', amount: '100.00' }
  const none = { count: 0, amount: '0.00' }
  const cells = Object.fromEntries(dayColumns.map((column) => [column, none]))
  const group = { capitalName: '', payerAccount: '14', payerLabel: '基本户' }
  const backdated = [{ ...one, bankReference: 'REF-1', paidAt: '2026-03-02T07:00:00Z' }]
  const groups = [{ ...group, cells: { ...cells, backdated: { count: 1, amount: '100.00' } } }]
  answer(sheet('10:00', { groups, backdated }))
  open()
  const shownColumns = async () =>
    within(await screen.findByRole('table', { name: /放款合计/ })).queryByRole('columnheader', {
      name: '补记',
    })
  expect(await shownColumns()).not.toBeNull()
  const table = await screen.findByRole('table', { name: '1 笔补记：以前已付，当日入账' })
  for (const text of ['BLQ1', '100.00', 'REF-1', '2026-03-02 15:00'])
    expect(table.textContent).toContain(text)
})
