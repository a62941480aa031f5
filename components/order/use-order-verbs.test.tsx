import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { applications } from '@/lib/domains/orders/contract'
import { products } from '@/lib/domains/products/contract'
import { reviews } from '@/lib/domains/reviews/contract'
import { useOrderPermits } from './use-order-permits'
import { type OrderRef, useClaimNext, useOrderVerbs } from './use-order-verbs'

const push = jest.fn()
jest.mock('next/navigation', () => ({ useRouter: () => ({ push }) }))
jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const called = jest.mocked(call)
const asked = jest.mocked(request)
const shown = {
  success: jest.spyOn(toast, 'success'),
  error: jest.spyOn(toast, 'error'),
  info: jest.spyOn(toast, 'info'),
}

const me = 7
const order: OrderRef = {
  id: 1,
  rowVersion: 3,
  orderNo: 'BLQ20250801000001',
  customerName: '张三',
  status: 'wait_pre',
  claimedBy: null,
}

const names = ['submitPre', 'copy', 'claim', 'unclaim', 'void', 'transfer'] as const

function Buttons({ of }: { of: OrderRef }) {
  const verbs = useOrderVerbs(names)
  const next = useClaimNext('pre')
  const may = useOrderPermits()
  return (
    <>
      {names.map((name) => (
        <button key={name} type="button" onClick={() => verbs.of(of, name)[0]?.run()}>
          {name}
        </button>
      ))}
      <button type="button" onClick={next?.run}>
        claimNext
      </button>
      <output>
        {JSON.stringify(
          [may.event('claim', of), may.transfer(of), may.create()].map((permit) =>
            permit.ok ? { ok: true } : { ok: false, reason: permit.reason },
          ),
        )}
      </output>
      {verbs.dialog}
    </>
  )
}

const open = (
  of: OrderRef = order,
  roles: Parameters<typeof permissionsOf>[0] = ['pre_reviewer', 'entry_clerk'],
) =>
  render(
    <TestPage>
      <SessionProvider
        session={{
          user: { id: me, name: '李四', account: 'pre_reviewer' },
          roles: [...roles],
          permissions: permissionsOf(roles),
          demo: false,
        }}
      >
        <ConfirmProvider>
          <Buttons of={of} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
const user = userEvent.setup()
const press = (name: string) => user.click(screen.getByRole('button', { name }))

// The dialogs are loaded when they are asked for; the first load is not what the tests measure.
beforeAll(async () => {
  await Promise.all([import('@/components/ui/confirm-dialog'), import('@/components/verb/verb-dialog')])
}, 60_000)

beforeEach(() => {
  for (const mock of [push, called, asked, ...Object.values(shown)]) mock.mockReset()
})

test('a claimed order is opened', async () => {
  called.mockResolvedValue({ orderId: 1, status: 'wait_pre' })
  open()
  await press('claim')
  expect(called).toHaveBeenCalledWith(reviews.claim, { orderId: 1 })
  expect(push).toHaveBeenCalledWith(expect.stringMatching(/^\/mycheopeone\/details\?orderId=1\b/))
})

test('a claim that somebody else won leaves the user where he is, and may be tried again', async () => {
  called.mockRejectedValue(new ApiError(409, { message: '该订单已被王五领取' }))
  open()
  await press('claim')
  await press('claim')
  expect(push).not.toHaveBeenCalled()
  expect(called).toHaveBeenCalledTimes(2)
})

test('two clicks are one action', async () => {
  let answer: (value: unknown) => void = () => {}
  called.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  open()
  await press('unclaim')
  await press('unclaim')
  expect(called).toHaveBeenCalledTimes(1)
  answer({})
  await waitFor(() => expect(shown.success).toHaveBeenCalledWith('BLQ20250801000001 已退回池'))
})

test('an empty pool says so', async () => {
  called.mockResolvedValue(null)
  open()
  await press('claimNext')
  expect(shown.info).toHaveBeenCalledWith('预审池中没有可领取的订单')
  expect(push).not.toHaveBeenCalled()
})

test('submitting asks first', async () => {
  open()
  await press('submitPre')
  const question = await screen.findByRole('alertdialog')
  expect(question).toHaveTextContent('张三（BLQ20250801000001）')
  await user.click(within(question).getByRole('button', { name: '取消' }))
  expect(called).not.toHaveBeenCalled()
})

test.each([
  ['wait_pre', 'success'],
  ['pre_rejected', 'error'],
] as const)('an order that is %s after its submit is a %s', async (status, kind) => {
  called.mockResolvedValue({ orderId: 1, status, rowVersion: 4 })
  open()
  await press('submitPre')
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '提交预审' }))
  await waitFor(() => expect(shown[kind]).toHaveBeenCalledTimes(1))
  expect(called).toHaveBeenCalledWith(applications.submitPre, {
    orderId: 1,
    rowVersion: 3,
  })
})

