import '@testing-library/jest-dom'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { download, fileCall } from '@/lib/client/download'
import { listOptions, wordOptions } from '@/lib/client/options'
import { rowBeside, rowStepOf } from '@/lib/client/row-trail'
import { SessionProvider } from '@/lib/client/session'
import { contracts } from '@/lib/domains/endpoints'
import { TestPage, type TestTab } from '../ui/test-page'
import { defineList } from './define-list'
import { oneOf } from './list-parts'
import { ListScreen } from './list-screen'

jest.mock('@/lib/client/call')
jest.mock('@/lib/client/download', () => ({
  ...jest.requireActual('@/lib/client/download'),
  download: jest.fn(async () => undefined),
}))
const answer = jest.mocked(request)

const row = (id: number) => ({
  id,
  orderNo: `BLQ${id}`,
  customerName: `客户${id}`,
  appliedAmount: '98000.00',
  status: '草稿',
})
/** Inputs of the list's own calls, in order. */
const inputs: Record<string, unknown>[] = []
let total: number
let failure: ApiError | undefined
const saved = jest.fn()

const exported = jest.fn()
const list = defineList({
  name: 'intake',
  endpoint: contracts.applications.intakeList,
  title: 'routes.intakeList',
  search: 'list.searchOrders',
  filters: [
    {
      kind: 'multi',
      name: 'status',
      options: wordOptions([
        { value: 'draft', label: 'order.status.draft' },
        { value: 'wait_pre', label: 'order.status.wait_pre' },
      ]),
    },
    { kind: 'dates', label: 'columns.createdAt', from: 'createdFrom', to: 'createdTo' },
    {
      kind: 'select',
      name: 'shopId',
      label: 'columns.shopName',
      options: listOptions(
        Array.from({ length: 12 }, (_, i) => ({ value: `${i + 1}`, label: `${i + 1}店` })),
      ),
    },
  ],
  columns: [
    { key: 'orderNo', card: true },
    { key: 'customerName' },
    { key: 'appliedAmount', kind: 'money', sort: true },
    { key: 'status', same: oneOf('status') },
    { key: 'returnCount', kind: 'number', hidden: true },
    { key: 'riskHint' },
  ],
  sort: 'createdAt:desc',
  open: (row) => `/open/${row.id}`,
  exportFile: (filter, columns) => {
    exported(filter, columns)
    return fileCall(contracts.applications.exportList, { ...filter, list: 'intake', columns })
  },
})

const grouped = defineList({
  name: 'grouped',
  endpoint: contracts.applications.query,
  title: 'routes.orderQuery',
  filters: [],
  columns: [
    { key: 'orderNo' },
    { key: 'status' },
    { key: 'appliedAmount', kind: 'money' },
    { key: 'createdAt', kind: 'dateTime', sort: true },
  ],
  groups: {
    endpoint: contracts.applications.queryGroups,
    by: [{ name: 'status', label: 'columns.status', show: ({ status }) => status }],
  },
})

const view = {
  id: 4,
  rowVersion: 1,
  name: '待初审',
  query: { status: '待初审', sort: 'createdAt:asc' },
  columns: { visibility: { riskHint: false }, order: [], widths: {}, dense: false },
  shared: false,
  own: true,
  owner: '陈静',
  left: false,
}
let preference: unknown = null
let views = [view]
const kept = jest.fn()

beforeEach(() => {
  inputs.length = 0
  preference = null
  views = [view]
  kept.mockReset()
  jest.mocked(call).mockImplementation(async (_endpoint, input) => {
    kept(input)
    return { id: 9 } as never
  })
  total = 45
  failure = undefined
  exported.mockClear()
  saved.mockClear()
  answer.mockImplementation(async (endpoint, input) => {
    const given = input as Record<string, unknown>
    if (endpoint === contracts.system.getPreference) return { value: preference }
    if (endpoint === contracts.views.list) return { views: views }
    if (endpoint === contracts.system.savePreference) return saved(given)
    inputs.push(given)
    if (failure) throw failure
    const first = Number(given.start)
    // A few rows of the page: finding an element by its role takes jsdom long in a large table.
    const length = Math.max(0, Math.min(Number(given.length), total - first, given.length === 100 ? 100 : 3))
    return {
      data: Array.from({ length }, (_, i) => row(first + i + 1)),
      total,
      pageNo: 1,
      allPage: Math.ceil(total / Number(given.length)),
      nextCursor: null,
    }
  })
})

