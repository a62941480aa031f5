import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import type { OrderRow } from '@/lib/contracts/applications'
import { orderColumns } from './order-columns'
import { branchOptions, provinceOptions } from './order-options'

const stay = (status: string, hours: number) => {
  const row = { status, stageEnteredAt: new Date(Date.now() - hours * 3_600_000).toISOString() } as OrderRow
  const column = orderColumns([], { milestones: true }).find(({ id }) => id === 'stay')
  const { container } = render(<TestPage>{column?.cell?.(row)}</TestPage>)
  return container
}

test.each([
  ['wait_pre', 3.9, false],
  ['wait_pre', 4.1, true],
  ['wait_first', 7.9, false],
  ['wait_first', 8.1, true],
  ['draft', 71, false],
  ['draft', 73, true],
  ['brand_new', 1000, false],
])('%s after %s hours is late: %s', (status, hours, late) => {
  expect(stay(status, hours).querySelector('[data-late]') !== null).toBe(late)
})

test.each(['pre_rejected', 'released', 'settled', 'voided'])('%s waits for nobody', (status) => {
  expect(stay(status, 1000)).toHaveTextContent('–')
})

test('a list has the common columns of domain.md 3.5, then its own, and milestones only where they are reached', () => {
  const columns = orderColumns([{ key: 'appliedAmount', kind: 'money' }], { milestones: false })
  expect(columns.map(({ id, key }) => id ?? key)).toEqual([
    'orderNo',
    'customerName',
    'idNo',
    'mobile',
    'productName',
    'shopName',
    'branchName',
    'salesmanName',
    'status',
    'milestones',
    'stay',
    'createdAt',
    'appliedAmount',
  ])
  expect(columns.filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual(['milestones'])
  render(<TestPage>{columns[8]?.cell?.({ status: 'wait_pre' } as OrderRow)}</TestPage>)
  expect(screen.getByText('待运营预审')).toHaveAttribute('data-tone', 'waiting')
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
