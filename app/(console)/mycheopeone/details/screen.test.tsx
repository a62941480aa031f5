import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import { customers } from '@/lib/domains/customers/contract'
import { permissionsOf } from '@/lib/domains/identity/rules/roles'
import { type RelationsView, relations } from '@/lib/domains/relations/contract'
import { reviews } from '@/lib/domains/reviews/contract'
import { system } from '@/lib/domains/system/contract'
import type { PreReviewData } from './_parts/facts'
import { PreReviewScreen } from './screen'

jest.mock('next/navigation', () => ({ useRouter: () => ({ push: jest.fn() }) }))
jest.mock('@/lib/client/call')
const called = jest.mocked(call)

const me = 7
const order: PreReviewData['order'] = {
  id: 1,
  rowVersion: 3,
  orderNo: 'BLQ20250801000001',
  customerName: '张三',
  idNo: '110000********1235',
  mobile: '120****0001',
  productName: '标准等额本息',
  shopName: '示例车行一店',
  branchName: '示例一区',
  salesmanName: '黄明国',
  source: 'staff',
  status: 'wait_pre',
  exaStatus: '2',
  milestones: [],
  gates: [],
  stageEnteredAt: '2025-08-01T01:00:00Z',
  createdAt: '2025-08-01T00:00:00Z',
  claimedBy: me,
  claimedByName: '李四',
  claimedAt: '2025-08-01T02:00:00Z',
  submitCount: 1,
  returnCount: 0,
  appliedAmount: '98000.00',
  financeAmount: null,
  approvedAmount: null,
  approvedTerm: null,
  term: 36,
  monthlyPayment: null,
  capitalName: null,
  releasedAt: null,
  riskHint: '通过',
  productId: 1,
  templateCode: 'standard',
  shopId: 1,
  salesmanId: 2,
  customerId: 5,
  updatedAt: '2025-08-01T02:00:00Z',
  remark: null,
  rejectReason: null,
  voidReason: null,
  lastDecidedBy: null,
  chance: null,
  toMend: [],
}

let shown: PreReviewData
const record = {
  id: 5,
  rowVersion: 2,
  updatedAt: '2025-07-01T00:00:00Z',
  customerNo: 'K250701000001',
  values: { name: '张山', mobile: '120****0009' },
  orders: [
    {
      orderId: 1,
      orderNo: 'BLQ20250801000001',
      status: 'wait_pre',
      createdAt: '',
      differs: ['name', 'mobile'],
    },
  ],
}
const related: RelationsView = {
  shared: [
    {
      kind: 'mobile',
      value: '120****0001',
      holders: [{ role: 'customer', name: '张三' }],
      newestOnly: false,
      matches: [{ orderId: 9, holders: [{ role: 'customer', name: '赵六' }] }],
    },
  ],
  orders: [
    {
      id: 9,
      orderNo: 'BLQ20250701000009',
      customerName: '赵六',
      status: 'pre_rejected',
      shopName: '示例车行',
      createdAt: '2025-07-01T00:00:00Z',
      step: 1,
    },
  ],
  edges: [{ from: null, to: 9, kinds: ['mobile'] }],
  known: [],
  outside: null,
}
let tab: TestTab
beforeEach(() => {
  called.mockReset()
  tab = { query: 'orderId=1', dirty: false }
  shown = {
    order,
    values: { customer: { idIssuer: '示例市公安局' }, intent: { term: '36' } },
    persons: [],
    risks: [],
    changes: null,
    materials: [],
    progress: [],
  }
  jest.mocked(request).mockImplementation(async (endpoint) => {
    if (endpoint === reviews.getPre) return shown
    if (endpoint === customers.get) return record
    if (endpoint === relations.ofOrder) return related
    if (endpoint === system.getDraft) return { draft: null }
    if (endpoint === system.saveDraft) return { savedAt: '2025-08-01T03:00:00Z' }
    return []
  })
})