const session = {
  user: { id: 1, name: '陈静', account: 'chenjing01' },
  roles: [],
  permissions: [],
  demo: false,
}

const open = async (tab: TestTab = { query: '', dirty: false }, permissions: string[] = []) => {
  render(
    <TestPage tab={tab}>
      <SessionProvider session={{ ...session, permissions }}>
        <ConfirmProvider>
          <ListScreen
            list={list}
            rowActions={(row) => [
              { key: 'edit', label: '编辑', href: '/x' },
              {
                key: 'submit',
                label: '提交',
                permit: { ok: false, reason: 'machine.refusal.status' },
                run: submitted,
              },
              { key: 'void', label: `作废${row.id}`, run: () => voided(row.id) },
            ]}
          />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await waitFor(() => {
    expect(inputs).not.toHaveLength(0)
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  })
  return tab
}
const voided = jest.fn()
const submitted = jest.fn()
const user = userEvent.setup()

test.each([
  [[], 0],
  [['order:internal'], 1],
])('a column that the contract keeps from who holds %j is there %i times', async (held, times) => {
  await open(undefined, held)
  expect(screen.queryAllByRole('columnheader', { name: '风控提示' })).toHaveLength(times)
})

test('state is read from the URL of the tab and asked for as start and length', async () => {
  await open({ query: 'page=3&size=10&q=%E7%8E%8B&status=draft', dirty: false })
  await screen.findByText('BLQ21')
  expect(inputs).toEqual([{ start: 20, length: 10, q: '王', status: ['draft'], sort: 'createdAt:desc' }])
  expect(screen.getByText('共 45 条')).toBeVisible()
  expect(screen.getByRole('button', { name: '第 3 页' })).toHaveAttribute('aria-current', 'page')
})

test('the sums of all rows that match stand below their columns', async () => {
  const { totals } = contracts.books
  const rows = answer.getMockImplementation()
  answer.mockImplementation(async (endpoint, ...input) =>
    endpoint === totals ? { appliedAmount: '4410000.00' } : rows?.(endpoint, ...input),
  )
  render(
    <TestPage tab={{ query: 'page=2&q=%E7%8E%8B', dirty: false }}>
      <SessionProvider session={session}>
        <ListScreen list={defineList({ ...list, totals })} />
      </SessionProvider>
    </TestPage>,
  )
  const sums = (await screen.findByText('全部合计')).closest('tr')
  expect(sums).toHaveTextContent('4,410,000.00')
  expect(answer.mock.calls.find(([endpoint]) => endpoint === totals)?.[1]).toEqual({ q: '王' })
})

test('pages and page size go into the URL; a new size starts at page one', async () => {
  const tab = await open()
  await user.click(screen.getByRole('button', { name: '第 3 页' }))
  expect(tab.query).toBe('page=3')
  await screen.findByText('BLQ41')
  await user.selectOptions(screen.getByLabelText('每页'), '50')
  expect(tab.query).toBe('size=50')
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ start: 0, length: 50 }))
})

test('the jump field stays within the pages there are', async () => {
  const tab = await open()
  await user.type(screen.getByLabelText('跳至页'), '99{Enter}')
  expect(tab.query).toBe('page=3')
})

test('a page beyond the last one becomes the last one', async () => {
  const tab: TestTab = { query: 'page=9', dirty: false }
  await open(tab)
  await waitFor(() => expect(tab.query).toBe('page=3'))
})

