import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { call } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import type { FundingView } from '@/lib/domains/capital/contract'
import { capitalOrders } from '@/lib/domains/capital/contract'
import { FundingSection } from './funding-section'
import type { PaperCase } from './paper-set-screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const funding = {
  capitalName: '示例银行A',
  capitalStatus: '审批通过',
  amount: '86000.00',
  cutoffTime: null,
  online: true,
  silent: false,
  late: false,
  checking: false,
  orders: [],
} satisfies FundingView

const show = (status: string, permissions: string[], own: FundingView = funding) => {
  const order = { id: 24, rowVersion: 3, orderNo: 'BLQ1', customerName: '李建国', status }
  const data = { order, kind: 'capital', setStatus: '通过', asked: true } as unknown as PaperCase
  return render(
    <TestPage tab={{ query: 'orderId=24', dirty: false }}>
      <SessionProvider
        session={{ user: { id: 5, name: '甲', account: 'a' }, roles: [], permissions, demo: false }}
      >
        <ConfirmProvider>
          <FundingSection data={data} own={own} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
}
test('a consent that waits for its check says by whom, and no other word is taken', () => {
  const waiting = { ...funding, capitalStatus: '已推送', online: false, checking: true } satisfies FundingView
  show('wait_funder', ['capital:decide'], waiting)
  screen.getByText(/示例银行A的同意已登记，由财务复核/)
  const result = screen.getByRole('button', { name: '登记结果' })
  expect(result.getAttribute('aria-disabled')).toBe('true')
})

const button = () => screen.queryByRole('button', { name: '资方撤销' })

test('a consent is taken back with its reason, until the money is on its way, and by who registers results', async () => {
  const user = userEvent.setup()
  for (const [status, permissions] of [
    ['releasing', ['capital:decide']],
    ['wait_release', ['capital:push']],
  ] as const) {
    const { unmount } = show(status, [...permissions])
    expect(button()).toBeNull()
    unmount()
  }
  jest.mocked(call).mockResolvedValue({ orderId: 24, status: 'preparing', rowVersion: 4 })
  show('wait_release', ['capital:decide'])
  await user.click(await screen.findByRole('button', { name: '资方撤销' }))
  await user.type(await screen.findByRole('textbox', { name: /资方撤回的原因/ }), '客户新增逾期')
  await user.click(screen.getAllByRole('button', { name: '资方撤销' }).at(-1) as HTMLElement)
  const sent = jest.mocked(call).mock.calls.filter(([endpoint]) => endpoint === capitalOrders.withdraw)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.[1]).toMatchObject({ orderId: 24, rowVersion: 3, reason: '客户新增逾期' })
})
