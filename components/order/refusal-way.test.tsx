import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import type { OrderEvent } from '@/lib/domains/orders/rules/order-transitions'
import { products } from '@/lib/domains/products/contract'
import { useOrderPermits } from './use-order-permits'

jest.mock('next/navigation', () => ({ useRouter: () => ({ push: jest.fn() }) }))
jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const run = jest.fn()

function Buttons({ event }: { event: OrderEvent }) {
  const may = useOrderPermits()
  const order = { id: 24, status: 'wait_pre', claimedBy: 8, claimedByName: '赵芳' }
  return <VerbButtons verbs={[{ key: 'one', label: '处理', permit: may.event(event, order), run }]} />
}

const open = (role: 'pre_reviewer' | 'risk_officer', event: OrderEvent) => {
  jest
    .mocked(request)
    .mockImplementation(async (endpoint) =>
      endpoint === products.staff ? [{ id: 3, name: '王豪', account: 'risk_manager' }] : [],
    )
  render(
    <TestPage>
      <SessionProvider
        session={{
          user: { id: 7, name: '李四', account: role },
          roles: [role],
          permissions: permissionsOf([role]),
          demo: false,
        }}
      >
        <Buttons event={event} />
      </SessionProvider>
    </TestPage>,
  )
}

test('a refused button says who has it and who can clear it, and leads there, by keyboard too', async () => {
  open('pre_reviewer', 'claim')
  const button = screen.getByRole('button', { name: '处理' })
  expect(button).toHaveAttribute('data-tip', '该订单已被他人领取\n可由赵芳、风控经理处理')
  button.focus()
  await userEvent.keyboard('{Enter}')
  const why = within(await screen.findByRole('dialog', { name: '该订单已被他人领取' }))
  expect(await why.findByText('王豪')).toBeInTheDocument()
  expect(why.getByText('赵芳')).toBeInTheDocument()
  expect(why.getByRole('link', { name: '前往预审' })).toHaveAttribute(
    'href',
    expect.stringContaining('/mycheopeone/details?orderId=24'),
  )
  expect(run).not.toHaveBeenCalled()
})

test('a missing permission is named, with the roles that hold it', async () => {
  open('risk_officer', 'pre_pass')
  await userEvent.click(screen.getByRole('button', { name: '处理' }))
  const why = within(await screen.findByRole('dialog', { name: '您没有此操作的权限' }))
  expect(await why.findByText('缺少权限')).toBeInTheDocument()
  expect(why.getByText('运营预审员', { exact: false })).toBeInTheDocument()
  expect(why.getByRole('link')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/record\/shenhe\?orderId=24/),
  )
})
