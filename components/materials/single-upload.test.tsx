import '@testing-library/jest-dom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TestPage } from '@/components/ui/test-page'
import { ApiError } from '@/lib/client/api-error'
import { SessionProvider } from '@/lib/client/session'
import { requestUpload } from '@/lib/client/upload'
import { bankCards } from '@/lib/domains/cards/contract'
import { gps } from '@/lib/domains/gps/contract'
import { openings } from '@/lib/domains/openings/contract'
import type { SinglePlace } from './paper-outbox'
import { SingleUpload } from './single-upload'

jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))
const session = {
  user: { id: 6, name: '甲', account: 'a' },
  roles: [],
  permissions: [],
  demo: false,
} as never

test.each<[SinglePlace, unknown, Record<string, unknown>]>([
  [
    { orderId: 24, kind: 'fitting', deviceId: 3, subject: 'vin' },
    gps.addPhoto,
    { orderId: 24, deviceId: 3, subject: 'vin' },
  ],
  [{ orderId: 25, kind: 'card', rowVersion: 9 }, bankCards.addPaper, { orderId: 25, rowVersion: 9 }],
  [{ id: 7, kind: 'opening', paper: 'licence' }, openings.addFile, { id: 7, paper: 'licence' }],
])(
  'a file of %j waits off-line in the outbox and goes up by itself, once',
  async (place, endpoint, fields) => {
    const sent = jest.mocked(requestUpload)
    sent.mockReset()
    sent.mockRejectedValueOnce(new ApiError(0))
    const { container } = render(
      <TestPage>
        <SessionProvider session={session}>
          <SingleUpload place={place} label="上传" accept="image/png" />
        </SessionProvider>
      </TestPage>,
    )
    const photo = new File(['x'], '照片.png', { type: 'image/png' })
    await userEvent.upload(container.querySelector('input') as HTMLInputElement, photo)
    expect(await screen.findByText('等待网络，联网后自动续传')).toBeVisible()
    expect(screen.queryByRole('button', { name: '上传' })).not.toBeInTheDocument()
    sent.mockResolvedValueOnce({ rowVersion: 10 } as never)
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.getByRole('button', { name: '上传' })).toBeVisible())
    const [first, second] = sent.mock.calls
    expect(second?.slice(0, 2)).toEqual(first?.slice(0, 2))
    expect(second?.[0]).toBe(endpoint)
    expect(second?.[1]).toEqual({ ...fields, eventId: expect.any(String) })
  },
)
