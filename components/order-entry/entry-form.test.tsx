import '@testing-library/jest-dom'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { requestUpload } from '@/lib/client/upload'
import { contracts } from '@/lib/domains/endpoints'
import { beginEntry } from '@/lib/domains/orders/rules/entry/begin-entry'
import { issueFields } from '@/lib/domains/orders/rules/entry/entry-issue'
import { emptyEntry } from '@/lib/domains/orders/rules/entry/entry-values'
import { sampleEntry, sampleFiles, sampleProduct } from '@/lib/domains/orders/rules/entry/sample-entry'
import { standardTemplate } from '@/lib/domains/orders/rules/entry/templates'
import { validateEntry } from '@/lib/domains/orders/rules/entry/validate-entry'
import * as messages from '@/lib/i18n/messages/zh-CN/index'
import { type MessageKey, translator } from '@/lib/i18n/translator'
import { businessDate } from '@/lib/rules/business-date'
import { idCheckCharacter } from '@/lib/rules/id-card'
import { EntryForm } from './entry-form'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
const mockDrawn = { rows: 0, uploads: 0 }
jest.mock('./field-sizes', () => {
  const actual = jest.requireActual('./field-sizes')
  const spansFor = (...args: unknown[]) => {
    mockDrawn.rows++
    return actual.spansFor(...args)
  }
  return { ...actual, spansFor }
})
jest.mock('@/components/materials/upload-field', () => {
  const { UploadField: Actual } = jest.requireActual('@/components/materials/upload-field')
  const UploadField = (props: object) => {
    mockDrawn.uploads++
    return <Actual {...props} />
  }
  return { UploadField }
})
const called = jest.mocked(call)
const { attachments, system } = contracts

const session = {
  user: { id: 5, name: '甲', account: 'a' },
  roles: [],
  permissions: [],
  demo: false,
} as never
type Sent = { rowVersion: number; values: ReturnType<typeof sampleEntry> }
const sent = () => called.mock.calls.map(([, input]) => input as Sent)
/** The order moves on by one with each save. */
const saved = { orderId: 501, orderNo: 'BLQ20250315000001', status: 'wait_entry', rowVersion: 4 }

/** Files of the order by material; a material that is not named has none. */
let held: Readonly<Record<string, number>> = {}
const materialItems = () =>
  standardTemplate.materials.map(({ materialType, required }, id) => ({
    id: id + 1,
    materialType,
    required,
    minFiles: 1,
    maxFiles: 20,
    itemStatus: '',
    rejectNote: null,
    version: 1,
    files: Array.from({ length: held[materialType] ?? 0 }, (_, at) => ({
      id: id * 100 + at,
      name: `${materialType}.pdf`,
      mime: 'application/pdf',
    })),
  }))

beforeEach(() => {
  jest.clearAllMocks()
  localStorage.clear()
  jest.mocked(request).mockImplementation(async (endpoint) => {
    switch (endpoint) {
      case system.getDraft:
        return { draft: null }
      case system.saveDraft:
        return { savedAt: '2025-03-15T02:00:00Z' }
      case attachments.materials:
        return { status: '', requiredCount: 0, doneCount: 0, items: materialItems() }
      default:
        return []
    }
  })
  called.mockImplementation(async () => saved)
})

type Entry = Parameters<typeof EntryForm>[0]['entry']

type Values = ReturnType<typeof sampleEntry>
const products = [
  {
    ...sampleProduct,
    name: '示例产品',
    feeItems: sampleProduct.feeItems.map((item) => ({ ...item, name: item.code })),
  },
]
const productOf = ({ financing }: Values) => (financing.productId === '7' ? sampleProduct : null)
const zhText = (key: string, params?: Readonly<Record<string, string>>) =>
  translator(messages)(key as MessageKey, params)

