import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage, type TestTab } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { contracts } from '@/lib/contracts/index'
import { sampleEntry } from '@/lib/rules/order-entry/sample-entry'
import { standardTemplate } from '@/lib/rules/order-entry/template'
import { EntryForm } from './entry-form'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const called = jest.mocked(call)
const { attachments, system } = contracts

type Sent = { eventId: string; rowVersion: number; values: ReturnType<typeof sampleEntry> }
const sent = () => called.mock.calls.map(([, input]) => input as Sent)
/** The order moves on by one with each save. */
const saved = { orderId: 501, orderNo: 'BLQ20250315000001', status: 'wait_entry', rowVersion: 4 }

beforeEach(() => {
  jest.clearAllMocks()
  jest.mocked(request).mockImplementation(async (endpoint) => {
    switch (endpoint) {
      case system.getDraft:
        return { draft: null }
      case system.saveDraft:
        return { savedAt: '2025-03-15T02:00:00Z' }
      case attachments.materials:
        return { status: '', requiredCount: 0, doneCount: 0, items: [] }
      default:
        return []
    }
  })
  called.mockImplementation(async () => saved)
})

type Entry = Parameters<typeof EntryForm>[0]['entry']

async function open(tab: TestTab = { query: '', dirty: false }) {
  const order = { id: 501, orderNo: saved.orderNo, rowVersion: 3 }
  const entry = { order, values: sampleEntry(), products: [], returned: null } as unknown as Entry
  render(
    <TestPage tab={tab}>
      <ConfirmProvider>
        <EntryForm
          entry={entry}
          template={standardTemplate}
          submitPermit={{ ok: true }}
          onSaved={() => {}}
          onSubmitted={() => {}}
        />
      </ConfirmProvider>
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

test('a save whose answer was lost is repeated under the same id; other values are another save', async () => {
  await open()
  type('customer.idIssuer', '示例公安局')
  called.mockRejectedValue(new ApiError(0))
  await save()
  await save()
  type('customer.idIssuer', '示例市公安局')
  await save()
  const [first, again, other] = sent()
  expect(first?.values.customer.idIssuer).toBe('示例公安局')
  expect(again?.eventId).toBe(first?.eventId)
  expect(other?.values.customer.idIssuer).toBe('示例市公安局')
  expect(other?.eventId).not.toBe(first?.eventId)
})

test('a save that went through and the next one of the same values are two', async () => {
  await open()
  type('customer.idIssuer', '示例公安局')
  await save()
  await save()
  expect(sent().map(({ rowVersion }) => rowVersion)).toEqual([3, 4])
  expect(new Set(sent().map(({ eventId }) => eventId)).size).toBe(2)
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
  type('customer.idIssuer', '示例公安局')
  await save()
  type('customer.wechat', 'lijianguo')
  answer()
  await waitFor(() =>
    expect(request).toHaveBeenCalledWith(
      system.saveDraft,
      expect.objectContaining({
        key: 'record:501',
        baseVersion: 4,
        values: expect.objectContaining({ customer: expect.objectContaining({ wechat: 'lijianguo' }) }),
      }),
      expect.anything(),
    ),
  )
  expect(sent()[0]?.values.customer.wechat).not.toBe('lijianguo')
  expect(tab.dirty).toBe(true)
})
