import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import type { OrderRow } from '@/lib/domains/orders/contract'
import { orderColumns } from './order-columns'
import { branchOptions, provinceOptions } from './order-options'

jest.mock('@/lib/client/use-calendar', () => ({ useCalendar: () => new Set() }))

/** The column 滞留 of an order that came into its state at a time of November, looked at on Friday the 20th at noon. */
const stay = (status: string, since: string) => {
  jest.useFakeTimers({ now: new Date('2026-11-20T12:00:00+08:00') })
  const row = { status, stageEnteredAt: `2026-11-${since}:00+08:00` } as OrderRow
  const column = orderColumns([], { milestones: true, status: true }).find(({ id }) => id === 'stay')
  const { container } = render(<TestPage>{column?.cell?.(row)}</TestPage>)
  jest.useRealTimers()
  return container
}

// Standard times are working hours, 9:00 to 18:00 of working days; a draft has none.
test.each([
  ['wait_pre', '19T17:00', false],
  ['wait_pre', '19T16:50', true],
  ['wait_first', '19T13:10', false],
  ['wait_first', '19T12:50', true],
  ['pre_returned', '17T12:00', false],
  ['pre_returned', '17T11:50', true],
  ['wait_entry', '17T11:50', true],
  ['draft', '01T09:00', false],
  ['wait_sign', '01T09:00', false],
  ['brand_new', '01T09:00', false],
])('%s since %s is late: %s', (status, since, late) => {
  expect(stay(status, since).querySelector('[data-late]') !== null).toBe(late)
})

test.each(['pre_rejected', 'released', 'settled', 'voided'])('%s waits for nobody', (status) => {
  expect(stay(status, '01T09:00')).toHaveTextContent('–')
})

test('what people decide by stands inside 1,440 px: the state, the stay and the own columns of the list', () => {
  const columns = orderColumns([{ key: 'appliedAmount', kind: 'money', width: 116 }], {
    milestones: false,
    status: true,
  })
  expect(columns.slice(0, 5).map(({ id, key }) => id ?? key)).toEqual([
    'orderNo',
    'customerName',
    'status',
    'stay',
    'appliedAmount',
  ])
  expect(columns.filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual(['milestones'])
  expect(columns.filter(({ pinned }) => pinned).map(({ key }) => key)).toEqual(['customerName'])
  render(<TestPage>{columns[2]?.cell?.({ status: 'wait_pre' } as OrderRow)}</TestPage>)
  expect(screen.getByText('待运营预审')).toHaveAttribute('data-tone', 'waiting')
})

test('a pool whose orders are all in one state has no column for it, and three facts for its cards', () => {
  const columns = orderColumns([], { milestones: false, status: false })
  expect(columns.map(({ id, key }) => id ?? key)).not.toContain('status')
  expect(columns.filter(({ card }) => card)).toHaveLength(3)
})

const mapped = (source: typeof provinceOptions, data: unknown) =>
  'read' in source ? source.read.map(data) : []

test('provinces are offered by their cities, a municipality once, districts not at all', () => {
  const region = (code: string, label: string, parentCode: string | null) => ({ code, label, parentCode })
  const options = mapped(provinceOptions, [
    region('110000', '北京市', null),
    region('110100', '北京市', '110000'),
    region('110105', '朝阳区', '110100'),
    region('330000', '浙江省', null),
    region('330100', '杭州市', '330000'),
    region('330106', '西湖区', '330100'),
  ])
  expect(options).toEqual([
    { value: '110000', label: '北京市' },
    { value: '330000', label: '浙江省' },
    { value: '330100', label: '浙江省杭州市' },
  ])
})

test('branches are those of the shops, each once', () => {
  const shop = (branchId: number, branchName: string) => ({
    id: branchId * 10,
    name: 's',
    branchId,
    branchName,
  })
  expect(mapped(branchOptions, [shop(2, '二区'), shop(1, '一区'), shop(2, '二区')])).toHaveLength(2)
})
