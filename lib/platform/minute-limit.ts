import { tooMany } from './errors.ts'

/** A limit on how often a key may be counted within a minute of the clock, in this process. */

const MINUTE = 60_000

export type MinuteLimit = {
  /** @throws 429 for a key that was counted so often in this minute, before anything else is asked */
  check(key: string, now: Date): void
  count(key: string, now: Date): void
}

export function minuteLimit(most: number): MinuteLimit {
  let minute = 0
  const counts = new Map<string, number>()
  const countOf = (key: string, now: Date) => {
    const current = Math.floor(now.getTime() / MINUTE)
    if (current !== minute) counts.clear()
    minute = current
    return counts.get(key) ?? 0
  }
  return {
    check(key, now) {
      if (countOf(key, now) >= most) throw tooMany()
    },
    count(key, now) {
      counts.set(key, countOf(key, now) + 1)
    },
  }
}
