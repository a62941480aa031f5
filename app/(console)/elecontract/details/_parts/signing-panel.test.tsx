import '@testing-library/jest-dom'
import { act, render, screen } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { SessionProvider } from '@/lib/client/session'
import type { orderSigning } from '@/lib/domains/contracts/contract/order-signing'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { SigningPanel } from './signing-panel'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))

const round: OutputOf<typeof orderSigning.get> = {
  state: 'sealing',
  obstacle: null,
  sentAt: null,
  expiresAt: null,
  sealLevel: null,
  sealedAt: null,
  stampWaits: false,
  stampTrouble: null,
  signers: [],
}

const session = { user: { id: 1, name: '甲', account: 'a' }, roles: [], permissions: [], demo: true }

test('what was read of a signing stays in sight when a later read of it gets no answer', async () => {
  jest.useFakeTimers()
  jest.mocked(request).mockResolvedValueOnce(round)
  render(
    <TestPage>
      <SessionProvider session={session}>
        <ConfirmProvider>
          <SigningPanel order={{ id: 7, orderNo: 'BLQ1', rowVersion: 3 }} />
        </ConfirmProvider>
      </SessionProvider>
    </TestPage>,
  )
  expect(await screen.findByRole('list', { name: '电子签约' })).toBeInTheDocument()
  jest.mocked(request).mockRejectedValue(new ApiError(noAnswer))
  await act(() => jest.advanceTimersByTimeAsync(4_000))
  expect(request).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('list', { name: '电子签约' })).toBeInTheDocument()
  jest.useRealTimers()
})