test('a head sorts and says so', async () => {
  const tab = await open()
  const head = screen.getByRole('columnheader', { name: /申请金额/ })
  await user.click(within(head).getByRole('button', { name: '申请金额' }))
  expect(tab.query).toBe('sort=appliedAmount%3Adesc')
  expect(head).toHaveAttribute('aria-sort', 'descending')
})

test('active filters are chips, each cleared by one click', async () => {
  const tab = await open({
    query: 'q=%E7%8E%8B&status=draft,wait_pre&createdFrom=2025-08-01&page=2',
    dirty: false,
  })
  await screen.findByText('BLQ21')
  expect(screen.getByText('状态: 草稿、待运营预审')).toBeVisible()
  expect(screen.getByText('创建时间: 2025-08-01 至 …')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '清除筛选 状态' }))
  expect(new URLSearchParams(tab.query).has('status')).toBe(false)
  expect(new URLSearchParams(tab.query).has('page')).toBe(false)
  await user.click(screen.getByRole('button', { name: '清除全部' }))
  expect(tab.query).toBe('')
  expect(screen.queryByText(/^创建时间:/)).toBeNull()
})

test('several states are chosen in one filter', async () => {
  const tab = await open()
  await user.click(screen.getByRole('button', { name: /^状态/ }))
  await user.click(await screen.findByRole('checkbox', { name: '草稿' }))
  await user.click(screen.getByRole('checkbox', { name: '待运营预审' }))
  expect(new URLSearchParams(tab.query).get('status')).toBe('draft,wait_pre')
})

test('one of many entries is searched; what is none filters nothing, stays and says so', async () => {
  const tab = await open()
  const shop = screen.getByRole('combobox', { name: '门店' })
  await user.type(shop, '12')
  await screen.findByRole('option', { name: '12店' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(tab.query).toBe('shopId=12'))
  await user.clear(shop)
  await user.type(shop, '三十店')
  await user.tab()
  expect(shop).toHaveValue('三十店')
  expect(shop).toHaveAccessibleDescription('列表中没有“三十店”，请选择其中一项')
  expect(tab.query).toBe('')
})

test('half a date stays in its filter and says what is wrong', async () => {
  const tab = await open({ query: 'createdFrom=2025-08-01', dirty: false })
  const from = screen.getByRole('textbox', { name: '创建时间起' })
  await user.clear(from)
  await user.type(from, '2025-09')
  await user.tab()
  expect(from).toHaveValue('2025-09')
  expect(from).toHaveAccessibleDescription('日期不完整，如 2025-08-01')
  expect(tab.query).toBe('createdFrom=2025-08-01')
})

test('the quick search waits for the end of a composition, also with Enter', async () => {
  const tab = await open()
  const input = screen.getByRole('textbox', { name: '快速搜索' })
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: "wang'xiao" } })
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
  expect(tab.query).toBe('')
  fireEvent.change(input, { target: { value: '王小' } })
  fireEvent.compositionEnd(input)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(new URLSearchParams(tab.query).get('q')).toBe('王小')
})

test('typing searches after a quiet moment', async () => {
  const tab = await open()
  jest.useFakeTimers()
  try {
    fireEvent.change(screen.getByRole('textbox', { name: '快速搜索' }), { target: { value: '138' } })
    act(() => jest.advanceTimersByTime(399))
    expect(tab.query).toBe('')
    act(() => jest.advanceTimersByTime(1))
    expect(tab.query).toBe('q=138')
  } finally {
    jest.useRealTimers()
  }
})

test('the keyboard: / searches, j and k move between rows', async () => {
  await open()
  await user.keyboard('j')
  expect(screen.getByRole('link', { name: 'BLQ1' })).toHaveFocus()
  await user.keyboard('jjk')
  expect(screen.getByRole('link', { name: 'BLQ2' })).toHaveFocus()
  expect(screen.getByRole('link', { name: 'BLQ2' })).toHaveAttribute('href', '/open/2')
  await user.keyboard('/')
  expect(screen.getByRole('textbox', { name: '快速搜索' })).toHaveFocus()
  await user.keyboard('j')
  expect(screen.getByRole('textbox', { name: '快速搜索' })).toHaveValue('j')
})

