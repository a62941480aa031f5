import '@testing-library/jest-dom'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { uploadFile } from '@/lib/client/upload'
import { releases } from '@/lib/domains/releases/contract'
import ResultDialog from './result-dialog'
import type { ReleaseOrder } from './use-release-verbs'

jest.mock('@/lib/client/upload', () => ({ uploadFile: jest.fn(async () => ({})) }))

const order: ReleaseOrder = {
  id: 7,
  rowVersion: 3,
  status: 'releasing',
  orderNo: 'BLQ1',
  customerName: '李建国',
  missing: [],
  overpaid: '0.00',
  silent: true,
  unanswered: true,
  openConditions: 0,
  uncheckedReceipts: 0,
  contradicted: null,
  payState: '付款中',
}

test('what failed is sent with its reason and the paper of the bank, and not without', async () => {
  const user = userEvent.setup()
  const onClose = jest.fn()
  render(
    <TestPage>
      <ResultDialog order={order} onClose={onClose} />
    </TestPage>,
  )
  expect(screen.getByRole('textbox', { name: /银行流水号/ })).toBeVisible()
  await user.click(screen.getByRole('radio', { name: '失败' }))
  expect(screen.queryByRole('textbox', { name: /银行流水号/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '提交复核' }))
  await waitFor(() => expect(screen.getByText(/^须附银行回单/)).toHaveAttribute('role', 'alert'))
  expect(uploadFile).not.toHaveBeenCalled()
  await user.type(screen.getByRole('textbox', { name: /失败原因/ }), '对账单上没有这笔付款')
  const paper = new File(['%PDF-1.4'], '对账单.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText('凭证文件'), paper)
  await user.click(screen.getByRole('button', { name: '提交复核' }))
  expect(uploadFile).toHaveBeenCalledWith(
    releases.result,
    {
      orderId: 7,
      rowVersion: 3,
      result: '失败',
      reason: '对账单上没有这笔付款',
      bankReference: '',
      paidAt: '',
    },
    expect.objectContaining({ name: '对账单.pdf' }),
  )
  expect(onClose).toHaveBeenCalled()
})