async function open(change: Partial<PreReviewData['order']> = {}) {
  shown = { ...shown, order: { ...order, ...change } }
  render(
    <TestPage tab={tab}>
      <SessionProvider
        session={{
          user: { id: me, name: '李四', account: 'pre_reviewer' },
          roles: ['pre_reviewer'],
          permissions: permissionsOf(['pre_reviewer']),
          demo: true,
        }}
      >
        <ConfirmProvider>
          <PreReviewScreen />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  await screen.findByRole('radio', { name: '通过' })
}

const opinion = () => screen.getByRole('textbox', { name: /^意见/ })
/** Everything that was sent to decide. */
const decisions = () =>
  called.mock.calls.flatMap(([endpoint, input]) => (endpoint === reviews.decidePre ? [input] : []))
const decided = (status: string) => async () => {
  shown = {
    ...shown,
    order: { ...order, status, claimedBy: null, rowVersion: 4 },
    progress: [
      {
        seq: 3,
        event: 'pre_pass',
        fromStatus: 'wait_pre',
        toStatus: status,
        actorName: '李四',
        actorRole: 'pre_reviewer',
        opinion: '资料齐全，同意进入录单',
        stayMinutes: 9,
        at: '2025-08-01T03:00:00Z',
      },
    ],
  }
  return { orderId: 1, status, rowVersion: 4 }
}

test('a key and a phrase are enough to pass; the next order takes the place of this one', async () => {
  await open()
  called.mockImplementationOnce(decided('wait_entry'))
  await userEvent.keyboard('1')
  expect(screen.getByRole('radio', { name: '通过' })).toBeChecked()
  expect(opinion()).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: '资料齐全，同意进入录单' }))
  expect(tab.dirty).toBe(true)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const next = await screen.findByRole('button', { name: '领取下一单' })
  expect(decisions()).toEqual([
    { orderId: 1, rowVersion: 3, result: 'pass', opinion: '资料齐全，同意进入录单' },
  ])
  await waitFor(() => expect(next).toHaveFocus())
  expect(tab.dirty).toBe(false)
  called.mockResolvedValueOnce({ orderId: 2 })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(tab.left).toContain('orderId=2'))
})

test('Ctrl+Enter while an input method composes submits nothing', async () => {
  await open()
  await userEvent.keyboard('1')
  await userEvent.type(opinion(), '资料齐全，同意')
  fireEvent.keyDown(opinion(), { key: 'Enter', ctrlKey: true, isComposing: true })
  await Promise.resolve()
  expect(decisions()).toEqual([])
})

test('an opinion is refused for what it lacks, and nothing is sent', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: '提交意见' }))
  expect(await screen.findByText('请选择审核结论')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: '退回' }))
  await userEvent.type(opinion(), '看不清')
  await userEvent.click(screen.getByRole('button', { name: '预审退回' }))
  expect(await screen.findByText('请填写审核意见，至少5个字')).toBeInTheDocument()
  expect(screen.getAllByText('请选择原因')).toHaveLength(2)
  expect(screen.getByText('请填写原因细节')).toBeInTheDocument()
  expect(decisions()).toEqual([])
})

test('a return is sent with both reasons and the detail; another first reason takes the second away', async () => {
  await open()
  called.mockImplementationOnce(decided('pre_returned'))
  await userEvent.click(screen.getByRole('radio', { name: '退回' }))
  const [first, second] = [
    screen.getByRole('combobox', { name: /一级原因/ }),
    screen.getByRole('combobox', { name: /二级原因/ }),
  ]
  await userEvent.selectOptions(first, '车辆类')
  await userEvent.selectOptions(second, 'VIN不符')
  await userEvent.selectOptions(first, '资料类')
  expect(second).toHaveValue('')
  await userEvent.selectOptions(second, '证件不清')
  await userEvent.type(screen.getByRole('textbox', { name: /原因细节/ }), '反面反光')
  await userEvent.type(opinion(), '请补拍身份证')
  await userEvent.type(screen.getByRole('textbox', { name: '内部备注' }), '第二次')
  await userEvent.click(screen.getByRole('button', { name: '预审退回' }))
  await screen.findByText('预审结果')
  expect(decisions()).toEqual([
    {
      orderId: 1,
      rowVersion: 3,
      result: 'return',
      opinion: '请补拍身份证',
      reasonL1: 'document',
      reasonL2: 'document_unclear',
      reasonDetail: '反面反光',
      internalNote: '第二次',
    },
  ])
})

test('a rejection asks first, and what was chosen for it is not sent with a pass', async () => {
  await open()
  await userEvent.click(screen.getByRole('radio', { name: '拒绝' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /一级原因/ }), '政策类')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /二级原因/ }), '区域限制')
  await userEvent.type(opinion(), '不在展业区域')
  await userEvent.click(screen.getByRole('button', { name: '预审拒绝' }))
  const question = await screen.findByRole('alertdialog')
  await userEvent.click(within(question).getByRole('button', { name: '取消' }))
  expect(decisions()).toEqual([])
  called.mockImplementationOnce(decided('wait_entry'))
  await userEvent.click(screen.getByRole('radio', { name: '通过' }))
  await userEvent.click(screen.getByRole('button', { name: '预审通过' }))
  await screen.findByText('预审结果')
  expect(decisions()).toEqual([{ orderId: 1, rowVersion: 3, result: 'pass', opinion: '不在展业区域' }])
})

