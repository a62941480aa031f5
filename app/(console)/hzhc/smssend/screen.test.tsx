import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { permissionsOf, type RoleCode } from '@/lib/domains/identity/rules/roles'
import { type SmsRow, sms } from '@/lib/domains/sms/contract'
import { ContractSmsScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const row = { id: 1, orderId: 7, customerName: '李建国', kind: 'sign_link', state: 'sent', role: 'customer' }

test.each<[RoleCode, string]>([
  ['contract_clerk', '/elecontract/details?orderId=7'],
  // Whoever may not open the contracts of an order reads the order.
  ['service_agent', '/record/details?orderId=7'],
  ['postloan', '/record/details?orderId=7'],
])('a message leads its reader to a page that opens: %s', async (role, address) => {
  jest.mocked(request).mockImplementation(async (endpoint) => {
    if (endpoint !== sms.list) return { value: null }
    return { data: [row as SmsRow], total: 1, pageNo: 1, allPage: 1, nextCursor: null }
  })
  const session = {
    user: { id: 1, name: '甲', account: 'a' },
    roles: [role],
    permissions: permissionsOf([role]),
    demo: false,
  }
  render(
    <TestPage>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <ContractSmsScreen />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  expect(await screen.findByRole('link', { name: '李建国' })).toHaveAttribute(
    'href',
    expect.stringContaining(address),
  )
})
