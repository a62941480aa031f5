import type { ProgressStep } from '@/lib/domains/orders/contract'
import { stagesOf } from './order-stages'

/** Steps an hour apart, to each of the states. */
function walk(...states: string[]): ProgressStep[] {
  return states.map((toStatus, index) => ({
    seq: index + 1,
    event: 'x',
    fromStatus: states[index - 1] ?? null,
    toStatus,
    actorName: '王芳',
    actorRole: 'entry_clerk',
    opinion: null,
    stayMinutes: null,
    at: new Date(Date.UTC(2025, 2, 14, index)).toISOString(),
  }))
}
const states = (status: string, ...way: string[]) =>
  stagesOf(status, walk(...way)).map(({ name, state }) => `${name} ${state}`)

test('a new draft is at the beginning', () => {
  expect(states('draft', 'draft').slice(0, 2)).toEqual(['intake current', 'pre ahead'])
})

test('an order that came back is where it came to, and the stage it was in lies ahead again', () => {
  const stages = stagesOf('pre_returned', walk('draft', 'wait_pre', 'wait_pre', 'pre_returned'))
  expect(stages[0]).toEqual({
    name: 'intake',
    state: 'returned',
    enteredAt: '2025-03-14T03:00:00.000Z',
    minutes: null,
  })
  expect(stages[1]).toMatchObject({ state: 'ahead', enteredAt: null, minutes: null })
})

test('the time in a stage is that of all visits, claims are no visit of their own', () => {
  const stages = stagesOf(
    'wait_entry',
    walk('draft', 'wait_pre', 'wait_pre', 'pre_returned', 'wait_pre', 'wait_entry'),
  )
  expect(stages[0]?.minutes).toBe(120)
  expect(stages[1]?.minutes).toBe(180)
  expect(stages[2]).toMatchObject({ state: 'current', minutes: null })
})

test('a rejected and a void order ended where they were', () => {
  expect(states('pre_rejected', 'draft', 'wait_pre', 'pre_rejected')[1]).toBe('pre ended')
  const voided = states('voided', 'draft', 'wait_pre', 'wait_entry', 'voided')
  expect(voided.slice(0, 4)).toEqual(['intake done', 'pre done', 'entry ended', 'first ahead'])
})

test('a released order is done from one end to the other', () => {
  expect(stagesOf('released', walk('draft', 'released')).every(({ state }) => state === 'done')).toBe(true)
})
