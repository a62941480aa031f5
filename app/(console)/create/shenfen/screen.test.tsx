import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { uploadFile } from '@/lib/client/upload'
import { contracts } from '@/lib/contracts/index'
import type { emptyIntake } from '@/lib/rules/order-entry/intake'
import { permissionsOf } from '@/lib/rules/roles'
import { Screen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ uploadFile: jest.fn() }))
const called = jest.mocked(call)
const asked = jest.mocked(request)
const uploaded = jest.mocked(uploadFile)

const { applications, attachments, products, system } = contracts
const material = { id: 9, required: true, minFiles: 1, maxFiles: 20, itemStatus: '未传', rejectNote: null }
const materials = [
  { ...material, id: 1, materialType: 'id_front', files: [] },
  { ...material, id: 2, materialType: 'id_back', files: [] },
]
let shops: { id: number; name: string; open: boolean }[]
let duplicates = { live: false, black: false, former: 0 }
let saves: { orderId?: number; values: ReturnType<typeof emptyIntake> }[]

beforeEach(() => {
  jest.clearAllMocks()
  duplicates = { live: false, black: false, former: 0 }
  saves = []
  shops = [1, 2].map((id) => ({ id, name: `示例车行${id}店`, open: true }))
  asked.mockImplementation(async (endpoint) => {
    switch (endpoint) {
      case system.getDraft:
        return { draft: null }
      case system.saveDraft:
        return { savedAt: '2025-03-15T02:00:00Z' }
      case applications.checkDuplicate:
        return duplicates
      case attachments.materials:
        return { status: '', requiredCount: 2, doneCount: 0, items: materials }
      case products.shops:
        return shops
      case products.staff:
        return [{ id: 44, name: '王芳', account: 'shop_user' }]
      default:
        return []
    }
  })
  called.mockImplementation(async (_, input) => {
    saves.push(input as (typeof saves)[number])
    return { orderId: 501, orderNo: 'BLQ20250315000001', rowVersion: 1 }
  })
  uploaded.mockImplementation(async () => ({ item: { ...materials[0], files: [] } }))
})

async function open(tab: TestTab = { query: '', dirty: false }, role = 'entry_clerk') {
  const user = { id: 44, name: '王芳', account: role }
  const session = { user, roles: [role], permissions: permissionsOf([role]), demo: true }
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <Screen />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByRole('heading', { name: '客户身份' })
  await screen.findAllByRole('option', { name: '示例车行1店' })
  return tab
}
const field = (path: string) => {
  const found = document.querySelector<HTMLElement>(`[data-field="${path}"]`)
  if (!found) throw new Error(`no field ${path}`)
  return found
}
const control = (path: string) => {
  const found = field(path).querySelector<HTMLInputElement>('input,select')
  if (!found) throw new Error(`no control in ${path}`)
  return found
}
function type(path: string, value: string) {
  fireEvent.change(control(path), { target: { value } })
  fireEvent.blur(control(path))
}
function typeNeeded() {
  type('customer.name', '李建国')
  type('customer.idNo', '110000198803151235')
  type('customer.mobile', '12000000123')
  type('shop.shopId', '1')
  type('shop.salesmanId', '44')
}

test('each rule speaks at its field, in the words of the specification', async () => {
  await open()
  type('customer.idNo', '990000198803151235')
  expect(await within(field('customer.idNo')).findByText('地址编码错误')).toBeVisible()
  type('customer.idNo', '110000198803151234')
  expect(await within(field('customer.idNo')).findByText('请输入正确的身份证号码')).toBeVisible()
  type('customer.mobile', '223')
  expect(await within(field('customer.mobile')).findByText('请输入正确的手机号码')).toBeVisible()
})

test('what the ID number says is shown, and how many orders there were', async () => {
  duplicates = { live: false, black: false, former: 2 }
  await open()
  type('customer.idNo', '110000198803151235')
  expect(await screen.findByText('1988-03-15')).toBeVisible()
  expect(await screen.findByText('2 笔')).toBeVisible()
})

test.each([
  [{ live: true, black: false, former: 0 }, '该客户/车辆存在在途订单'],
  [{ live: true, black: true, former: 0 }, '命中黑名单'],
])('a duplicate is told while typing: %#', async (found, message) => {
  duplicates = found
  await open()
  type('customer.idNo', '110000198803151235')
  expect(await within(field('customer.idNo')).findByText(message)).toBeVisible()
  type('customer.idNo', '11000019880315123')
  await waitFor(() => expect(within(field('customer.idNo')).queryByText(message)).toBeNull())
})

test('a draft without what every order needs is not sent, and says what that is', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(await within(field('customer.name')).findByText('不能为空')).toBeVisible()
  expect(within(field('customer.idNo')).getByText('身份证号码不能为空')).toBeVisible()
  expect(within(field('intent.amount')).queryByRole('alert')).toBeNull()
  expect(saves).toEqual([])
})

test('the first photo waits until the order can be made, then makes it and goes up', async () => {
  const tab = await open()
  const photo = new File(['x'], 'front.jpg', { type: 'image/jpeg' })
  fireEvent.change(control('materials.id_front'), { target: { files: [photo] } })
  expect(await within(field('materials.id_front')).findByText('保存后上传')).toBeVisible()
  typeNeeded()
  await waitFor(() => expect(uploaded).toHaveBeenCalledTimes(1))
  expect(uploaded.mock.calls[0]?.[1]).toMatchObject({ orderId: 501, materialType: 'id_front' })
  expect(saves).toHaveLength(1)
  expect(saves[0]?.orderId).toBeUndefined()
  expect(new URLSearchParams(tab.query).get('src')).toBe('/order/501')
  expect(tab.label).toBe('BLQ20250315000001')
})

test('what is typed while the order is being made stays, and is saved under the order', async () => {
  await open()
  let answer: (output: unknown) => void = () => {}
  called.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve as typeof answer
      }),
  )
  typeNeeded()
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(called).toHaveBeenCalledTimes(1))
  type('customer.idAddress', '示例路1号')
  answer({ orderId: 501, orderNo: 'BLQ20250315000001', rowVersion: 1 })
  await screen.findByText('BLQ20250315000001')
  expect(control('customer.idAddress')).toHaveValue('示例路1号')
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith(
      system.saveDraft,
      expect.objectContaining({
        key: 'intake:501',
        baseVersion: 1,
        values: expect.objectContaining({ customer: expect.objectContaining({ idAddress: '示例路1号' }) }),
      }),
      expect.anything(),
    ),
  )
  expect(asked).toHaveBeenCalledWith(system.removeDraft, { key: 'intake:new' })
})

test('a click whose answer was lost is repeated under the same id', async () => {
  await open()
  typeNeeded()
  called.mockRejectedValueOnce(new ApiError(0))
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(called).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).not.toHaveAttribute('aria-busy'))
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(called).toHaveBeenCalledTimes(2))
  const [first, second] = called.mock.calls.map(([, input]) => (input as { eventId: string }).eventId)
  expect(second).toBe(first)
})

test('a shop user finds the own shop and name filled in', async () => {
  shops = shops.slice(0, 1)
  const tab = await open({ query: '', dirty: false }, 'shop_user')
  expect(control('shop.shopId')).toHaveValue('1')
  expect(control('shop.salesmanId')).toHaveValue('44')
  expect(tab.dirty).toBe(false)
})
