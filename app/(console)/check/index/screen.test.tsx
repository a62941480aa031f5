import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { toast } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { type ChangeRow, changes } from '@/lib/platform/changes/contract'
import { checkPermissions } from '@/lib/platform/changes/rules/pending-change'
import { ChangesScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const called = jest.mocked(call)
let judged: { goes: number[]; left: { id: number; reason: string }[] }
beforeEach(() => {
  judged = { goes: [], left: [] }
})
const success = jest.spyOn(toast, 'success')
const user = userEvent.setup()

const change = (id: number, more: Partial<ChangeRow>): ChangeRow => ({
  id,
  rowVersion: 1,
  kind: 'release',
  title: `BLQ${id}`,
  orderId: id,
  aboutId: id,
  lines: [],
  amount: null,
  contentHash: `hash ${id}`,
  reason: '',
  state: 'waiting',
  madeBy: 3,
  madeByName: '出纳',
  expiresAt: '2999-01-01T00:00:00Z',
  madeAt: '2026-01-05T01:00:00Z',
  decidedByName: null,
  decidedForName: null,
  decidedAt: null,
  decideReason: null,
  tie: null,
  ...more,
})
const release = (id: number, customer: string, payee: string, payer: string, amount: string) =>
  change(id, {
    amount,
    lines: [
      { field: 'orderNo', kind: 'text', value: `BLQ${id}` },
      { field: 'customerName', kind: 'text', value: customer },
      { field: 'approved', kind: 'money', value: '999999.00' },
      { field: 'payeeName', kind: 'text', value: payee },
      { field: 'payeeAccount', kind: 'number', value: `62220000${id}` },
      { field: 'payerAccount', kind: 'number', value: payer },
    ],
  })
const receipt = change(4, {
  kind: 'receipt',
  amount: '500.00',
  lines: [
    { field: 'customerName', kind: 'text', value: '赵六' },
    { field: 'payer', kind: 'text', value: '赵六之妻' },
  ],
})
const own = change(5, { kind: 'receipt', title: 'BLQ5', madeBy: 9 })
const shop = change(6, { kind: 'account', title: '示例车行', orderId: null })
const rows = [
  release(1, '张三', '甲车行', '11110001', '1000.00'),
  release(2, '李四', '乙车行', '11110001', '2000.50'),
  release(3, '王五', '丙车行', '22220002', '4000.00'),
  receipt,
  own,
  shop,
]

beforeAll(async () => {
  await Promise.all([import('@/components/ui/confirm-dialog'), import('@/components/verb/verb-dialog')])
}, 60_000)

beforeEach(async () => {
  called.mockReset()
  success.mockReset()
  jest.mocked(request).mockImplementation(async ({ path }) => {
    if (path === changes.judge.path) return judged as never
    if (path !== changes.list.path) return { value: null } as never
    return { data: rows, total: rows.length, pageNo: 1, allPage: 1, nextCursor: null } as never
  })
  const permissions = [...checkPermissions]
  const session = { user: { id: 9, name: '复核', account: 'a' }, roles: [], permissions, demo: false }
  render(
    <SessionProvider session={session as never}>
      <TestPage>
        <ConfirmProvider>
          <ChangesScreen />
        </ConfirmProvider>
      </TestPage>
    </SessionProvider>,
  )
  await screen.findByText('BLQ1')
})

const rowOf = (title: string) => screen.getByText(title).closest('tr') as HTMLElement
async function choose(...titles: string[]) {
  for (const title of titles) await user.click(within(rowOf(title)).getByRole('checkbox'))
}
/** 通过 of what is chosen, which is one button. */
async function pass(): Promise<HTMLElement> {
  const bar = screen.getByText(/^已选/).parentElement as HTMLElement
  await user.click(within(bar).getByRole('button', { name: '通过' }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).not.toContain('正在核对'))
  return dialog
}

test('a list says of each who is paid and on which account', () => {
  expect(rowOf('BLQ1').textContent).toContain('张三 · 甲车行 · 6222 0000 1')
  expect(rowOf('BLQ4').textContent).toContain('赵六 · 赵六之妻')
})

test('Enter on a row opens what its number opens; a shop has no such page', () => {
  const address = within(rowOf('BLQ1')).getByRole('link', { name: 'BLQ1' }).getAttribute('href')
  expect(address?.split('&')[0]).toBe('/release/details?orderId=1')
  expect(within(rowOf('BLQ1')).getByRole('link').hasAttribute('data-row')).toBe(true)
  expect(within(rowOf('示例车行')).queryByRole('link')).toBeNull()
  expect(rowOf('示例车行').hasAttribute('data-row')).toBe(true)
})

test('whoever signs many sees each payee, and a sum of each paying account', async () => {
  await choose('BLQ1', 'BLQ2', 'BLQ3')
  const dialog = await pass()
  expect(dialog.textContent).toContain('共 3 项，合计 7,000.50')
  const tables = within(dialog).getAllByRole('table')
  expect(tables.map((table) => table.querySelector('caption')?.textContent)).toEqual([
    '放款 · 付款账户 1111 0001 · 共 2 项，合计 3,000.50',
    '放款 · 付款账户 2222 0002 · 共 1 项，合计 4,000.00',
  ])
  const second = within(tables[0] as HTMLElement).getAllByRole('row')[2]
  expect(second?.textContent).toBe('BLQ2李四乙车行6222 0000 22,000.50')
})

test('what cannot be paid is in no sum, and says why before the pay password', async () => {
  judged = { goes: [1, 3], left: [{ id: 2, reason: '收款账户已变更' }] }
  await choose('BLQ1', 'BLQ2', 'BLQ3')
  const dialog = await pass()
  expect(dialog.textContent).toContain('共 2 项，合计 5,000.00')
  expect(dialog.textContent).toContain('以下 1 项不能通过，不计入合计')
  expect(within(dialog).getByRole('listitem').textContent).toBe('BLQ2 收款账户已变更')
})

test.each([[['BLQ4']], [['BLQ1', 'BLQ4']]])(
  'the paper of a receipt is read in the dialog of %s',
  async (titles) => {
    await choose(...titles)
    const dialog = await pass()
    expect(within(dialog).getAllByRole('button', { name: /^查看凭证/ })).toHaveLength(1)
  },
)

test('of one row the same is said', async () => {
  judged = { goes: [], left: [{ id: 2, reason: '收款账户已变更' }] }
  await choose('BLQ2')
  const dialog = await pass()
  expect(dialog.textContent).toContain('乙车行')
  expect(within(dialog).getByRole('listitem').textContent).toContain('收款账户已变更')
})

test('many of several kinds are one call with the password that one of them wants; what is left is told', async () => {
  called.mockResolvedValue({
    done: [1],
    left: [{ id: 4, title: 'BLQ4', reason: '内容与您看到的不一致' }],
  } as never)
  await choose('BLQ1', 'BLQ4')
  const dialog = await pass()
  // Money that comes in and money that goes out makes no sum.
  expect(dialog.textContent).toContain('共 2 条')
  await user.type(within(dialog).getByLabelText(/支付密码/), 'secret')
  await user.click(within(dialog).getByRole('button', { name: '通过' }))
  const left = await screen.findByRole('dialog', { name: '通过: 1 条未完成' })
  expect(called.mock.calls).toEqual([
    [changes.approve, { ids: [1, 4], hashes: ['hash 1', 'hash 4'], payPassword: expect.any(String) }],
  ])
  expect(within(left).getByRole('row', { name: /BLQ4/ }).textContent).toContain('内容与您看到的不一致')
  expect(success).toHaveBeenCalledWith('已复核通过 1 项')
  await user.click(within(left).getByRole('button', { name: '关闭' }))
  expect(await screen.findByText('已选 1 条')).not.toBeNull()
})

test('without money that goes out no password is asked', async () => {
  called.mockResolvedValue({ done: [4, 6], left: [] } as never)
  await choose('BLQ4', '示例车行')
  const dialog = await pass()
  expect(within(dialog).queryByLabelText(/支付密码/)).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: '通过' }))
  await waitFor(() => expect(called).toHaveBeenCalledTimes(1))
  const hashes = ['hash 4', 'hash 6']
  expect(called.mock.calls).toEqual([[changes.approve, { ids: [4, 6], hashes, payPassword: undefined }]])
})

test('what one made himself cannot be chosen', () => {
  const box = within(rowOf('BLQ5')).queryByRole('checkbox') as HTMLInputElement | null
  expect(box?.disabled).toBe(true)
})