test('the list is kept as it is left: a case leads on past the end of the page, by the same filter', async () => {
  await open({ query: 'status=draft&page=2&size=10&sort=appliedAmount:desc', dirty: false })
  expect(rowStepOf('/open/11')).toMatchObject({ at: 11, of: 45, hasPrevious: true, hasNext: true })
  await expect(rowBeside('/open/13', 1)).resolves.toBe('/open/14')
  await expect(rowBeside('/open/11', -1)).resolves.toBe('/open/10')
  for (const asked of inputs) {
    expect(asked).toMatchObject({ status: ['draft'], sort: 'appliedAmount:desc' })
  }
})

test('rows are grouped by the address, under heads that the service counts and sums', async () => {
  const rows = [
    { ...row(1), status: 'draft', appliedAmount: '1.00' },
    { ...row(2), status: 'draft', appliedAmount: '2.00' },
    { ...row(3), status: 'wait_pre', appliedAmount: '3.00' },
  ]
  const asked: unknown[] = []
  answer.mockImplementation(async (endpoint, input) => {
    if (endpoint === contracts.system.getPreference) return { value: null }
    if (endpoint === contracts.views.list) return { views: [] }
    asked.push(input)
    if (endpoint !== contracts.applications.queryGroups) {
      return { data: rows, total: 45, pageNo: 1, allPage: 3, nextCursor: null } as never
    }
    const head = (key: string, count: number, appliedAmount: string) => ({
      key,
      count,
      sums: { appliedAmount },
    })
    return { groups: [head('draft', 40, '4000.00'), head('wait_pre', 5, '500.00')] } as never
  })
  const tab = { query: 'group=status', dirty: false }
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <ListScreen list={grouped} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  const first = (await screen.findByText('draft 40 条')).closest('tr')
  expect(first).toHaveTextContent('draft 40 条4,000.00')
  expect(screen.getByText('wait_pre 5 条').closest('tr')).toHaveTextContent('500.00')
  expect(screen.getAllByRole('row')).toHaveLength(6)
  // Groups are sorted by their own field: no head says otherwise, or can be pressed for nothing.
  const made = () => within(screen.getByRole('columnheader', { name: /创建时间/ }))
  expect(made().queryByRole('button', { name: '创建时间' })).toBeNull()
  expect(asked).toContainEqual(expect.objectContaining({ group: 'status', start: 0 }))
  expect(asked).toContainEqual({ group: 'status' })
  await user.click(screen.getByRole('button', { name: /视图/ }))
  await user.selectOptions(await screen.findByRole('combobox', { name: '分组' }), '')
  expect(tab.query).toBe('')
  await waitFor(() => expect(screen.queryByText('draft 40 条')).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(made().getByRole('button', { name: '创建时间' })).toBeVisible())
})

test('a refused action stands under 更多 with its reason and does nothing; what can be done takes its place', async () => {
  await open()
  const first = screen.getAllByRole('row')[1]
  if (!first) throw new Error('no row')
  expect(within(first).getByRole('link', { name: '编辑' })).toHaveAttribute('href', '/x')
  expect(within(first).queryByText('提交')).toBeNull()
  await user.click(within(first).getByRole('button', { name: '作废1' }))
  expect(voided).toHaveBeenCalledWith(1)
  await user.click(within(first).getByRole('button', { name: '更多' }))
  const refused = await screen.findByRole('menuitem', { name: /提交/ })
  expect(refused).toHaveAttribute('aria-disabled', 'true')
  expect(refused).toHaveTextContent('当前状态不能进行此操作')
  await user.click(refused)
  expect(submitted).not.toHaveBeenCalled()
})