async function open(
  tab: TestTab = { query: '', dirty: false },
  values: Values = sampleEntry(),
  files: Readonly<Record<string, number>> = {},
) {
  held = files
  const order = { id: 501, orderNo: saved.orderNo, rowVersion: 3 }
  const entry = { order, values, products, returned: null } as unknown as Entry
  render(
    <TestPage tab={tab}>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <EntryForm
            entry={entry}
            template={standardTemplate}
            submitPermit={{ ok: true }}
            onSubmitted={() => {}}
          />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByRole('heading', { name: '客户身份' })
  return tab
}
function control(path: string) {
  const found = document.querySelector<HTMLInputElement>(`[data-field="${path}"] input`)
  if (!found) throw new Error(`no control of ${path}`)
  return found
}
const type = (path: string, value: string) => fireEvent.change(control(path), { target: { value } })
async function save() {
  const button = screen.getByRole('button', { name: '保存草稿' })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
  const before = called.mock.calls.length
  fireEvent.click(button)
  await waitFor(() => expect(called).toHaveBeenCalledTimes(before + 1))
}

test('a save that went through and the next one of the same values are two', async () => {
  await open()
  type('customer.idAddress', '示例公安局')
  await save()
  await save()
  expect(sent().map(({ rowVersion }) => rowVersion)).toEqual([3, 4])
})

test('a file that is not uploaded yet is counted: the section has no tick, and nothing is submitted', async () => {
  jest.mocked(requestUpload).mockRejectedValue(new ApiError(0))
  const values = sampleEntry()
  values.appraisal.evalAt = businessDate(new Date())
  await open({ query: '', dirty: false }, values, sampleFiles)
  const add = document.querySelector('[data-field="materials.id_front"] input') as HTMLInputElement
  fireEvent.change(add, { target: { files: [new File(['%PDF'], '补.pdf', { type: 'application/pdf' })] } })
  await screen.findByText('等待网络，联网后自动续传')
  const submit = screen.getByRole('button', { name: '提交初审' })
  await waitFor(() => expect(submit).toHaveAttribute('aria-disabled', 'true'))
  const rail = screen.getByRole('link', { name: /材料/ })
  expect(within(rail).queryByRole('img', { name: '已完成' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^取消上传/ }))
  await waitFor(() => expect(submit).not.toHaveAttribute('aria-disabled', 'true'))
})

test('what is typed while a save is on its way stays unsaved', async () => {
  const tab = await open()
  let answer = () => {}
  called.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = () => resolve(saved)
      }),
  )
  type('customer.idAddress', '示例公安局')
  await save()
  type('residence.liveAddress', '示例路9号')
  answer()
  await waitFor(() =>
    expect(request).toHaveBeenCalledWith(
      system.saveDraft,
      expect.objectContaining({
        key: 'record:501',
        baseVersion: 4,
        values: expect.objectContaining({ residence: expect.objectContaining({ liveAddress: '示例路9号' }) }),
      }),
      expect.anything(),
    ),
  )
  expect(sent()[0]?.values.residence.liveAddress).not.toBe('示例路9号')
  expect(tab.dirty).toBe(true)
})

test('a conflict names section, row and person; the rows of the other are drawn, saved and taken out whole', async () => {
  const values = sampleEntry()
  const [first, second] = values.contacts
  const third = { ...first, name: '赵强', mobile: '12000000199' }
  await open({ query: '', dirty: false }, values)
  called.mockRejectedValueOnce(
    new ApiError(409, {
      message: '数据已被他人修改，请刷新',
      conflict: {
        rowVersion: 9,
        updatedAt: '2025-08-01T02:00:00Z',
        updatedBy: '李娜',
        changes: [
          { path: 'contacts.1.mobile', mine: second?.mobile, theirs: '12000000177' },
          { path: 'contacts.2', mine: null, theirs: third },
          { path: 'insurance.0', mine: values.insurance[0], theirs: null },
        ],
      },
    }),
  )
  await save()
  const dialog = await screen.findByRole('dialog', { name: '数据已被他人修改，请刷新' })
  expect(within(dialog).getByText('紧急联系人 2 张华 手机号')).toBeVisible()
  fireEvent.click(within(dialog).getByRole('button', { name: '采用最新内容' }))
  await waitFor(() => expect(control('contacts.2.name')).toHaveValue('赵强'))
  expect(control('contacts.1.mobile')).toHaveValue('12000000177')
  expect(document.querySelector('[data-field="insurance.0.insType"]')).toBeNull()
  await save()
  expect(sent().at(-1)).toMatchObject({
    rowVersion: 9,
    values: { contacts: [first, { ...second, mobile: '12000000177' }, third], insurance: [] },
  })
})

