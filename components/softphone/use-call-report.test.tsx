import { act, renderHook } from '@testing-library/react'
import { request } from '@/lib/client/call'
import type { CallBarState } from '@/lib/domains/voice/rules/call-bar'
import { useCallReport } from './use-call-report'

jest.mock('@/lib/client/call', () => ({ request: jest.fn() }))

const hold = { seat: '8001', hold: 'h'.repeat(22), name: 'agent8001', secret: '' }
const call = { callId: 'C1', direction: 'out', number: '12000000003', customer: '', orderNo: '' } as const
const at = (phase: CallBarState['phase']): CallBarState => ({
  line: 'up',
  phase,
  call,
  result: phase === 'ended' ? 'answered' : null,
  muted: false,
  since: 0,
  closeAt: null,
  closed: false,
})

test('what came of a call is told in its order, however slow the server takes the ring', async () => {
  const answers: (() => void)[] = []
  jest
    .mocked(request)
    .mockImplementation(
      () => new Promise<never>((resolve) => answers.push(() => resolve(undefined as never))),
    )
  const told = () => jest.mocked(request).mock.calls.map(([, input]) => (input as { event: string }).event)
  const settle = () => act(async () => answers.shift()?.())

  const { rerender } = renderHook(({ state }) => useCallReport(hold, state, true), {
    initialProps: { state: at('ringing') },
  })
  rerender({ state: at('talking') })
  rerender({ state: at('ended') })
  await act(async () => undefined)
  expect(told()).toEqual(['ring'])
  await settle()
  expect(told()).toEqual(['ring', 'answer'])
  await settle()
  expect(told()).toEqual(['ring', 'answer', 'end'])
})
