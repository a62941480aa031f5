import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { applications, type OrderHeader } from '@/lib/domains/orders/contract'
import { type OrderForm, orderCanEdit } from '@/lib/domains/orders/rules/order-permissions'
import { orderStates, orderStatuses } from '@/lib/domains/orders/rules/order-states'
import { say } from '@/lib/i18n/say'
import { OverNotice } from './over-notice'
import { useOrderForm } from './use-order-form'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const asked = jest.mocked(request)

const roles = ['entry_clerk']
const user = { id: 44, name: '王芳', account: 'entry_clerk' }
const session = { user, roles, permissions: permissionsOf(roles), demo: true }
const show = (child: React.ReactNode, tab: TestTab) =>
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>{child}</SessionProvider>
    </TestPage>,
  )

const forms = {
  intake: { endpoint: applications.getIntake, details: '/create/details' },
  entry: { endpoint: applications.getEntry, details: '/record/details' },
} as const

const cases = (Object.keys(forms) as OrderForm[]).flatMap((form) =>
  orderStatuses.map((status) => ({ form, status })),
)

test.each(cases)(
  'the details say why the $form of an order in $status is not open, and who has it',
  ({ form, status }) => {
    const facts = { status, claimedBy: null }
    const actor = { id: user.id, roles, permissions: [...session.permissions] }
    const order = {
      ...facts,
      lastDecidedBy: null,
      appliedAmount: null,
      claimedByName: null,
      claimedAt: null,
      stageEnteredAt: '2025-03-15T01:00:00Z',
      submitCount: 1,
    } as OrderHeader
    show(<OverNotice order={order} />, { query: `orderId=1&over=${form}`, dirty: false })
    if (orderCanEdit(form, facts, actor).ok) return expect(screen.queryByRole('status')).toBeNull()
    const notice = screen.getByRole('status')
    expect(notice).toHaveTextContent(`当前状态为“${say(`order.status.${status}`)}”`)
    expect(notice).toHaveTextContent(orderStates[status].next.length > 0 ? '当前处理人' : '流程已结束')
  },
)

function Form({ form }: { form: OrderForm }) {
  const { data, error } = useOrderForm(forms[form].endpoint, form, 501)
  return data ? 'form' : error ? 'failed' : 'waits'
}

test.each(
  (Object.keys(forms) as OrderForm[]).flatMap((form) => [403, 422].map((status) => ({ form, status }))),
)(
  'the address of the $form of an order that refuses with $status becomes its details',
  async ({ form, status }) => {
    asked.mockRejectedValue(new ApiError(status, { message: '当前状态不能进行此操作' }))
    const tab: TestTab = { query: 'orderId=501', dirty: false }
    show(<Form form={form} />, tab)
    await waitFor(() =>
      expect(tab.left).toMatch(new RegExp(`^${forms[form].details}\\?orderId=501&over=${form}`)),
    )
    expect(screen.queryByText('failed')).toBeNull()
  },
)
