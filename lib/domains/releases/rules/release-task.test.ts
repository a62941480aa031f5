import fc from 'fast-check'
import { addDays } from '../../../rules/business-date.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { daysLate, reminders, remindersReached, tasksOf } from './release-task.ts'

const order = (templateCode: string, mortgageOkAt: string | null = null) => ({ templateCode, mortgageOkAt })
const dueOf = (tasks: ReturnType<typeof tasksOf>, kind: string) =>
  tasks.find((task) => task.kind === kind)?.dueDay

test('a release leaves its papers for thirty days, and its mortgage for as many as the template says', () => {
  const tasks = tasksOf({ valueDate: '2026-01-31', order: order('shenfen'), car: { kind: 'used' } })
  expect(dueOf(tasks, 'used_extra')).toBe('2026-03-02')
  expect(dueOf(tasks, 'new_extra')).toBeUndefined()
  expect(dueOf(tasks, 'mortgage')).toBe('2026-02-15')
  const own = tasksOf({ valueDate: '2026-01-31', order: order('bdzgcldv2'), car: { kind: 'used' } })
  expect(dueOf(own, 'mortgage')).toBe('2026-02-07')
})

test('a mortgage that is registered, and a leased car that has none, leave no task of it', () => {
  const car = { kind: 'new' }
  const done = tasksOf({ valueDate: '2026-01-01', order: order('shenfen', '2025-12-30T02:00:00Z'), car })
  expect(dueOf(done, 'mortgage')).toBeUndefined()
  const leased = tasksOf({ valueDate: '2026-01-01', order: order('jdzlld'), car })
  expect(dueOf(leased, 'mortgage')).toBeUndefined()
  expect(dueOf(leased, 'new_extra')).toBe('2026-01-31')
})

test('a customer’s own car is sold by nobody: its papers are those of the mortgage', () => {
  for (const code of ['bdzgcld', 'bdzgcldv2', 'bdcerld'])
    expect(
      tasksOf({ valueDate: '2026-01-01', order: order(code), car: { kind: 'used' } }).map(({ kind }) => kind),
    ).not.toContain('used_extra')
})

test('an order is asked for one kind at most, whatever its template', () => {
  for (const { code } of templates)
    for (const kind of ['new', 'used']) {
      const kinds = tasksOf({ valueDate: '2026-01-01', order: order(code), car: { kind } }).map(
        (task) => task.kind,
      )
      expect(new Set(kinds).size).toBe(kinds.length)
      expect(kinds.filter((one) => one.endsWith('extra')).length).toBeLessThanOrEqual(1)
    }
})

test('the last day is not late, and what is done or handed in never is', () => {
  expect(daysLate({ dueDay: '2026-02-28', doneAt: null }, null, '2026-02-28')).toBe(0)
  expect(daysLate({ dueDay: '2026-02-28', doneAt: null }, '上传中', '2026-03-01')).toBe(1)
  expect(daysLate({ dueDay: '2024-02-28', doneAt: null }, '退回', '2024-03-01')).toBe(2)
  expect(daysLate({ dueDay: '2024-02-28', doneAt: null }, '待审核', '2024-03-01')).toBe(0)
  expect(daysLate({ dueDay: '2026-02-28', doneAt: '2026-05-01T00:00:00Z' }, '通过', '2026-06-01')).toBe(0)
})

test.each([
  [-8, 0],
  [-7, 1],
  [-2, 1],
  [-1, 2],
  [0, 2],
  [1, 3],
  [14, 3],
  [15, 4],
  [400, 4],
])('%i days behind its deadline a task has reached %i reminders', (days, count) => {
  expect(remindersReached('2026-03-01', addDays('2026-03-01', days))).toBe(count)
})

test('day after day each reminder is reached once and in its order', () => {
  const start = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days))
  fc.assert(
    fc.property(start, (dueDay) => {
      let told = 0
      const said: string[] = []
      for (let day = -10; day <= 20; day++) {
        const reached = remindersReached(dueDay, addDays(dueDay, day))
        expect(reached).toBeGreaterThanOrEqual(told)
        if (reached > told) said.push(reminders[reached - 1]?.says ?? '')
        told = reached
      }
      expect(said).toEqual(['week', 'day', 'late', 'escalated'])
    }),
    { numRuns: 50 },
  )
})
