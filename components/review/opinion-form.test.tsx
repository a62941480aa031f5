import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { toast } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { permissionsOf, type RoleCode } from '@/lib/domains/identity/rules/roles'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { emptyEntry } from '@/lib/domains/orders/rules/entry/entry-values'
import { standardTemplate } from '@/lib/domains/orders/rules/entry/templates'
import type { ReviewStage } from '@/lib/domains/orders/rules/order-states'
import { markablePlaces, shownForms } from '@/lib/domains/reviews/rules/markable-places'
import { system } from '@/lib/domains/system/contract'
import { OpinionForm } from './opinion-form'

jest.mock('next/navigation', () => ({ useRouter: () => ({ push: jest.fn() }) }))
jest.mock('@/components/ui/toast', () => ({ toast: { error: jest.fn(), success: jest.fn() } }))
jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const send = jest.fn()
const handOver = jest.fn()
beforeEach(() => {
  send.mockReset().mockResolvedValue({})
  handOver.mockReset()
  const answer = async (endpoint: unknown) =>
    endpoint === system.getDraft
      ? { draft: null }
      : endpoint === system.saveDraft
        ? { savedAt: '2025-08-01T03:00:00Z' }
        : []
  jest.mocked(request).mockImplementation(answer as never)
  jest.mocked(call).mockImplementation(answer as never)
})

async function open(stage: ReviewStage, role: RoleCode, order: Partial<OrderHeader>) {
  const held = { id: 24, rowVersion: 3, orderNo: 'BLQ20250801000001', claimedBy: 7, lastDecidedBy: null }
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
        <ConfirmProvider>
          <button type="button" role="tab">
            车辆
          </button>
          <input aria-label="查找" />
          <div role="menu">
            <button type="button" role="menuitem">
              更多
            </button>
          </div>
          <OpinionForm
            stage={stage}
            order={{ ...held, ...order } as OrderHeader}
            send={send}
            markable={(node) => markablePlaces(node, standardTemplate, [], shownForms(emptyEntry()))}
            handOver={{ key: 'transfer', label: '转交', permit: { ok: true }, busy: false, run: handOver }}
            onMarks={() => {}}
            onDecided={() => {}}
            readAgain={async () => {}}
          />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  return screen.findByRole('radio', { name: '通过' })
}

const authority = '金额达到300,000.00，须由风控经理审批'

test('what is beyond the authority of an officer is handed over or returned, never passed, and nothing is silent', async () => {
  const pass = await open('risk', 'risk_officer', { status: 'wait_risk', appliedAmount: '300000.00' })
  expect(pass).toBeEnabled()
  const notice = screen.getByText(authority)
  await userEvent.click(screen.getByRole('button', { name: '转交' }))
  expect(handOver).toHaveBeenCalledTimes(1)

  await userEvent.click(pass)
  await userEvent.type(screen.getByRole('textbox', { name: '意见' }), '收入稳定，建议通过')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(toast.error).toHaveBeenCalledWith(expect.stringContaining('可由风控经理处理'))
  expect(send).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('radio', { name: '退回' }))
  expect(notice).not.toBeInTheDocument()
  expect(screen.getByRole('combobox', { name: '一级原因' })).toBeEnabled()
  expect(screen.getByRole('textbox', { name: '意见' })).toHaveValue('收入稳定，建议通过')
})

test.each([
  ['tab', '车辆', true],
  ['button', '转交', true],
  ['textbox', '查找', false],
  ['menuitem', '更多', false],
] as const)('2 typed on a %s chooses the return: %s, %s', async (role, name, chosen) => {
  // As where the officer may not pass it: 转交 is a button beside the form.
  await open('risk', 'risk_officer', { status: 'wait_risk', appliedAmount: '300000.00' })
  screen.getByRole(role, { name }).focus()
  await userEvent.keyboard('2')
  if (chosen) expect(screen.getByRole('radio', { name: '退回' })).toBeChecked()
  else expect(screen.getByRole('radio', { name: '退回' })).not.toBeChecked()
})

test('up to the authority nothing is said', async () => {
  await open('risk', 'risk_officer', { status: 'wait_risk', appliedAmount: '299999.99' })
  expect(screen.queryByText(authority)).not.toBeInTheDocument()
})

test('a return names only what stands in the form it goes to', async () => {
  await open('first', 'first_reviewer', { status: 'wait_first', appliedAmount: '80000.00' })
  await userEvent.click(screen.getByRole('radio', { name: '退回' }))
  const offered = async (place: string) => {
    const field = screen.getByRole('combobox', { name: '标记需更正的内容' })
    await userEvent.clear(field)
    await userEvent.type(field, place)
    return screen.queryByRole('option', { name: new RegExp(place) }) !== null
  }
  expect(await offered('现居住地址')).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: '进件' }))
  expect(await offered('现居住地址')).toBe(false)
  expect(await offered('意向金额')).toBe(true)
})
