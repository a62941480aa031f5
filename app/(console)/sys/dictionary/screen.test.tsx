import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { configuration } from '@/lib/domains/configuration/contract'
import { DictionaryAdministrationScreen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const dictionaries = [
  { type: 'gender', name: '', kind: 'fixed', items: 2, rowVersion: 0 },
  { type: 'bank', name: '', kind: 'open', items: 2, rowVersion: 0 },
  { type: 'sales_region', name: '销售大区', kind: 'own', items: 2, rowVersion: 3 },
]
const item = (id: number, code: string, label: string) => ({
  id,
  code,
  label,
  parentCode: null,
  parentLabel: null,
  enabled: true,
  fileForm: null,
  rowVersion: 1,
  isFirst: id === 1,
  isLast: id === 2,
  updatedAt: '2025-08-01T01:00:00Z',
})
const session = {
  user: { id: 1, name: '陈静', account: 'admin' },
  roles: [],
  permissions: ['dict:manage'],
  demo: false,
}
const toasts: string[] = []
const inputs: Record<string, unknown>[] = []
let tab: TestTab

beforeEach(() => {
  toasts.length = 0
  inputs.length = 0
  connectToasts(({ message }) => toasts.push(message))
  jest.mocked(request).mockImplementation(async (endpoint, input) => {
    if (endpoint === configuration.dictionaries) return dictionaries
    if (endpoint !== configuration.dictionaryItems) return { value: null }
    inputs.push(input as Record<string, unknown>)
    const data = [item(1, 'A', '甲'), item(2, 'B', '乙')]
    return { data, total: 2, pageNo: 1, allPage: 1, nextCursor: null }
  })
  jest.mocked(call).mockImplementation(async () => ({ id: 1, rowVersion: 2 }))
})
afterEach(() => {
  connectToasts(undefined)
  jest.clearAllMocks()
})

async function open(query: string) {
  tab = { query, dirty: false }
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <DictionaryAdministrationScreen />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByText('甲')
}
const row = (label: string) => screen.getByRole('row', { name: new RegExp(label) })

test('the address names the dictionary; another one begins with a fresh list', async () => {
  await open('type=bank&q=x&page=2')
  expect(inputs[0]).toMatchObject({ type: 'bank', q: 'x' })
  expect(screen.getByRole('heading', { name: '银行' })).toBeVisible()
  await userEvent.type(screen.getByRole('searchbox', { name: '搜索字典名称或类型' }), '大区')
  expect(screen.queryByRole('button', { name: /性别/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /销售大区/ }))
  await waitFor(() => expect(tab.query).toBe('type=sales_region'))
  await waitFor(() => expect(inputs.at(-1)).toEqual({ type: 'sales_region', start: 0, length: 20 }))
})

test('where the product depends on the values, adding and disabling are off, with the reason', async () => {
  await open('type=gender')
  const reason = '系统依赖该字典的值，只能修改标签与顺序'
  expect(screen.getByRole('button', { name: '新增字典项' })).toHaveAttribute('data-tip', reason)
  await userEvent.click(within(row('甲')).getByRole('button', { name: '更多' }))
  const disable = await screen.findByRole('menuitem', { name: /^停用/ })
  expect(disable).toHaveAttribute('aria-disabled', 'true')
  expect(disable).toHaveTextContent(reason)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.click(within(row('甲')).getByRole('button', { name: '编辑' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('textbox', { name: /^值/ })).toHaveAttribute('readonly')
  expect(within(dialog).getByRole('checkbox', { name: '状态 启用' })).toBeDisabled()
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^标签/ }), '某')
  await userEvent.click(within(dialog).getByRole('button', { name: '确定' }))
  await waitFor(() => expect(toasts).toEqual(['保存成功']))
  expect(call).toHaveBeenCalledWith(
    configuration.saveDictionaryItem,
    expect.objectContaining({ type: 'gender', id: 1, rowVersion: 1, code: 'A' }),
  )
})

test('disabling asks first', async () => {
  await open('type=bank')
  await userEvent.click(within(row('乙')).getByRole('button', { name: '停用' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent('停用“乙”后不能再选择')
  await userEvent.click(within(dialog).getByRole('button', { name: '停用' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(
      configuration.saveDictionaryItem,
      expect.objectContaining({ id: 2, enabled: false, label: '乙' }),
    ),
  )
})

test('items move from the menu of their row, not while the list is searched', async () => {
  await open('type=bank')
  await userEvent.click(within(row('乙')).getByRole('button', { name: '更多' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '上移' }))
  await waitFor(() => expect(toasts).toEqual(['保存成功']))
  expect(call).toHaveBeenCalledWith(configuration.moveDictionaryItem, { id: 2, rowVersion: 1, to: 'up' })
})

test('the last item is not offered to go down, with the reason', async () => {
  await open('type=bank')
  await userEvent.click(within(row('乙')).getByRole('button', { name: '更多' }))
  for (const name of ['下移', '移到最后']) {
    const entry = await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) })
    expect(entry).toHaveAttribute('aria-disabled', 'true')
    expect(entry).toHaveTextContent('已在最后')
    await userEvent.click(entry)
  }
  expect(call).not.toHaveBeenCalled()
})

test('an own dictionary is deleted with its version, after a question', async () => {
  await open('type=sales_region')
  await userEvent.click(screen.getByRole('button', { name: '删除字典' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent('确定删除字典“销售大区”及其2个字典项吗?')
  await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith(configuration.removeDictionary, {
      type: 'sales_region',
      rowVersion: 3,
    }),
  )
})
