import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { SessionProvider } from '@/lib/client/session'
import { requestUpload } from '@/lib/client/upload'
import { countWaiting, forgetWaiting, isKept, keepWaiting } from '@/lib/client/waiting-store'
import { LeftPapers } from './left-papers'

jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))

let user = 20
/** As a page that is gone left it. */
async function leave(orderId: number, kind = 'mortgage'): Promise<void> {
  const eventId = `event-of-a-former-page-${Math.random()}`
  await keepWaiting({
    key: `${user}/paper/${eventId}`,
    of: `${user}/paper/${orderId}`,
    waits: true,
    what: 'paper',
    place: { orderId, kind, materialType: 'other' },
    eventId,
    name: '1.jpg',
    addedAt: 1,
    file: new Blob(['photo'], { type: 'image/jpeg' }),
  } as never)
}
const open = () =>
  render(
    <TestPage>
      <SessionProvider
        session={{ user: { id: user, name: '甲', account: 'a' }, roles: [], permissions: [], demo: false }}
      >
        <ConfirmProvider>
          <LeftPapers />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )

beforeEach(async () => {
  await forgetWaiting()
  jest.mocked(requestUpload).mockReset()
  user += 1
})

test('photos of a former page go up by themselves, whichever page is open', async () => {
  await leave(24)
  let take = (_: unknown) => {}
  jest.mocked(requestUpload).mockImplementation(() => new Promise((resolve) => (take = resolve)))
  open()
  expect((await screen.findByRole('status')).textContent).toBe('之前未传完的材料还有 1 个文件，正在上传')
  take({ item: {} })
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(await countWaiting()).toBe(0)
})

test('a browser that keeps nothing asks before photos that wait are left behind, and no longer', async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await leave(24)
  let take = (_: unknown) => {}
  jest.mocked(requestUpload).mockImplementation(() => new Promise((resolve) => (take = resolve)))
  open()
  await screen.findByRole('status')
  expect([isKept(), asks()]).toEqual([false, true])
  take({ item: {} })
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(asks()).toBe(false)
})

test('what was refused is named with the page of its order', async () => {
  await leave(24)
  await leave(24)
  await leave(25, 'used_extra')
  jest.mocked(requestUpload).mockRejectedValue(new ApiError(422, { message: '材料正在审核，不能修改' }))
  open()
  expect((await screen.findByText(/3 个材料文件未被接收/)).textContent).toContain('抵押材料（2 个）')
  const [mortgage] = screen.getAllByRole('link')
  expect(mortgage?.getAttribute('href')).toContain('/materials/carmortgage/Details?orderId=24')
  expect(await countWaiting()).toBe(3)
})

test('what was refused of a set that has no page any more can be let go, after a question that names it', async () => {
  await leave(24)
  await leave(25, 'insurer')
  jest.mocked(requestUpload).mockRejectedValue(new ApiError(422, { message: '该订单无需此类材料' }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: '放弃上传保司材料' }))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('1.jpg：该订单无需此类材料')
  await userEvent.click(within(question).getByRole('button', { name: '放弃上传' }))
  await waitFor(() => expect(screen.getByText(/1 个材料文件未被接收/)).toBeTruthy())
  expect(await countWaiting()).toBe(1)
})

test.each([
  [noAnswer, '联网后自动续传'],
  [503, '服务繁忙，稍后自动续传'],
  [423, '登录或解锁后自动续传'],
])('an upload that ended with %i says what holds it', async (status, says) => {
  await leave(24)
  jest.mocked(requestUpload).mockRejectedValue(new ApiError(status))
  open()
  expect((await screen.findByText(/^之前未传完的材料还有 1 个文件，(?!正在)/)).textContent).toContain(says)
})

test('where nothing is left, nothing is shown', async () => {
  open()
  await countWaiting()
  expect(document.body.textContent).toBe('')
})
