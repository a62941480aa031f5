import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { TestPage } from '@/components/ui/test-page'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import MakeDialog from './make-dialog'
import RetryDialog from './retry-dialog'
import type { ReleaseOrder } from './use-release-verbs'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const order: ReleaseOrder = {
  id: 7,
  rowVersion: 3,
  status: 'releasing',
  orderNo: 'BLQ1',
  customerName: '李建国',
  missing: [],
  overpaid: '0.00',
  silent: false,
  unanswered: false,
  openConditions: 0,
  uncheckedReceipts: 0,
  contradicted: null,
  payState: null,
}
const read = {
  order: { rowVersion: 3 },
  amounts: null,
  payee: null,
  payers: [],
  payments: [],
  payees: [{ key: 'a', name: '青禾汽贸', account: '6222', bank: '工商银行' }],
}

test.each<[string, (onClose: () => void) => ReactNode]>([
  ['为 李建国 制单放款', (onClose) => <MakeDialog order={order} onClose={onClose} />],
  ['更正 李建国 的收款账户', (onClose) => <RetryDialog order={order} onClose={onClose} />],
])(
  '%s: what it offers could not be read, which it says; another try brings the form',
  async (name, dialog) => {
    const user = userEvent.setup()
    const onClose = jest.fn()
    jest.mocked(request).mockRejectedValueOnce(new ApiError(noAnswer))
    render(<TestPage>{dialog(onClose)}</TestPage>)
    expect(screen.getByRole('dialog', { name })).toBeVisible()
    expect(await screen.findByRole('alert')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    jest.mocked(request).mockResolvedValueOnce(read)
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('radio', { name: /青禾汽贸/ })).toBeInTheDocument()
    expect(screen.getByRole('dialog', { name })).toBeVisible()
  },
)

test.each<[string, ReactNode, RegExp[]]>([
  ['制单', <MakeDialog key="make" order={order} onClose={() => {}} />, [/账户审核/, /字典“付款账户”/]],
  ['更正收款账户', <RetryDialog key="retry" order={order} onClose={() => {}} />, [/账户审核/]],
])('%s that has nothing to choose from says why, and who can mend it', async (_name, dialog, reasons) => {
  jest.mocked(request).mockResolvedValueOnce({ ...read, payees: [] })
  render(<TestPage>{dialog}</TestPage>)
  for (const reason of reasons) expect((await screen.findByText(reason)).textContent).toMatch(/^没有/)
})
