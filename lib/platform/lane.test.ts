import { createLane } from './lane.ts'

/** Work that ends when it is told to. */
function jobs() {
  const under: string[] = []
  const ends = new Map<string, () => void>()
  return {
    under,
    work: (name: string) => () => {
      under.push(name)
      return new Promise<string>((resolve) => {
        ends.set(name, () => {
          under.splice(under.indexOf(name), 1)
          resolve(name)
        })
      })
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await settle()
    },
  }
}
/** Jobs that end let others begin; timers are ours, so the turn of the event loop is taken from an immediate of before. */
const settle = () => new Promise((resolve) => realImmediate(resolve))
const realImmediate = setImmediate
const full = () => new Error('full')

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('nobody takes all places, and whoever waits behind a busy owner is passed', async () => {
  const { under, work, end } = jobs()
  const lane = createLane({ width: 3, widthOfOne: 2, line: 9, full })
  const done = [lane('a', work('a1')), lane('a', work('a2')), lane('a', work('a3')), lane('b', work('b1'))]
  done.push(lane('c', work('c1')))
  await settle()
  expect(under).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(under).toEqual(['a1', 'a2', 'c1'])
  await end('a1')
  expect(under).toEqual(['a2', 'c1', 'a3'])
  for (const name of ['a2', 'a3', 'c1']) await end(name)
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'])
})

test('owners take turns: a long line of one holds up no other', async () => {
  const { under, work, end } = jobs()
  const lane = createLane({ width: 1, line: 9, placesOfOne: 4, full })
  const done = ['a1', 'a2', 'a3', 'a4'].map((name) => lane('a', work(name)))
  await expect(lane('a', work('a5'))).rejects.toThrow('full')
  for (const name of ['b1', 'b2', 'c1']) done.push(lane(name.slice(0, 1), work(name)))
  const order: string[] = []
  for (let left = done.length; left > 0; left--) {
    await settle()
    const [name = ''] = under
    order.push(name)
    await end(name)
  }
  await Promise.all(done)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('a full line refuses, and so does one that does not move', async () => {
  const { under, work, end } = jobs()
  const lane = createLane({ width: 1, line: 2, patienceMs: 1_000, full })
  const first = lane('a', work('1'))
  const tooLong = [lane('a', work('2')), lane('b', work('3'))].map((job) => job.catch(() => 'refused'))
  await expect(lane('c', work('4'))).rejects.toThrow('full')
  jest.advanceTimersByTime(1_000)
  expect(await Promise.all(tooLong)).toEqual(['refused', 'refused'])
  const next = lane('c', work('5'))
  await end('1')
  await end('5')
  expect([await first, await next, under]).toEqual(['1', '5', []])
})
