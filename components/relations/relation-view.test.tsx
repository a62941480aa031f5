import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import type { RelationsView } from '@/lib/domains/relations/contract'
import { graphLayout } from './graph-layout'
import { RelationView } from './relation-view'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
beforeEach(() => jest.mocked(request).mockResolvedValue([]))

const order = (id: number, step: 1 | 2): RelationsView['orders'][number] => ({
  id,
  orderNo: `BLQ${id}`,
  customerName: `客户${id}`,
  status: 'wait_pre',
  step,
  shopName: '示例车行',
  createdAt: '2025-07-01T00:00:00Z',
})
const view: RelationsView = {
  shared: [
    {
      kind: 'mobile',
      value: '120****0001',
      newestOnly: false,
      holders: [{ role: 'spouse', name: '李四' }],
      matches: [{ orderId: 1, holders: [{ role: 'emergency', name: '王五' }] }],
    },
  ],
  orders: [order(1, 1), order(2, 1), order(3, 2)],
  edges: [
    { from: null, to: 1, kinds: ['mobile'] },
    { from: null, to: 2, kinds: ['address', 'employerName'] },
    { from: 1, to: 2, kinds: ['cardNo'] },
    { from: 1, to: 3, kinds: ['vin'] },
  ],
  known: [{ what: 'list', kind: 'mobile', name: '多头借贷', level: '灰', source: '资方' }],
  outside: { count: 3, atLeast: false },
}
const open = (change: Partial<RelationsView> = {}) =>
  render(
    <TestPage>
      <RelationView view={{ ...view, ...change }} />
    </TestPage>,
  )

test('says what is shared, whose it is on both sides, the second step, and how much is outside', () => {
  open()
  const direct = within(screen.getByRole('region', { name: '直接关联' }))
  expect(direct.getAllByRole('link').map((link) => link.textContent)).toEqual(['BLQ1', 'BLQ2'])
  expect(direct.getAllByRole('listitem')[0]).toHaveTextContent(/手机号 120\*{4}0001.*本单.*李四.*对方.*王五/)
  expect(screen.getByRole('region', { name: '二度关联' })).toHaveTextContent('经客户1关联：车架号')
  expect(screen.getByText('灰名单 · 资方 · 多头借贷')).toBeInTheDocument()
  expect(screen.getByText('另有 3 单不在您的数据范围内')).toBeInTheDocument()
})

test('the picture has every order as a link that says what the list says', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: '关系图' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
    '客户1 BLQ1，待运营预审，手机号相同',
    '客户2 BLQ2，待运营预审，地址、单位相同',
    '客户3 BLQ3，待运营预审，经客户1关联：车架号',
  ])
})

test('nothing found is said, and has no picture', () => {
  open({ shared: [], orders: [], edges: [], known: [], outside: null })
  expect(screen.getByText(/^没有其他订单/)).toBeInTheDocument()
  expect(screen.queryByRole('button')).toBeNull()
})

test('no two boxes of the picture cover each other, and every tie has its line', () => {
  const orders = Array.from({ length: 30 }, (_, at) => order(at + 1, at < 18 ? 1 : 2))
  const { nodes, edges, height } = graphLayout({ ...view, orders })
  expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length)
  for (const { y } of nodes) expect(y > 0 && y < height).toBe(true)
  expect(edges).toHaveLength(view.edges.length + 1)
})