test('the columns come in their order, and the operations last', async () => {
  await open()
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['订单编号', '客户姓名', '申请金额', '状态', '操作'])
  const cells = within(screen.getAllByRole('row')[1] ?? document.body).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'BLQ1',
    '客户1',
    '98,000.00',
    '草稿',
    '编辑作废1更多',
  ])
})

test('a text that its column cuts off is told whole by the tooltip, one that fits is not', async () => {
  await open()
  const cell = screen.getByRole('cell', { name: '客户1' })
  const isAsWideAs = (width: number) =>
    Object.defineProperty(cell, 'scrollWidth', { value: width, configurable: true })
  isAsWideAs(90)
  fireEvent.pointerOver(cell)
  expect(cell).toHaveAttribute('data-tip', '客户1')
  isAsWideAs(0)
  fireEvent.pointerOver(cell)
  expect(cell).not.toHaveAttribute('data-tip')
})

test('columns are chosen, remembered on the server, and exported as shown', async () => {
  await open({ query: 'status=draft', dirty: false })
  expect(screen.queryByRole('columnheader', { name: /退回次数/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '列设置' }))
  await user.click(await screen.findByRole('checkbox', { name: '退回次数' }))
  await user.click(screen.getByRole('checkbox', { name: '客户姓名' }))
  await user.click(screen.getByRole('button', { name: '上移 退回次数' }))
  await user.keyboard('{Escape}')
  await waitFor(() =>
    expect(saved.mock.lastCall?.[0]).toMatchObject({
      key: 'list:intake',
      value: {
        visibility: { returnCount: true, customerName: false },
        order: ['orderNo', 'customerName', 'returnCount', 'appliedAmount'],
      },
    }),
  )
  await user.click(await screen.findByRole('button', { name: '导出' }))
  expect(exported).toHaveBeenCalledWith({ status: ['draft'], sort: 'createdAt:desc' }, [
    'orderNo',
    'returnCount',
    'appliedAmount',
  ])
  expect(download).toHaveBeenCalledTimes(1)
})

test.each([
  ['a long file is made behind the page', 2001, '导出'],
  ['and a short one, if one likes', 45, '更多导出'],
])('%s, with the filter in words', async (_title, rows, button) => {
  total = rows
  jest.mocked(download).mockClear()
  await open({ query: 'status=draft,wait_pre&shopId=3&createdFrom=2026-01-01&q=王', dirty: false })
  await user.click(await screen.findByRole('button', { name: button }))
  const menu = await screen.findByRole('dialog', { name: '更多导出' })
  expect(within(menu).queryByText(/超过2,000行/) !== null).toBe(rows > 2000)
  expect(within(menu).getByRole('link', { name: '我的导出' })).toHaveAttribute('href', '/info/export')
  await user.click(within(menu).getByRole('button', { name: '后台导出' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '更多导出' })).toBeNull())
  expect(kept).toHaveBeenCalledWith({
    title: '进件列表',
    filter: expect.stringMatching(/王.*草稿、待运营预审；.*2026-01-01 至 ….*3店/),
    path: contracts.applications.exportList.path,
    fields: expect.objectContaining({ list: 'intake', q: '王', shopId: '3', status: '["draft","wait_pre"]' }),
  })
  expect(download).not.toHaveBeenCalled()
})

test('a column is dragged wider, and a pin keeps it at the left', async () => {
  await open()
  const head = screen.getByRole('columnheader', { name: /申请金额/ })
  const width = () => Number.parseInt(head.style.getPropertyValue('--w'), 10)
  const before = width()
  const grip = within(head).getByRole('button', { name: '调整申请金额列宽' })
  // jsdom has no pointer events with a place.
  const pointer = (type: string, clientX: number) =>
    fireEvent(grip, new MouseEvent(type, { clientX, bubbles: true }))
  pointer('pointerdown', 500)
  pointer('pointermove', 540)
  await waitFor(() => expect(width()).toBe(before + 40))
  pointer('pointerup', 540)
  pointer('pointermove', 700)

  await user.click(screen.getByRole('button', { name: '列设置' }))
  await user.click(screen.getByRole('button', { name: '固定 申请金额' }))
  await user.keyboard('{Escape}')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['订单编号', '申请金额', '客户姓名', '状态', '操作'])
  await waitFor(() =>
    expect(saved.mock.lastCall?.[0]).toMatchObject({
      value: { widths: { appliedAmount: before + 40 }, pinned: ['orderNo', 'appliedAmount'] },
    }),
  )
})