/** Values that the rules refuse: between them, every kind of place that a refusal can name. */
const refused: Record<string, (values: Values) => void> = {
  'an empty form': (v) => Object.assign(v, emptyEntry()),
  'no rows at all': (v) => Object.assign(v, { contacts: [], insurance: [], addons: [], fees: [] }),
  'what is folded, what is calculated, rows, and a row that is missing besides': (v) => {
    v.insurance = [{ ...emptyPolicy(v), insType: '1', startDate: '2025-03-15', endDate: '2025-04-01' }]
    v.addons = [{ addonType: '', amount: 'x', financed: false, payee: '' }]
    const idNo = `11010520200316001${idCheckCharacter('11010520200316001')}`
    Object.assign(v.customer, { idNo, mobile2: v.customer.mobile, email: 'x', englishName: '1' })
    Object.assign(v.customer, { idValidFrom: '2999-01-01', idValidTo: '2020-01-01' })
    Object.assign(v.residence, { landline: 'x', liveSince: '2999-01-01', houseType: '3' })
    Object.assign(v.employment, { employerTel: 'x', employSince: '2999-01-01', otherIncome: '1.00' })
    Object.assign(v.spouse, { idNo, name: v.customer.name, mobile: v.customer.mobile })
    Object.assign(v.vehicle, { modelYear: '1', displacement: 'x', seats: '99', plateColor: '4' })
    Object.assign(v.appraisal, { evalGrade: 'D', evalAt: '2020-01-01', firstRegDate: '2010-01-01' })
    Object.assign(v.financing, { repayDay: '31', term: '60' })
    Object.assign(v.bankCard, { holderName: '陌生人', region: ['110000'] })
    v.source.sourceType = '2'
  },
  'too much borrowed, fees over the cap, a deposit out of range': (v) => {
    Object.assign(v.financing, { downRatio: '0.0100', depositAmount: '80000' })
    v.addons = [{ addonType: 'decoration', amount: '400000.00', financed: true, payee: '' }]
    v.fees = [{ feeCode: 'SVC', amount: '250000.00', chargeMode: 'upfront', payer: 'customer' }]
  },
}

const emptyPolicy = ({ insurance: [policy] }: Values) => {
  if (!policy) throw new Error('no policy')
  return policy
}

test.each(Object.entries(refused))(
  '%s: every refusal stands at a place that the form leads to',
  async (_, spoil) => {
    const values = sampleEntry()
    spoil(values)
    await open({ query: '', dirty: false }, values)
    const translate = (key: string, params?: Readonly<Record<string, string>>) => zhText(key, params)
    const begun = beginEntry(values, productOf(values), businessDate(new Date()))
    const { issues } = validateEntry(standardTemplate, begun, productOf(values), {
      today: businessDate(new Date()),
      files: {},
    })
    const expected = Object.entries(issueFields(issues, translate))
    expect(expected.length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: '提交初审' }))
    await screen.findByRole('button', { name: `${expected.length} 处有误，查看第一处` })
    const said = (path: string) =>
      [...document.querySelectorAll(`[data-field="${path}"]`)].map(({ textContent }) => textContent).join()
    expect(expected.filter(([path, text]) => !said(path).includes(text))).toEqual([])
    await waitFor(() => expect(document.activeElement?.closest('[data-field]')).not.toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  },
)

