import { useQueryClient } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { call, request } from '@/lib/client/call'
import { outdate } from '@/lib/client/query'
import { paymentFiles } from '@/lib/domains/payment-files/contract'
import MakeFileDialog from './make-file-dialog'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const group = (payerAccount: string) => ({
  payerAccount,
  payerLabel: '示例银行',
  count: 2,
  amount: '100.00',
})
const [a, b, c] = [group('A-1'), group('B-2'), group('C-3')]
const waiting = (...groups: (typeof a)[]) => ({
  payBy: 'file',
  cutoff: null,
  later: 0,
  contradicted: [],
  unpayable: [],
  groups,
})

/** Whatever else changes a file makes what waits old. */
function Elsewhere() {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => outdate(client, 'paymentFile')}>
      elsewhere
    </button>
  )
}
const user = userEvent.setup()
const onMade = jest.fn()
const onClose = jest.fn()
const answer = (...groups: (typeof a)[]) =>
  jest.mocked(request).mockResolvedValue(waiting(...groups) as never)
const open = () =>
  render(
    <TestPage>
      <MakeFileDialog onClose={onClose} onMade={onMade} />
      <Elsewhere />
    </TestPage>,
  )
const elsewhere = () => screen.getByText('elsewhere').click()
const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

beforeEach(() => {
  for (const mock of [call, request, onMade, onClose]) jest.mocked(mock).mockReset()
  jest.mocked(call).mockResolvedValue({ id: 5, rowVersion: 0 } as never)
})

test('the account that is left is chosen when the chosen one is in another file by now', async () => {
  answer(a, b)
  open()
  expect((await radio(/A-1/)).checked).toBe(true)
  answer(b)
  elsewhere()
  await waitFor(() => expect(screen.queryByRole('radio', { name: /A-1/ })).toBeNull())
  await waitFor(async () => expect((await radio(/B-2/)).checked).toBe(true))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(onMade).toHaveBeenCalledWith(5))
  expect(call).toHaveBeenCalledWith(paymentFiles.make, {
    payerAccount: 'B-2',
    count: 2,
    amount: '100.00',
  })
})

test('of several that are left one has to be chosen, which is said', async () => {
  answer(a, b, c)
  open()
  expect((await radio(/A-1/)).checked).toBe(true)
  answer(b, c)
  elsewhere()
  await waitFor(() => expect(screen.queryByRole('radio', { name: /A-1/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect((await screen.findByText('不能为空')).getAttribute('role')).toBe('alert')
  expect(call).not.toHaveBeenCalled()
})

test('where nothing waits the dialog says so under its title, and closes', async () => {
  answer()
  open()
  expect(await screen.findByText('没有待生成文件的放款')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: '生成付款文件' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(onClose).toHaveBeenCalledTimes(1)
})
