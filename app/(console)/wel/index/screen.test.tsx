import '@testing-library/jest-dom'
import { render, screen, within } from '@testing-library/react'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { home } from '@/lib/contracts/home'
import { permissionsOf } from '@/lib/rules/roles'
import { sparkPoints } from './_parts/sparkline'
import { HomeScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const days = Array.from({ length: 14 }, (_, at) => ({ date: `2025-08-${at + 1}`, count: at * 100 }))
const todo = { orderNo: 'BLQ1', status: 'draft', stageEnteredAt: '2025-08-01T01:00:00Z' }
const answers = new Map<unknown, unknown>([
  [
    home.workbench,
    {
      todos: [
        { ...todo, id: 1, customerName: '张三', event: 'submit_pre' },
        { ...todo, id: 2, customerName: '李四', event: 'submit_first', status: 'wait_entry' },
        { ...todo, id: 3, customerName: '王五', event: 'something_new' },
      ],
      todoTotal: 56,
      figures: ['created', 'submitted', 'passed', 'returned'].map((key) => ({ key, today: 1300, days })),
    },
  ],
  [home.examine, [{ exa_status: '2', counta: 1204, countb: 3 }]],
])

function open(role: string) {
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
  expect(within(todos).getByText('共 56 条，先列最早的 3 条')).toBeVisible()
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

test('any exa_status but 2 is 初审, and its pool has no screen to lead to', async () => {
  open('risk_officer')
  const pools = await screen.findByRole('region', { name: '审核任务' })
  expect(within(pools).getByText('初审任务')).toBeVisible()
  expect(addresses(pools)).toEqual([])
})

test('each figure shows today, its 14 days and their sum', async () => {
  open('admin')
  const figures = await screen.findByRole('region', { name: '近14天' })
  expect(await within(figures).findAllByText('1,300')).toHaveLength(4)
  expect(within(figures).getAllByText('14天合计 9,100')).toHaveLength(4)
  expect(within(figures).getByRole('img', { name: /^新建进件，近14天每日：0、100、/ })).toBeInTheDocument()
})

test('a sparkline stands on zero and reaches its largest count; without any it lies flat', () => {
  const points = sparkPoints([0, 5, 10])
  expect(points.map(([x]) => x)).toEqual([3, 70, 137])
  expect(points.map(([, y]) => y)).toEqual([45, 24, 3])
  expect(sparkPoints([0, 0]).map(([, y]) => y)).toEqual([45, 45])
  expect(sparkPoints([4])).toEqual([[137, 3]])
  expect(sparkPoints([])).toEqual([])
})