test('bad input has no form here: it is shown as a toast', async () => {
  called.mockRejectedValue(new ApiError(400, { message: '请填写手机号' }))
  open()
  await press('copy')
  await waitFor(() => expect(shown.error).toHaveBeenCalledWith('请填写手机号', undefined))
})

test('voiding needs a reason, and ends when somebody else has changed the order', async () => {
  open()
  await press('void')
  const dialog = await screen.findByRole('dialog', { name: '作废订单' })
  const go = within(dialog).getByRole('button', { name: '作废' })
  await user.click(go)
  expect(await within(dialog).findByText('请填写作废原因')).toBeVisible()
  expect(called).not.toHaveBeenCalled()
  called.mockRejectedValue(new ApiError(409, { message: '数据已被他人修改，请刷新' }))
  await user.type(within(dialog).getByRole('textbox'), '客户放弃')
  await user.click(go)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(called).toHaveBeenCalledWith(applications.void, {
    orderId: 1,
    rowVersion: 3,
    reason: '客户放弃',
  })
})

test('a transfer offers the colleagues of the stage, and keeps the dialog when refused', async () => {
  asked.mockResolvedValue([
    { id: me, name: '李四', account: 'pre_reviewer' },
    { id: 8, name: '王五', account: 'pre_reviewer2' },
  ])
  open({ ...order, claimedBy: me })
  await press('transfer')
  const dialog = await screen.findByRole('dialog', { name: '转交订单' })
  await within(dialog).findByRole('option', { name: '王五（pre_reviewer2）' })
  expect(within(dialog).queryByRole('option', { name: /李四/ })).not.toBeInTheDocument()
  expect(asked).toHaveBeenCalledWith(products.staff, { permission: 'order:claim_pre' }, expect.anything())
  called.mockRejectedValueOnce(
    new ApiError(400, { message: 'm', fields: { userId: '该人员不能处理本环节' } }),
  )
  await user.selectOptions(within(dialog).getByRole('combobox'), '8')
  await user.click(within(dialog).getByRole('button', { name: '转交' }))
  expect(await within(dialog).findByText('该人员不能处理本环节')).toBeVisible()
  called.mockResolvedValueOnce({})
  await user.click(within(dialog).getByRole('button', { name: '转交' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(called).toHaveBeenLastCalledWith(reviews.transfer, {
    orderId: 1,
    rowVersion: 3,
    userId: 8,
  })
})

test('permits follow the state table; a state of a newer service allows nothing', () => {
  const permits = () => JSON.parse(screen.getByRole('status').textContent ?? '')
  const { unmount } = open(order, ['pre_reviewer'])
  const noCreate = { ok: false, reason: 'machine.refusal.permission' }
  expect(permits()).toEqual([{ ok: true }, { ok: false, reason: 'machine.refusal.notClaimed' }, noCreate])
  unmount()
  open({ ...order, status: 'brand_new' }, ['pre_reviewer'])
  const unknown = { ok: false, reason: 'machine.refusal.status' }
  expect(permits()).toEqual([unknown, unknown, noCreate])
})
