import { inLoginLane } from './login-lane.ts'

/** Logins that last until their doors are opened, and how many were under way at once at most. */
function slowLogins() {
  let running = 0
  let most = 0
  const doors: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => doors.push(resolve))
    running--
    return 'judged'
  }
  const openDoors = async (logins: Promise<unknown>[]) => {
    let over = false
    const ended = Promise.all(logins).finally(() => {
      over = true
    })
    while (!over) {
      doors.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return ended
  }
  return { work, openDoors, most: () => most }
}

test('a flood of logins takes one place, what its address has too much is refused, another one does not wait (A10)', async () => {
  const { work, openDoors, most } = slowLogins()
  const flood = Array.from({ length: 200 }, () =>
    inLoginLane('192.0.2.1', work).catch(({ status }) => status),
  )
  const colleague = inLoginLane('192.0.2.2', work)
  const answers = await openDoors([...flood, colleague])
  expect(most()).toBe(2)
  expect(answers.filter((answer) => answer === 429)).toHaveLength(176)
  expect(await colleague).toBe('judged')
  expect(await inLoginLane('192.0.2.1', async () => 'judged')).toBe('judged')
})

test('of a flood from everywhere four are under way at once (A10)', async () => {
  const { work, openDoors, most } = slowLogins()
  const flood = Array.from({ length: 200 }, (_, at) => inLoginLane(`198.51.100.${at}`, work))
  expect(new Set(await openDoors(flood))).toEqual(new Set(['judged']))
  expect(most()).toBe(4)
})

test('a login that fails hands its turn on (A10)', async () => {
  const failing = Array.from({ length: 12 }, () =>
    inLoginLane('192.0.2.3', () => Promise.reject(new Error('no'))).catch(() => 'failed'),
  )
  expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']))
  expect(await inLoginLane('192.0.2.3', async () => 'judged')).toBe('judged')
})