test('an entry without a commercial policy says so from the start, leads there, and adds it', async () => {
  const values = { ...sampleEntry(), insurance: [] }
  values.appraisal.evalAt = businessDate(new Date())
  await open({ query: '', dirty: false }, values, sampleFiles)
  const insurance = within(screen.getByRole('region', { name: '保险' }))
  expect(insurance.getAllByText('至少填写一张商业险保单').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: /保险/ })).toHaveTextContent('0/1')
  fireEvent.click(screen.getByRole('button', { name: '提交初审' }))
  const repair = insurance.getByRole('button', { name: '添加商业险' })
  await waitFor(() => expect(repair).toHaveFocus())
  expect(insurance.getByRole('alert')).toHaveTextContent('请填写商业险')
  fireEvent.click(repair)
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-field]')).toHaveAttribute(
      'data-field',
      'insurance.0.insType',
    ),
  )
  expect(control('insurance.0.insuredname')).toHaveValue('李建国')
  await waitFor(() => expect(insurance.queryByText('请填写商业险')).toBeNull())
  type('customer.name', '李国')
  await waitFor(() => expect(control('insurance.0.insuredname')).toHaveValue('李国'))
})

test('an entry that was only opened has nothing unsaved; its fees are there, its optional fields folded', async () => {
  const { financing, ...rest } = sampleEntry()
  const tab = await open(
    { query: '', dirty: false },
    { ...rest, financing: { ...financing, downPayment: '' } },
  )
  expect(tab.dirty).toBe(false)
  expect(document.querySelector('[data-field="fees.1.feeCode"]')).not.toBeNull()
  const identity = within(screen.getByRole('region', { name: '客户身份' }))
  expect(document.querySelector('[data-field="customer.wechat"]')).toBeNull()
  fireEvent.click(identity.getByRole('button', { name: /^展开 \d 项选填$/ }))
  type('customer.wechat', 'lijianguo')
  fireEvent.click(identity.getByRole('button', { name: '收起选填' }))
  expect(control('customer.wechat')).toHaveValue('lijianguo')
  expect(document.querySelector('[data-field="customer.email"]')).toBeNull()
  expect(tab.dirty).toBe(true)
})

test('Ctrl+↓ goes to what is asked for and empty, and at last to the button; the rail says where one is', async () => {
  const { customer, source, ...rest } = sampleEntry()
  const values = {
    ...rest,
    customer: { ...customer, idAddress: '' },
    source: { ...source, sourceType: '' },
  }
  await open({ query: '', dirty: false }, values, sampleFiles)
  const next = () =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown', ctrlKey: true })
  await waitFor(() => expect(control('customer.name')).toHaveFocus())
  next()
  expect(control('customer.idAddress')).toHaveFocus()
  type('customer.idAddress', '示例路1号')
  next()
  const where = document.querySelector<HTMLSelectElement>('[data-field="source.sourceType"] select')
  expect(where).toHaveFocus()
  next()
  expect(where).toHaveFocus()
})

test('a new entry of a new car has at most 60 Tab stops, all controls of the form counted', async () => {
  const { customer, financing, bankCard } = sampleEntry()
  const empty = emptyEntry()
  const values = {
    ...empty,
    customer,
    vehicle: { ...empty.vehicle, kind: 'new' },
    financing: { ...empty.financing, productId: financing.productId, term: financing.term },
    bankCard: { ...empty.bankCard, holderName: bankCard.holderName, reservedMobile: bankCard.reservedMobile },
  }
  await open({ query: '', dirty: false }, values, { id_front: 1, id_back: 1 })
  const controls = [
    ...document.querySelectorAll<HTMLElement>('form :is(a[href], button, input, select, textarea)'),
  ]
  const stops = controls.filter((one) => one.tabIndex >= 0 && !one.hidden && !one.matches(':disabled'))
  // The radios of a group are one stop.
  const groups = stops.map((one, at) =>
    one instanceof HTMLInputElement && one.type === 'radio' ? one.name : at,
  )
  expect(new Set(groups).size).toBeLessThanOrEqual(60)
  expect(new Set(groups).size).toBeGreaterThan(40)
})

test('a key draws the rows of its own section, and none of the others or of the materials', async () => {
  await open()
  type('employment.employerName', '示例')
  // The first key marks the form as changed.
  await act(async () => {})
  Object.assign(mockDrawn, { rows: 0, uploads: 0 })
  type('employment.employerName', '示例公司')
  await act(async () => {})
  expect(control('employment.employerName')).toHaveValue('示例公司')
  expect(mockDrawn).toEqual({ rows: 1, uploads: 0 })
})