test('a head is dragged to the place of another, and the order is remembered', async () => {
  await open()
  const head = (name: RegExp) => screen.getByRole('columnheader', { name })
  const left = (element: Element, x: number) => {
    element.getBoundingClientRect = () => new DOMRect(x, 0, 100, 40)
  }
  left(head(/订单编号/), 0)
  left(head(/客户姓名/), 100)
  left(head(/申请金额/), 200)
  left(head(/状态/), 300)
  // jsdom has no pointer events with a place.
  const pointer = (type: string, clientX: number, on = head(/状态/)) =>
    fireEvent(on, new MouseEvent(type, { clientX, buttons: 1, bubbles: true }))
  pointer('pointerdown', 350)
  pointer('pointermove', 150)
  expect(head(/客户姓名/)).toHaveAttribute('data-drag', 'before')
  // Not among the pinned ones.
  pointer('pointermove', 50)
  expect(head(/订单编号/)).not.toHaveAttribute('data-drag')
  pointer('pointerup', 150)
  await waitFor(() => {
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['订单编号', '状态', '客户姓名', '申请金额', '操作'])
  })
  await waitFor(() =>
    expect(saved.mock.lastCall?.[0]).toMatchObject({
      value: { order: ['orderNo', 'status', 'customerName', 'appliedAmount', 'returnCount'] },
    }),
  )
})

test('width has keys too: the buttons of 列设置', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: '列设置' }))
  await user.click(await screen.findByRole('button', { name: '加宽 客户姓名' }))
  await user.click(screen.getByRole('button', { name: '变窄 申请金额' }))
  await waitFor(() =>
    expect(saved.mock.lastCall?.[0]).toMatchObject({
      value: { widths: { customerName: 140, appliedAmount: 100 } },
    }),
  )
})

test('a column with one value for every row goes while the filter says so', async () => {
  await open({ query: 'status=draft', dirty: false })
  expect(screen.queryByRole('columnheader', { name: /状态/ })).toBeNull()
})

test('no count before it is known', async () => {
  let arrive = () => {}
  const wait = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const answerRows = answer.getMockImplementation()
  answer.mockImplementation(async (...given) => {
    if (given[0] === contracts.applications.intakeList) await wait
    return answerRows?.(...given)
  })
  render(
    <TestPage>
      <SessionProvider session={session}>
        <ListScreen list={list} />
      </SessionProvider>
    </TestPage>,
  )
  expect(await screen.findByRole('navigation', { name: '分页' })).not.toHaveTextContent(/共/)
  arrive()
  expect(await screen.findByText('共 45 条')).toBeVisible()
})

test('nothing there, nothing that matches, and a failure are three different things', async () => {
  total = 0
  const { unmount } = render(
    <TestPage>
      <SessionProvider session={session}>
        <ListScreen list={list} emptyAction={<button type="button">新增</button>} />
      </SessionProvider>
    </TestPage>,
  )
  expect(await screen.findByText('暂无数据')).toBeVisible()
  expect(screen.getByRole('button', { name: '新增' })).toBeVisible()
  unmount()
  await open({ query: 'q=x', dirty: false })
  expect(await screen.findByText('没有符合条件的数据')).toBeVisible()
})

