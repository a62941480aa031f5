import '@testing-library/jest-dom'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { calendar } from '@/lib/domains/calendar/contract'
import { home } from '@/lib/domains/home/contract'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { changes } from '@/lib/platform/changes/contract'
import { sparkPoints } from './_parts/sparkline'
import { HomeScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const user = userEvent.setup()
const days = Array.from({ length: 14 }, (_, at) => ({ date: `2025-08-${at + 1}`, count: at * 100 }))
const todo = {
  orderNo: 'BLQ1',
  status: 'draft',
  stageEnteredAt: '2025-08-01T01:00:00Z',
  amount: '98000.00',
  reason: null,
  diligenceId: null,
}
const answers = new Map<unknown, unknown>([
  [calendar.days, []],
  [
    home.list,
    {
      data: [
        { ...todo, id: 1, customerName: '张三', event: 'submit_pre' },
        { ...todo, id: 2, customerName: '李四', event: 'submit_first', status: 'wait_entry' },
        { ...todo, id: 3, customerName: '王五', event: 'something_new' },
      ],
      total: 56,
      pageNo: 1,
      allPage: 3,
      nextCursor: null,
    },
  ],
  [
    home.getHomePageInfo,
    {
      progress: [
        { status: 'draft', count: 1200 },
        { status: 'pre_returned', count: 34 },
        { status: 'wait_risk', count: 5 },
      ],
      figures: ['created', 'submitted', 'passed', 'returned', 'released'].map((key) => ({
        key,
        today: 1300,
        amount: key === 'released' ? '1234567.00' : null,
        days,
      })),
    },
  ],
  [changes.count, { count: 3 }],
  [home.openings, [{ kind: 'shop', status: '待初审', count: 2 }]],
  [home.examine, [{ exa_status: '2', counta: 1204, countb: 3 }]],
  [home.getOrgId, { orgId: 3, orgName: '示例一区', dataScope: 'org_tree' }],
  [
    home.showDealer,
    {
      own: null,
      top: [
        { shopId: 1, shopName: '示例车行一店', orders: 12, passed: 8 },
        { shopId: 2, shopName: '示例车行二店', orders: 3, passed: 0 },
      ],
    },
  ],
  [
    home.datumInfo,
    {
      total: 7,
      data: [{ id: 9, orderNo: 'BLQ9', customerName: '赵六', event: 'submit_first', missing: 2 }],
    },
  ],
])

function open(role: string) {
  jest.mocked(request).mockClear()
  jest.mocked(request).mockImplementation(async (endpoint) => answers.get(endpoint))
  const session = {
    user: { id: 7, name: '李四', account: role },
    roles: [role],
    permissions: permissionsOf([role]),
    demo: false,
  }
  render(
    <TestPage>
      <SessionProvider session={session}>
        <HomeScreen />
      </SessionProvider>
    </TestPage>,
  )
}
const addresses = (region: HTMLElement) =>
  within(region)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href')?.split('?')[0])

test('a to-do leads to the screen of its next event, one without a screen nowhere', async () => {
  open('entry_clerk')
  const todos = await screen.findByRole('region', { name: '我的待办' })
  expect(await within(todos).findByText('王五')).toBeVisible()
  expect(addresses(todos)).toEqual(['/create/shenfen', '/record/shenfen'])
  expect(within(todos).getByText('共 56 条')).toBeVisible()
  const asked = () => jest.mocked(request).mock.calls.filter(([endpoint]) => endpoint === home.list)
  await user.click(within(todos).getByRole('button', { name: '下一页' }))
  expect(asked().at(-1)?.[1]).toMatchObject({ start: 20, newest: false })
  await user.click(await within(todos).findByRole('button', { name: '最新在前' }))
  expect(asked().at(-1)?.[1]).toMatchObject({ start: 0, newest: true })
})

test('who checks is led to what waits for him; nobody else asks', async () => {
  open('finance_checker')
  const todos = await screen.findByRole('region', { name: '我的待办' })
  const link = await within(todos).findByRole('link', { name: '待我复核 3 项' })
  expect(link.getAttribute('href')?.split('?')[0]).toBe('/check/index')
  cleanup()
  open('entry_clerk')
  await screen.findByText('王五')
  expect(screen.queryByText(/待我复核/)).toBeNull()
  expect(jest.mocked(request).mock.calls.map(([endpoint]) => endpoint)).not.toContain(changes.count)
})

test('who reviews openings is led to those that wait for him; nobody else asks', async () => {
  open('branch_mgr')
  const todos = await screen.findByRole('region', { name: '我的待办' })
  const link = await within(todos).findByRole('link', { name: '门店开通待我初审 2 项' })
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/shop/OpenShop?status=待初审')
  cleanup()
  open('entry_clerk')
  await screen.findByText('王五')
  expect(jest.mocked(request).mock.calls.map(([endpoint]) => endpoint)).not.toContain(home.openings)
})

test('a clerk has no pools; a reviewer counts unclaimed and claimed of 预审', async () => {
  open('entry_clerk')
  await screen.findByText('王五')
  expect(screen.queryByRole('region', { name: '审核任务' })).not.toBeInTheDocument()
  expect(addresses(screen.getByRole('navigation', { name: '快捷入口' }))).toEqual([
    '/create/shenfen',
    '/create/index',
    '/order/query',
    '/create/history',
  ])
})

test('a reviewer counts the unclaimed and the claimed of the stage', async () => {
  open('pre_reviewer')
  const pools = await screen.findByRole('region', { name: '审核任务' })
  expect(await within(pools).findByRole('link', { name: '1,204 待领取' })).toHaveAttribute(
    'href',
    '/mycheopeone/index',
  )
  expect(within(pools).getByText('预审任务')).toBeVisible()
  expect(within(pools).getByText('3')).toBeVisible()
})

test('any exa_status but 2 is 初审, and leads to the pool of its stage', async () => {
  open('risk_officer')
  const pools = await screen.findByRole('region', { name: '审核任务' })
  expect(within(pools).getByText('初审任务')).toBeVisible()
  expect(addresses(pools)).toEqual(['/mycheopethree/index'])
})

test('each figure shows today, its 14 days and their sum', async () => {
  open('admin')
  const figures = await screen.findByRole('region', { name: '近14天' })
  expect(await within(figures).findAllByText('1,300')).toHaveLength(5)
  expect(within(figures).getAllByText('14天合计 9,100')).toHaveLength(4)
  expect(within(figures).getByText('今日金额 1,234,567.00 元')).toBeVisible()
  expect(within(figures).getByText('按北京时间，示例一区及下属机构的订单')).toBeVisible()
  expect(within(figures).getByRole('img', { name: /^新建进件，近14天每日：0、100、/ })).toBeInTheDocument()
})

test('a card whose call failed says so and asks again; the others go on', async () => {
  const before = answers.get(home.showDealer)
  answers.set(home.showDealer, Promise.reject(new ApiError(500, { message: '系统繁忙', id: 'E-1' })))
  open('entry_clerk')
  const dealers = await screen.findByRole('region', { name: '经销商' })
  expect(await within(dealers).findByText(/E-1/)).toBeVisible()
  expect(await screen.findByText('王五')).toBeVisible()
  answers.set(home.showDealer, before)
  await user.click(within(dealers).getByRole('button', { name: '重试' }))
  expect(await within(dealers).findByText('示例车行一店')).toBeVisible()
})

test('a sparkline stands on zero and reaches its largest count; without any it lies flat', () => {
  const points = sparkPoints([0, 5, 10])
  expect(points.map(([x]) => x)).toEqual([3, 70, 137])
  expect(points.map(([, y]) => y)).toEqual([45, 24, 3])
  expect(sparkPoints([0, 0]).map(([, y]) => y)).toEqual([45, 45])
  expect(sparkPoints([4])).toEqual([[137, 3]])
  expect(sparkPoints([])).toEqual([])
})

test('orders under way stand step by step, and each leads to its orders', async () => {
  open('admin')
  const progress = await screen.findByRole('region', { name: '进行中的订单' })
  const intake = await within(progress).findByRole('link', { name: '1,234 进件' })
  expect(intake).toHaveAttribute('href', '/order/query?status=draft%2Cpre_returned')
  expect(within(progress).getByRole('link', { name: '5 初审与风控' })).toBeVisible()
  expect(within(progress).getByRole('link', { name: '0 录单' })).toBeVisible()
})

test('orders that lack material lead to their form; only those see them who fill forms in', async () => {
  open('entry_clerk')
  const lacking = await screen.findByRole('region', { name: '待补资料' })
  const line = await within(lacking).findByRole('link', { name: '赵六 BLQ9 缺 2 项' })
  expect(line.getAttribute('href')).toMatch(/^\/record\/shenfen\?orderId=9/)
  expect(within(lacking).getByText('共 7 条')).toBeVisible()
  cleanup()
  open('pre_reviewer')
  await screen.findByText('王五')
  expect(screen.queryByRole('region', { name: '待补资料' })).not.toBeInTheDocument()
})

test('dealers: the shops with the most new orders, or the own shop', async () => {
  open('channel_mgr')
  const dealers = await screen.findByRole('region', { name: '经销商' })
  expect(await within(dealers).findByText('示例车行一店')).toBeVisible()
  expect(within(dealers).getByText('预审通过 8')).toBeVisible()
  cleanup()
  const top = [{ shopId: 1, shopName: '示例车行一店', orders: 12, passed: 8 }]
  const own = { shopName: '示例车行一店', shopNo: 'S1', channelName: '示例渠道甲', branchName: '示例一区' }
  const before = answers.get(home.showDealer)
  answers.set(home.showDealer, { own: { ...own, status: '已开通', coopTo: '2030-12-31' }, top })
  open('shop_user')
  expect(await screen.findByRole('heading', { name: '示例车行一店' })).toBeVisible()
  expect(screen.getByText('2030-12-31')).toBeVisible()
  answers.set(home.showDealer, before)
})

test('nobody without a role sees or asks for orders', async () => {
  open('none')
  expect(await screen.findByText('尚未分配角色')).toBeVisible()
  expect(request).not.toHaveBeenCalled()
})

test('an answer that does not fit its contract costs its card, and not the page', async () => {
  const before = answers.get(home.getHomePageInfo)
  answers.set(home.getHomePageInfo, { progress: [], figures: [{ key: 'created' }] })
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
  open('entry_clerk')
  expect(await screen.findByText('王五')).toBeVisible()
  expect((await screen.findAllByText(/^这一部分的数据无法显示/)).length).toBeGreaterThan(0)
  answers.set(home.getHomePageInfo, before)
  jest.restoreAllMocks()
})
