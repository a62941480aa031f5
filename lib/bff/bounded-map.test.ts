import fc from 'fast-check'
import { BoundedMap } from './bounded-map.ts'

const never = Number.POSITIVE_INFINITY

test('an entry ends at its time, and is gone from then on', () => {
  const map = new BoundedMap<string>(2)
  map.set('a', 'first', 1_000)
  expect([map.get('a', 999), map.get('a', 1_000), map.get('a', 0)]).toEqual(['first', undefined, undefined])
})

test('cleared, it holds nothing and takes as much as before', () => {
  const map = new BoundedMap<number>(2)
  for (const key of ['a', 'b']) map.set(key, 1, never)
  map.clear()
  for (const key of ['c', 'd', 'e']) map.set(key, 2, never)
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => map.get(key))).toEqual([
    undefined,
    undefined,
    undefined,
    2,
    2,
  ])
})

test('holds what was used last, whatever is put in and asked for', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const step = fc.oneof(
    fc.record({ put: key, expires: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ ask: key, now: fc.integer({ min: 0, max: 20 }) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
      const map = new BoundedMap<number>(limit)
      /** The same by hand: the list in its order of use, last used last. */
      let model: { key: string; value: number; expires: number }[] = []
      steps.forEach((step, at) => {
        const name = 'put' in step ? step.put : step.ask
        const known = model.find((entry) => entry.key === name)
        model = model.filter((entry) => entry !== known)
        if ('put' in step) {
          map.set(name, at, step.expires)
          model = [...model, { key: name, value: at, expires: step.expires }].slice(-limit)
          return
        }
        const live = known !== undefined && known.expires > step.now ? known : undefined
        if (live) model.push(live)
        expect(map.get(name, step.now)).toBe(live?.value)
      })
    }),
  )
})

test('one entry asked for again and again costs the same, however many lie beside it', () => {
  const asked = (entries: number) => {
    const map = new BoundedMap<number>(entries)
    for (let at = 0; at < entries; at++) map.set(`key ${at}`, at, never)
    const once = () => {
      const started = performance.now()
      for (let at = 0; at < 20_000; at++) {
        map.get('key 1')
        map.get('key 2')
      }
      return performance.now() - started
    }
    // The best of several: whatever else a machine does only adds.
    return Math.min(...Array.from({ length: 7 }, once))
  }
  asked(10)
  // Searching through what each use leaves in a Map takes 20 times as long and more.
  expect(asked(20_000)).toBeLessThan(8 * Math.max(asked(10), 5))
})