test('a failure shows its number and can be tried again', async () => {
  failure = new ApiError(500, { message: '服务器错误', id: 'r-77' })
  await open()
  expect(await screen.findByText('服务器错误')).toBeVisible()
  expect(screen.getByText('错误编号 r-77')).toBeVisible()
  failure = undefined
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('BLQ1')).toBeVisible()
})

test('an address that the service does not understand, such as an old bookmark, is left by one click', async () => {
  failure = new ApiError(400, { message: '填写有误，请检查标出的内容' })
  const tab: TestTab = { query: 'q=x&status=gone&sort=orderNo:desc', dirty: false }
  await open(tab)
  expect(await screen.findByText('填写有误，请检查标出的内容')).toBeVisible()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  failure = undefined
  const failed = screen.getByRole('alert')
  await user.click(within(failed).getByRole('button', { name: '清除全部' }))
  expect(await screen.findByText('BLQ1')).toBeVisible()
  expect(tab.query).toBe('')
})

test('a saved view brings its filters, its order and its columns', async () => {
  const tab: TestTab = { query: 'q=x', dirty: false }
  await open(tab)
  await user.click(screen.getByRole('button', { name: '视图' }))
  await user.click(await screen.findByRole('button', { name: '待初审' }))
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ status: ['待初审'], sort: 'createdAt:asc' }))
  expect(inputs.at(-1)).not.toHaveProperty('q')
  expect(new URLSearchParams(tab.query).get('view')).toBe('4')
  expect(await screen.findByRole('button', { name: '待初审' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: '风险提示' })).toBeNull()
})

test('what is shown now is kept under a name, without whom one searched for', async () => {
  await open({ query: 'q=x&status=待初审', dirty: false })
  await user.click(screen.getByRole('button', { name: '视图' }))
  await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '我的')
  await user.click(screen.getByRole('button', { name: '另存为新视图' }))
  expect(kept).toHaveBeenCalledWith(
    expect.objectContaining({ list: list.name, name: '我的', query: { status: '待初审' }, shared: false }),
  )
})

test('a list opens with the view its user has chosen, and an address that says more opens as it says', async () => {
  preference = { ...view.columns, visibility: {}, view: 4 }
  const tab: TestTab = { query: '', dirty: false }
  await open(tab)
  await waitFor(() => expect(inputs.at(-1)).toMatchObject({ status: ['待初审'] }))
  expect(new URLSearchParams(tab.query).get('view')).toBe('4')
})

test('a first view that was removed leaves the standard one', async () => {
  preference = { ...view.columns, visibility: {}, view: 4 }
  views = []
  const tab: TestTab = { query: '', dirty: false }
  await open(tab)
  await waitFor(() => expect(tab.query).toBe('view=standard'))
  expect(await screen.findByText('BLQ1')).toBeVisible()
})

test('all rows that match are chosen from every page of them', async () => {
  const chosen = jest.fn()
  const many = {
    key: 'stop',
    label: '批量停用',
    permit: () => ({ ok: true as const }),
    busy: false,
    run: ({ rows }: { rows: readonly unknown[] }) => chosen(rows.length),
  }
  total = 5
  render(
    <TestPage tab={{ query: 'size=10', dirty: false }}>
      <SessionProvider session={session}>
        <ListScreen list={list} verbs={{ of: () => [], many: [many], busy: false, dialog: null }} />
      </SessionProvider>
    </TestPage>,
  )
  await user.click(await screen.findByRole('checkbox', { name: /BLQ2/ }))
  await user.click(screen.getByRole('button', { name: '选择符合条件的全部 5 条' }))
  expect(await screen.findByText('已选 5 条')).toBeVisible()
  expect(screen.queryByRole('button', { name: /选择符合条件/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '批量停用' }))
  expect(chosen).toHaveBeenCalledWith(5)
  await user.click(screen.getByRole('button', { name: '取消选择' }))
  await user.click(screen.getByRole('checkbox', { name: /BLQ2/ }))
  expect(screen.getByRole('button', { name: '选择符合条件的全部 5 条' })).toBeVisible()
})
