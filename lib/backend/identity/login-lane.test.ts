import { inLoginLane } from './login-lane.ts'

test('a flood of logins takes four places, what its address has too much is refused, another one waits its turn (A10)', async () => {
  let running = 0
  let most = 0
  const doors: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => doors.push(resolve))
    running--
    return 'judged'
  }
  const flood = Array.from({ length: 200 }, () =>
    inLoginLane('192.0.2.1', work).catch(({ status }) => status),
  )
  const colleague = inLoginLane('192.0.2.2', work)
  let over = false
  const ended = Promise.all([...flood, colleague]).finally(() => {
    over = true
  })
  while (!over) {
    doors.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const answers = await ended
  expect(most).toBe(4)
  expect(answers.filter((answer) => answer === 429)).toHaveLength(176)
  expect(await colleague).toBe('judged')
  expect(await inLoginLane('192.0.2.1', async () => 'judged')).toBe('judged')
})

test('a login that fails hands its turn on (A10)', async () => {
  const failing = Array.from({ length: 12 }, () =>
    inLoginLane('192.0.2.3', () => Promise.reject(new Error('no'))).catch(() => 'failed'),
  )
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']))
  expect(await inLoginLane('192.0.2.3', async () => 'judged')).toBe('judged')
})
