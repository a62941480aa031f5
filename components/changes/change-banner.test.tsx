import '@testing-library/jest-dom'
import { useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { ConfirmProvider } from '@/components/ui/confirm'
import { TestPage } from '@/components/ui/test-page'
import { request } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import { SessionProvider } from '@/lib/client/session'
import { firstPayments } from '@/lib/domains/first-payments/contract'
import { changes } from '@/lib/platform/changes/contract'
import { ChangeBanner } from './change-banner'

jest.mock('@/lib/client/call', () => ({ call: jest.fn(), request: jest.fn() }))
const asked = jest.mocked(request)

const change = {
  id: 1,
  rowVersion: 1,
  kind: 'receipt',
  title: 'BLQ1',
  lines: [],
  state: 'waiting',
  madeBy: 9,
  madeByName: '甲',
  madeAt: '2026-01-05T01:00:00Z',
  expiresAt: '2026-01-06T01:00:00Z',
}

function Page() {
  const { data } = useQuery(q(firstPayments.get, { orderId: 7 }))
  return (
    <>
      <p>{(data as { paid: string } | undefined)?.paid}</p>
      <ChangeBanner kind="receipt" aboutId={3} />
    </>
  )
}

test('what a second person does to it shows without a reload, on the record too; then nobody asks any more', async () => {
  jest.useFakeTimers()
  let state = 'waiting'
  asked.mockImplementation(async ({ path }) => {
    if (path === changes.of.path) return { data: [{ ...change, state }] } as never
    return { paid: state === 'waiting' ? '0.00' : '1200.00' } as never
  })
  const permissions = ['payment:register']
  const session = { user: { id: 9, name: '甲', account: 'a' }, roles: [], permissions, demo: false }
  render(
    <SessionProvider session={session as never}>
      <TestPage>
        <ConfirmProvider>
          <Page />
        </ConfirmProvider>
      </TestPage>
    </SessionProvider>,
  )
  await act(() => jest.advanceTimersByTimeAsync(100))
  expect(screen.getByText(/等待他人复核/)).toBeVisible()
  expect(screen.getByText('0.00')).toBeVisible()

  state = 'approved'
  await act(() => jest.advanceTimersByTimeAsync(6_000))
  expect(screen.queryByText(/等待他人复核/)).not.toBeInTheDocument()
  expect(screen.getByText('1200.00')).toBeVisible()
  const before = asked.mock.calls.length
  await act(() => jest.advanceTimersByTimeAsync(60_000))
  expect(asked.mock.calls).toHaveLength(before)
  jest.useRealTimers()
})

test('of a step that stays open for ever, what was refused is told for some days', async () => {
  const decided = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const refused = (id: number, days: number) => ({
    ...change,
    id,
    kind: 'undo',
    state: 'refused',
    decideReason: `理由${id}`,
    decidedAt: decided(days),
  })
  asked.mockImplementation(async (_endpoint, input) => {
    const { aboutId } = input as { aboutId: number }
    return { data: [refused(aboutId, aboutId)] } as never
  })
  const session = { user: { id: 9 }, roles: [], permissions: ['release:undo'], demo: false }
  render(
    <SessionProvider session={session as never}>
      <TestPage>
        <ConfirmProvider>
          <ChangeBanner kind="undo" aboutId={6} days={7} />
          <ChangeBanner kind="undo" aboutId={8} days={7} />
          <ChangeBanner kind="undo" aboutId={9} />
        </ConfirmProvider>
      </TestPage>
    </SessionProvider>,
  )
  expect((await screen.findByText(/理由6/)).textContent).toContain('驳回')
  expect(await screen.findByText(/理由9/)).not.toBeNull()
  expect(screen.queryByText(/理由8/)).toBeNull()
})
