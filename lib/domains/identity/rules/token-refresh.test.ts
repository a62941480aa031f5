import {
  beginRefresh,
  failRefresh,
  isRefreshDue,
  lookAt,
  pauseMs,
  pollMs,
  type TokenWatch,
  watchToken,
} from './token-refresh.ts'

const tokenTime = 6000
const T0 = 1_763_700_000_000
const at = (seconds: number) => T0 + seconds * 1000
const fresh = watchToken(1, 0, T0)

test('the poll is that of the specification', () => expect(pollMs).toBe(3000))

describe('when the token is refreshed', () => {
  const cases: [string, TokenWatch, number, boolean][] = [
    ['a new token is not', fresh, T0, false],
    ['one second before its time is not', fresh, at(5999), false],
    ['a moment before its time is not', fresh, at(6000) - 1, false],
    ['at its time', fresh, at(6000), true],
    ['long after, as when the computer slept', fresh, at(86_400), true],
    ['not while a refresh is running', beginRefresh(fresh), at(6000), false],
    [
      'not in the pause after a failure',
      failRefresh(beginRefresh(fresh), at(6000)),
      at(6000) + pauseMs - 1,
      false,
    ],
    [
      'after the pause the guard is free',
      failRefresh(beginRefresh(fresh), at(6000)),
      at(6000) + pauseMs,
      true,
    ],
    [
      'a token that was old when the page was made counts from its beginning',
      watchToken(1, 5_999_000, T0),
      at(1),
      true,
    ],
    ['and not before', watchToken(1, 5_998_000, T0), at(1), false],
    ['an age below nothing is none', watchToken(1, -50_000, T0), at(6000), true],
  ]
  test.each(cases)('%s', (_, watch, now, due) => expect(isRefreshDue(watch, now, tokenTime)).toBe(due))

  test.each([60, 300, 86_400])('whatever the tenant sets: %i s', (time) => {
    expect(isRefreshDue(fresh, at(time) - 1, time)).toBe(false)
    expect(isRefreshDue(fresh, at(time), time)).toBe(true)
  })
})

describe('what a look at the stamp tells', () => {
  test('the same stamp is the same token', () => {
    expect(lookAt(fresh, 1, at(3))).toBe(fresh)
  })

  test('another stamp arms the poll again, after a refresh of this tab or another', () => {
    for (const before of [fresh, beginRefresh(fresh), failRefresh(fresh, at(6000))]) {
      const seen = lookAt(before, 2, at(6001))
      expect(isRefreshDue(seen, at(6001), tokenTime)).toBe(false)
      expect(isRefreshDue(seen, at(12_000), tokenTime)).toBe(false)
      expect(isRefreshDue(seen, at(12_001), tokenTime)).toBe(true)
    }
  })

  test("a browser's clock far ahead or behind changes nothing: it is compared with itself", () => {
    for (const skew of [-7200, 7200, 400 * 86_400]) {
      const watch = watchToken(T0, 0, at(skew))
      expect(isRefreshDue(watch, at(skew + 5999), tokenTime)).toBe(false)
      expect(isRefreshDue(watch, at(skew + 6000), tokenTime)).toBe(true)
      const renewed = lookAt(watch, at(6000), at(skew + 6001))
      expect(isRefreshDue(renewed, at(skew + 6004), tokenTime)).toBe(false)
    }
  })

  test('a clock that is set back counts from there', () => {
    const seen = lookAt(fresh, 1, at(-3600))
    expect(isRefreshDue(seen, at(-3600 + 5999), tokenTime)).toBe(false)
    expect(isRefreshDue(seen, at(-3600 + 6000), tokenTime)).toBe(true)
  })
})

test('a refresh that keeps failing is tried less than three times in ten seconds (S8)', () => {
  let watch = fresh
  let tries = 0
  for (let now = at(6000); now <= at(6010); now += pollMs) {
    watch = lookAt(watch, 1, now)
    if (!isRefreshDue(watch, now, tokenTime)) continue
    tries++
    watch = failRefresh(beginRefresh(watch), now)
  }
  expect(tries).toBe(1)
})
