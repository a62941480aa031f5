import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { contracts } from '@/lib/domains/endpoints'
import { defineList } from './define-list'
import { ListScreen } from './list-screen'

jest.mock('@/lib/client/call')
const saved = jest.fn()
let preference: unknown
const user = userEvent.setup()

/** A page of a record as others are: it knows its tab alone. */
function Page() {
  const { query, path } = useTabLocation()
  const { key, setDirty, leave } = useTab()
  return (
    <>
      <p>{`${path} ${query} ${key}`}</p>
      <input aria-label="意见" onChange={() => setDirty(true)} />
      <button type="button" onClick={() => leave('/case?orderId=3')}>
        下一单
      </button>
    </>
  )
}

const list = defineList({
  name: 'intake',
  endpoint: contracts.applications.intakeList,
  title: 'routes.intakeList',
  filters: [],
  columns: [{ key: 'orderNo' }, { key: 'customerName' }, { key: 'appliedAmount', kind: 'money', width: 300 }],
  open: ({ id }) => `/case?orderId=${id}`,
  beside: Page,
})

async function open(isWide = true, tab: TestTab = { query: '', dirty: false }) {
  window.matchMedia = jest.fn(() => ({
    matches: isWide,
    addListener: jest.fn(),
    removeListener: jest.fn(),
    addEventListener: jest.fn(),
    removeEventListener: jest.fn(),
  })) as never
  jest.mocked(request).mockImplementation(async (endpoint, input) => {
    if (endpoint === contracts.system.getPreference) return { value: preference }
    if (endpoint === contracts.system.savePreference) return saved(input)
    const rows = [1, 2, 3].map((id) => ({
      id,
      orderNo: `BLQ${id}`,
      customerName: `客户${id}`,
      appliedAmount: '1.00',
    }))
    return { data: rows, total: 3, pageNo: 1, allPage: 1, nextCursor: null } as never
  })
  const session = { user: { id: 1, name: '陈静', account: 'a' }, roles: [], permissions: [], demo: false }
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <ListScreen list={list} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByRole('link', { name: 'BLQ1' })
  return tab
}
const beside = () => screen.findByRole('region', { name: '所选记录' })

beforeEach(() => {
  preference = null
  saved.mockClear()
})

test('a narrow window offers no record beside the list', async () => {
  preference = { split: true }
  await open(false)
  expect(screen.queryByRole('button', { name: '分栏' })).toBeNull()
  expect(screen.queryByRole('region', { name: '所选记录' })).toBeNull()
})

test('the choice is kept with the columns of the list', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: '分栏' }))
  expect(await beside()).toHaveTextContent('尚未选择记录')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '订单编号',
    '客户姓名',
  ])
  await waitFor(() =>
    expect(saved.mock.lastCall?.[0]).toMatchObject({ key: 'list:intake', value: { split: true } }),
  )
})

test('keys move in the list, Enter opens beside it, and nothing unsaved goes unasked', async () => {
  preference = { split: true }
  const tab = await open()
  const page = await beside()
  screen.getByRole('link', { name: 'BLQ1' }).focus()
  await user.keyboard('{ArrowDown}{Enter}')
  await within(page).findByText('/case orderId=2 /order/2')
  expect(screen.getByRole('link', { name: 'BLQ2' }).closest('tr')).toHaveAttribute('data-current')
  await user.type(within(page).getByRole('textbox', { name: '意见' }), '好')
  expect(tab.dirty).toBe(true)
  await user.click(screen.getByRole('link', { name: 'BLQ1' }))
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(within(page).getByRole('textbox', { name: '意见' })).toHaveValue('好')
  await user.click(within(page).getByRole('button', { name: '下一单' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await within(page).findByText('/case orderId=3 /order/3')
  expect(within(page).getByRole('textbox', { name: '意见' })).toHaveValue('')
  expect(tab.dirty).toBe(false)
  await user.keyboard('{Alt>}k{/Alt}')
  await within(page).findByText('/case orderId=2 /order/2')
})

test('a row is chosen wherever it is pressed', async () => {
  preference = { split: true }
  await open()
  const row = screen.getByRole('link', { name: 'BLQ2' }).closest('tr')
  const [, name] = within(row as HTMLElement).getAllByRole('cell')
  if (!name) throw new Error('the row has no second cell')
  await user.click(name)
  await within(await beside()).findByText('/case orderId=2 /order/2')
})