test('an order that changed meanwhile says who changed it, keeps the opinion and goes on from the new version', async () => {
  await open()
  const conflict = { rowVersion: 5, updatedAt: '2025-08-01T02:30:00Z', updatedBy: '王五', changes: [] }
  called.mockImplementationOnce(async () => {
    shown = { ...shown, order: { ...order, rowVersion: 5, claimedAt: '2025-08-01T02:30:00Z' } }
    throw new ApiError(409, { message: '数据已被他人修改，请刷新', conflict })
  })
  await userEvent.click(screen.getByRole('radio', { name: '通过' }))
  await userEvent.type(opinion(), '资料齐全，同意')
  await userEvent.click(screen.getByRole('button', { name: '预审通过' }))
  expect(await screen.findByText(/^王五 于 2025-08-01 10:30 更新了该订单/)).toBeInTheDocument()
  expect(opinion()).toHaveValue('资料齐全，同意')
  called.mockImplementationOnce(decided('wait_entry'))
  await userEvent.click(screen.getByRole('button', { name: '预审通过' }))
  await screen.findByText('预审结果')
  expect(decisions()).toMatchObject([{ rowVersion: 3 }, { rowVersion: 5 }])
})

test('a double click decides once', async () => {
  await open()
  let answer: (value: unknown) => void = () => undefined
  called.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  await userEvent.click(screen.getByRole('radio', { name: '通过' }))
  await userEvent.type(opinion(), '资料齐全，同意')
  await userEvent.dblClick(screen.getByRole('button', { name: '预审通过' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(decisions()).toHaveLength(1)
  answer(await decided('wait_entry')())
  await screen.findByText('预审结果')
  expect(decisions()).toHaveLength(1)
})

test('a decision that fails leaves all that was written, and may be sent again', async () => {
  await open()
  called.mockRejectedValueOnce(new ApiError(500, { message: '系统繁忙' }))
  await userEvent.click(screen.getByRole('radio', { name: '退回' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /一级原因/ }), '资料类')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /二级原因/ }), '证件不清')
  await userEvent.type(screen.getByRole('textbox', { name: /原因细节/ }), '反面反光')
  await userEvent.type(opinion(), '请补拍身份证')
  await userEvent.click(screen.getByRole('button', { name: '预审退回' }))
  await waitFor(() => expect(decisions()).toHaveLength(1))
  expect(screen.getByRole('radio', { name: '退回' })).toBeChecked()
  expect(screen.getByRole('combobox', { name: /二级原因/ })).toHaveDisplayValue('证件不清')
  expect(screen.getByRole('textbox', { name: /原因细节/ })).toHaveValue('反面反光')
  expect(opinion()).toHaveValue('请补拍身份证')
  expect(tab.dirty).toBe(true)
  called.mockImplementationOnce(decided('pre_returned'))
  await userEvent.click(screen.getByRole('button', { name: '预审退回' }))
  await screen.findByText('预审结果')
})

test('what somebody else holds cannot be decided, and says who has it', async () => {
  await open({ claimedBy: 8, claimedByName: '王五' })
  expect(screen.getByText('该订单由王五处理，2025-08-01 10:00 领取')).toBeInTheDocument()
  await userEvent.keyboard('1')
  expect(screen.getByRole('radio', { name: '通过' })).not.toBeChecked()
  expect(opinion()).toHaveAttribute('readonly')
  expect(screen.getByRole('button', { name: '提交意见' })).toHaveAttribute(
    'data-tip',
    '该订单由他人处理\n可由王五、风控经理处理',
  )
  expect(screen.getByRole('button', { name: '领取' })).toHaveAttribute(
    'data-tip',
    '该订单已被他人领取\n可由王五、风控经理处理',
  )
  const radar = screen.getByRole('region', { name: '关联雷达' })
  expect(await within(radar).findByRole('link', { name: 'BLQ20250701000009' })).toBeInTheDocument()
  expect(radar).toHaveTextContent('手机号 120****0001')
})

test('what differs from the customer’s record is named with what the record says, and settled for a reason', async () => {
  const hit = {
    code: 'R007',
    name: '与客户档案不一致',
    fact: 'differs',
    action: 'manual',
    value: '客户姓名、手机号',
  }
  const decidedAt = '2025-08-01T01:00:00Z'
  shown = {
    ...shown,
    risks: [
      {
        sceneCode: 'PRE_CHECK',
        sceneVersion: 1,
        suggestion: '人工',
        score: 100,
        grade: 'A',
        hits: [hit],
        decidedAt,
      },
    ],
  }
  await open()
  expect(screen.getByText('与客户档案不一致（客户姓名、手机号）')).toBeInTheDocument()
  const region = await screen.findByRole('region', { name: '客户档案' })
  expect(region).toHaveTextContent('档案 K250701000001 中为：客户姓名张山手机号120****0009')
  await userEvent.click(within(region).getByRole('button', { name: '以本单更新档案' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox', { name: /更新原因/ }), '客户已更名')
  await userEvent.click(within(dialog).getByRole('button', { name: '更新' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(called).toHaveBeenCalledWith(
    customers.update,
    expect.objectContaining({ orderId: 1, rowVersion: 2, reason: '客户已更名' }),
  )
})
