import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { requestUpload } from '@/lib/client/upload'
import { contracts } from '@/lib/domains/endpoints'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import type { emptyIntake } from '@/lib/domains/orders/rules/entry/intake'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { Screen } from './screen'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
const called = jest.mocked(call)
const asked = jest.mocked(request)
const uploaded = jest.mocked(requestUpload)

const { applications, attachments, products, system } = contracts
const material = {
  id: 9,
  required: true,
  minFiles: 1,
  maxFiles: 20,
  itemStatus: '未传',
  rejectNote: null,
  version: 1,
}
const materials = [
  { ...material, id: 1, materialType: 'id_front', files: [] },
  { ...material, id: 2, materialType: 'id_back', files: [] },
]
let shops: { id: number; name: string; closed: string | null }[]
let duplicates = { live: false, black: false, former: 0 }
let found: OutputOf<typeof system.getDraft>
let waiting: object[]
let saves: { orderId?: number; values: ReturnType<typeof emptyIntake> }[]

beforeEach(() => {
  jest.clearAllMocks()
  duplicates = { live: false, black: false, former: 0 }
  saves = []
  waiting = []
  found = { draft: null, order: null }
  sessionStorage.clear()
  shops = [1, 2].map((id) => ({ id, name: `示例车行${id}店`, closed: null }))
  asked.mockImplementation(async (endpoint, input) => {
    switch (endpoint) {
      case system.getDraft:
        return (input as { key: string }).key === 'intake:new/ABCD2345' ? found : { draft: null, order: null }
      case system.drafts:
        return { drafts: waiting, most: 50 }
      case system.saveDraft:
        return { savedAt: '2025-03-15T02:00:00Z', version: 1 }
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

/** The page as it opens, which may be an offer of a draft. */
function visit(tab: TestTab = { query: '', dirty: false }, role = 'entry_clerk') {
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
  return tab
}
async function open(tab?: TestTab, role?: string) {
  const opened = visit(tab, role)
  await findForm()
  return opened
}
async function findForm() {
  await screen.findByRole('heading', { name: '客户身份' })
  await screen.findAllByRole('option', { name: '示例车行1店' })
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
  expect(tab).toMatchObject({ label: 'BLQ20250315000001', person: '李建国' })
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
})

test('a shop user finds the own shop and name filled in', async () => {
  shops = shops.slice(0, 1)
  const tab = await open({ query: '', dirty: false }, 'shop_user')
  expect(control('shop.shopId')).toHaveValue('1')
  expect(control('shop.salesmanId')).toHaveValue('44')
  expect(tab.dirty).toBe(false)
})

const draftOf = (tab: TestTab) => new URLSearchParams(tab.query).get('draft')
const drafted = {
  values: { customer: { name: '王芳', mobile: '12000000456' } },
  baseVersion: 0,
  version: 3,
  savedAt: '2025-03-15T01:00:00Z',
  customerName: '王芳',
  mobile: '120****0456',
  filled: 2,
  asked: 20,
  files: [{ place: 'id_back', name: '王芳反面.jpg' }],
}

test('a new intake is empty whoever was typed last, and has a number of its own from the first key on', async () => {
  found = { draft: drafted, order: null }
  waiting = [drafted]
  const tab = await open({ query: '', dirty: false })
  expect(draftOf(tab)).toBeNull()
  expect(screen.getByText('您有 1 份未提交的草稿。')).toBeVisible()
  expect(control('customer.name')).toHaveValue('')
  const name = control('customer.name')
  type('customer.name', '李')
  await waitFor(() => expect(draftOf(tab)).toMatch(/^[2-9A-Z]{8}$/))
  // The page is the same one, with the cursor where it was.
  expect(control('customer.name')).toBe(name)
  expect(tab.label).toBe(`草稿 ${draftOf(tab)}`)
  await waitFor(
    () =>
      expect(asked).toHaveBeenCalledWith(
        system.saveDraft,
        expect.objectContaining({ key: `intake:new/${draftOf(tab)}` }),
        expect.anything(),
      ),
    { timeout: 4000 },
  )
})

test('a draft from elsewhere says whose it is before anything is filled in, and which photos were lost', async () => {
  found = { draft: drafted, order: null }
  visit({ query: 'draft=ABCD2345', dirty: false })
  const offer = await screen.findByRole('region', { name: '草稿 ABCD2345' })
  expect(offer).toHaveTextContent('王芳 · 120****0456')
  expect(offer).toHaveTextContent('已填 2/20 项')
  expect(offer).toHaveTextContent(/以下照片未上传，请重新选择：.*王芳反面\.jpg/)
  expect(screen.queryByRole('heading', { name: '客户身份' })).toBeNull()
  fireEvent.click(within(offer).getByRole('button', { name: '继续填写' }))
  await findForm()
  expect(control('customer.name')).toHaveValue('王芳')
})

test('what is thrown away takes its photos along: the next customer gets neither field nor file', async () => {
  const tab = await open()
  const photo = new File(['x'], 'front.jpg', { type: 'image/jpeg' })
  fireEvent.change(control('materials.id_front'), { target: { files: [photo] } })
  type('customer.name', '王芳')
  await within(field('materials.id_front')).findByText('保存后上传')
  const first = draftOf(tab)
  fireEvent.click(screen.getByRole('button', { name: '放弃' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '放弃' }))
  await waitFor(() => expect(draftOf(tab)).not.toBe(first))
  await findForm()
  expect(control('customer.name')).toHaveValue('')
  expect(screen.queryByText('front.jpg')).toBeNull()
  typeNeeded()
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('BLQ20250315000001')
  expect(called).toHaveBeenCalledWith(
    applications.saveIntake,
    expect.objectContaining({ draftNo: expect.not.stringMatching(first ?? '') }),
  )
  expect(uploaded).not.toHaveBeenCalled()
})

test('a draft that has become an order leads to the order', async () => {
  found = { draft: null, order: { id: 501, orderNo: 'BLQ20250315000001' } }
  const tab = visit({ query: 'draft=ABCD2345', dirty: false })
  await waitFor(() => expect(tab.left).toMatch(/^\/create\/shenfen\?orderId=501/))
})
