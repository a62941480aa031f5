import '@testing-library/jest-dom'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { connectToasts } from '@/components/ui/toast'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { collect } from '@/lib/domains/collect/contract'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { products } from '@/lib/domains/products/contract'
import LinkDialog from './link-dialog'
import { MadeLink } from './made-link'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const user = userEvent.setup()
const session = {
  user: { id: 7, name: '李四', account: 'entry_clerk' },
  roles: ['entry_clerk'],
  permissions: permissionsOf(['entry_clerk']),
  demo: false,
}
const shop = { branchId: 1, branchName: '示例一区', channelId: 1, channelName: '示例渠道甲' }
const time = { createdAt: '2025-08-01T01:00:00Z', expiresAt: '2025-08-04T01:00:00Z' }
const links = [
  { ...time, id: 3, shopName: '一店', state: 'open', orderId: null, orderNo: null },
  { ...time, id: 2, shopName: '二店', state: 'used', orderId: 77, orderNo: 'BLQ77' },
  { ...time, id: 1, shopName: '三店', state: 'revoked', orderId: null, orderNo: null },
]
let shops = [
  { ...shop, id: 5, name: '一店', closed: null },
  { ...shop, id: 6, name: '二店', closed: null },
  { ...shop, id: 7, name: '关闭的店', closed: '门店未开通' },
]

beforeEach(() => {
  jest.mocked(call).mockReset()
  jest
    .mocked(call)
    .mockImplementation(async (endpoint: unknown) =>
      endpoint === collect.makeLink
        ? { id: 4, path: '/collectUserInformation?t=secret', expiresAt: time.expiresAt }
        : {},
    )
  jest
    .mocked(request)
    .mockImplementation(async (endpoint: unknown) =>
      endpoint === products.shops ? shops : endpoint === collect.links ? links : {},
    )
})

const open = () =>
  render(
    <TestPage>
      <ConfirmProvider>
        <SessionProvider session={session}>
          <LinkDialog onClose={() => {}} />
        </SessionProvider>
      </ConfirmProvider>
    </TestPage>,
  )

test('a link is made for an open shop, shown once as a whole address, and copied', async () => {
  open()
  const place = await screen.findByLabelText(/门店/)
  expect(within(place).queryByText('关闭的店')).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: '生成链接' }))
  expect(call).not.toHaveBeenCalled()
  await user.selectOptions(place, '6')
  await user.selectOptions(screen.getByLabelText(/有效期/), '7')
  await user.click(screen.getByRole('button', { name: '生成链接' }))
  const address = await screen.findByLabelText('链接已生成，仅显示这一次')
  expect(address).toHaveValue('http://localhost/collectUserInformation?t=secret')
  expect(jest.mocked(call).mock.calls[0]?.[1]).toEqual({ shopId: 6, days: 7 })
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  expect(await screen.findByRole('button', { name: '已复制' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('http://localhost/collectUserInformation?t=secret')
})

test('a browser that does not copy has the link selected, and the page says so', async () => {
  const toasts: string[] = []
  connectToasts(({ message }) => toasts.push(message))
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'))
  render(<MadeLink made={{ path: '/c?t=1', expiresAt: time.expiresAt }} />, { wrapper: TestPage })
  await user.click(screen.getByRole('button', { name: '复制链接' }))
  expect(toasts).toEqual(['浏览器不允许复制，请手动选择'])
  const field = screen.getByRole<HTMLInputElement>('textbox')
  expect(field).toHaveFocus()
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  connectToasts(undefined)
})

test('the only shop of a clerk is chosen already', async () => {
  shops = shops.slice(0, 1)
  open()
  expect(await screen.findByLabelText(/门店/)).toHaveValue('5')
})

test('own links say how they stand; an open one is revoked after a question, a used one leads to its draft', async () => {
  open()
  const rows = await screen.findAllByRole('listitem')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
  expect(rows.length).toBeGreaterThan(0)
  expect(screen.getAllByRole('button', { name: '作废' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'BLQ77' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/create\/shenfen\?orderId=77/),
  )
  expect(screen.getByText('已提交')).toBeVisible()
  expect(screen.getByText('已作废')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '作废' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: '作废' }))
  await waitFor(() => expect(call).toHaveBeenCalledWith(collect.revokeLinks, { ids: [3] }))
})
