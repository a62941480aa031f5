import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { call } from '@/lib/client/call'
import { uploadFile } from '@/lib/client/upload'
import { capitalOrders } from '@/lib/domains/capital/contract'
import FunderResultDialog from './funder-result-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
jest.mock('@/lib/client/upload', () => ({ uploadFile: jest.fn() }))

const show = () =>
  render(
    <TestPage tab={{ query: 'orderId=24', dirty: false }}>
      <FunderResultDialog
        order={{ id: 24, rowVersion: 3, customerName: '李建国' }}
        pushed={{ amount: '86000.00', capitalOrderNo: null }}
        onClose={() => {}}
      />
    </TestPage>,
  )

test('a consent wants the paper that says so, and a refusal only its words', async () => {
  const user = userEvent.setup()
  const { unmount } = show()
  await user.click(screen.getByRole('radio', { name: '通过' }))
  await user.type(screen.getByRole('textbox', { name: '资方单号' }), 'DB1')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(uploadFile).not.toHaveBeenCalled()
  const paper = new File(['%PDF-1.7'], '批复函.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText('资方凭证'), paper)
  await user.click(screen.getByRole('button', { name: '确定' }))
  const [sent] = jest.mocked(uploadFile).mock.calls
  expect(sent?.[0]).toBe(capitalOrders.consent)
  expect(sent?.[1]).toMatchObject({
    orderId: 24,
    rowVersion: 3,
    capitalOrderNo: 'DB1',
    approvedAmount: '86000.00',
  })
  expect(sent?.[2].name).toBe('批复函.pdf')
  unmount()

  show()
  await user.click(screen.getByRole('radio', { name: '拒绝' }))
  expect(screen.queryByLabelText('资方凭证')).toBeNull()
  await user.type(screen.getByRole('textbox', { name: '资方意见' }), '客户负债过高')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(jest.mocked(call).mock.calls).toMatchObject([
    [capitalOrders.result, { orderId: 24, result: 'reject', reply: '客户负债过高' }],
  ])
})
