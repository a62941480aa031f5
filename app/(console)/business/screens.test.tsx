import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { ManufacturersScreen } from '@/app/(console)/api/index/screen'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { type EnterpriseDetail, enterprises } from '@/lib/domains/enterprises/contract'
import { type FunderRow, funders, type LimitFlowRow } from '@/lib/domains/funders/contract'
import type { Permission } from '@/lib/domains/identity/rules/roles'
import { type ManufacturerRow, manufacturers, type PolicyRow } from '@/lib/domains/manufacturers/contract'
import { system } from '@/lib/domains/system/contract'
import { fakeUscc } from '@/lib/rules/made-up-numbers'
import { EnterprisesScreen } from './index/screen'
import { FundersScreen } from './zijin/screen'
import { FunderFlowsScreen } from './zijinFlows/screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const createdAt = '2026-01-01T00:00:00Z'
const funder: FunderRow = {
  id: 7,
  rowVersion: 3,
  code: 'BANKA',
  name: '示例银行A',
  kind: '银行',
  coopMode: '助贷',
  shareRatio: null,
  costRate: '0.0520',
  creditLimit: '1000000.00',
  lent: '300000.00',
  promised: '100000.00',
  used: '400000.00',
  left: '600000.00',
  dailyLimit: null,
  usedToday: '0.00',
  leftToday: null,
  aprCap: '0.2400',
  guaranteeRatio: null,
  compensateDays: 80,
  settleDay: 5,
  cutoffTime: '16:30',
  ageRange: '20-60',
  cities: [],
  online: false,
  status: '启用',
  stopReason: null,
  checking: true,
  createdAt,
}
const flow: LimitFlowRow = {
  id: 1,
  bizDay: '2026-01-02',
  kind: 'released',
  amount: '300000.00',
  lentAfter: '300000.00',
  loanNo: 'L1',
  orderId: 1,
  orderNo: 'BLQ1',
  createdAt,
}
const maker: ManufacturerRow = {
  id: 8,
  rowVersion: 1,
  code: 'OEM01',
  name: '示例主机厂',
  brands: ['示例牌', '示例星'],
  modes: ['rate'],
  interfaceState: 'live',
  keyTail: '8f21',
  contact: '',
  agreementTo: '2026-12-31',
  endsSoon: false,
  settleCycle: 'month',
  state: 'active',
  stopReason: null,
  createdAt,
}
const policy: PolicyRow = {
  id: 9,
  rowVersion: 1,
  mode: 'rate',
  rate: '0.0300',
  amount: null,
  terms: [12, 24],
  firstDay: '2026-01-01',
  lastDay: '2026-12-31',
  billedTo: 'channel',
  state: 'active',
  orders: 2,
  released: 1,
  billed: '1718.76',
}
const company: EnterpriseDetail = {
  id: 10,
  rowVersion: 2,
  isCustomer: false,
  name: '示例服务有限公司',
  uscc: fakeUscc(1),
  kind: 'partner',
  insurer: '',
  legalName: '赵强',
  legalIdNo: '110101********0016',
  legalMobile: '',
  regCapital: null,
  establishedOn: null,
  licenceValidTo: null,
  region: [],
  businessScope: '',
  employees: null,
  annualRevenue: null,
  contactName: '钱丽',
  contactMobile: '12000000002',
  address: '',
  state: 'active',
  stopReason: null,
  createdAt,
}

const page = (row: object) => ({ data: [row], total: 1, pageNo: 1, allPage: 1, nextCursor: null })
const answers = new Map<unknown, unknown>([
  [system.getPreference, { value: null }],
  [funders.list, page(funder)],
  [funders.get, funder],
  [funders.flows, page(flow)],
  [manufacturers.list, page(maker)],
  [manufacturers.policies, [policy]],
  [enterprises.list, page(company)],
  [enterprises.get, company],
  [enterprises.ties, [{ kind: 'orders', count: 3, amount: null, q: company.uscc }]],
])
beforeEach(() => {
  jest.mocked(request).mockImplementation(async (endpoint) => answers.get(endpoint) ?? [])
  jest.mocked(call).mockImplementation(async () => ({}) as never)
})
afterEach(() => {
  jest.clearAllMocks()
})

function open(shown: ReactNode, permissions: Permission[], query = '') {
  const session = {
    user: { id: 1, name: '甲', account: 'a' },
    roles: ['capital_mgr'],
    permissions,
    demo: false,
  }
  render(
    <TestPage tab={{ query, dirty: false }}>
      <ConfirmProvider>
        <SessionProvider session={session}>{shown}</SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )
}
const sent = (endpoint: unknown) =>
  jest.mocked(call).mock.calls.find(([called]) => called === endpoint)?.[1] as object | undefined
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('terms of a funder are handed in with what they were, and wait', async () => {
  open(<FundersScreen />, ['funder:view', 'funder:save'])
  expect(await screen.findByText('启用·条款待复核')).toBeVisible()
  expect(screen.getByText('600,000.00')).toBeVisible()
  await press('更多')
  await userEvent.click(await screen.findByRole('menuitem', { name: '调整条款' }))
  await userEvent.type(await screen.findByLabelText(/^原因/), '增加额度')
  await press('确定')
  await waitFor(() =>
    expect(sent(funders.changeTerms)).toMatchObject({
      ...{
        id: 7,
        rowVersion: 3,
        coopMode: '助贷',
        creditLimit: '1000000.00',
        aprCap: '0.2400',
        reason: '增加额度',
      },
    }),
  )
})

test('who may not change a funder sees its flows beside what is given of its limit', async () => {
  open(<FunderFlowsScreen />, ['funder:view'], 'funderId=7')
  expect(await screen.findByText('放款占用')).toBeVisible()
  expect(screen.getAllByText('400,000.00')[0]).toBeVisible()
  expect(screen.queryByText('该资方的推送与同意')).toBeNull()
})

test('policies of a maker say what they bear and what was billed by them', async () => {
  open(<ManufacturersScreen />, ['partner:view', 'partner:save'])
  await press('贴息政策')
  expect(await screen.findByText('1,718.76')).toBeVisible()
  expect(screen.getByText('12、24')).toBeVisible()
})

test('a company is edited without the numbers that are masked, and shows what hangs on it', async () => {
  open(<EnterprisesScreen />, ['partner:view', 'partner:save'])
  await press('关联')
  expect(await screen.findByText('承租订单')).toBeVisible()
  await press('关闭')
  await press('编辑')
  expect(await screen.findByLabelText(/^法人证件号/)).toHaveValue('')
  await press('确定')
  await waitFor(() =>
    expect(sent(enterprises.save)).toMatchObject({ id: 10, rowVersion: 2, kind: 'partner', legalIdNo: '' }),
  )
})
