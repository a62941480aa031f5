const { NLOS_PROOF, NLOS_PLANS, NLOS_WALKS, NLOS_MACHINE_WALKS, NLOS_TEST_DATABASE_URL } = process.env
const full = NLOS_PROOF === 'full'

/**
 * The number of times that a property is tried: enough to find a fault with every change, ten times as often for a
 * release.
 */
export const propertyRuns = full ? 10_000 : 1_000

/** Random plans whose quick way is held against the exact one; a release holds a million. `NLOS_PLANS` says how many. */
export const planRuns = Number(NLOS_PLANS ?? (full ? 1_000_000 : 20_000))

/**
 * Random walks of an order through the service, each of some forty calls. A release walks where it can walk side by side:
 * PGlite, which has one connection, answers the few of every change. `NLOS_WALKS=10000` is the whole of it, which
 * `NLOS_WALKS=1-1000`, `1001-2000` and so on take in parts; `NLOS_WALKS=137-137` walks one again that failed.
 */
export const walkSeeds = seedsOf(NLOS_WALKS ?? `${full && NLOS_TEST_DATABASE_URL ? 2_000 : 100}`)

/**
 * Random walks of each machine behind the approval (releases, papers, devices, insurers, funders), some twenty-five steps
 * each. `NLOS_MACHINE_WALKS` says how many, or which, as `NLOS_WALKS` does.
 */
export const machineWalks = seedsOf(NLOS_MACHINE_WALKS ?? `${full && NLOS_TEST_DATABASE_URL ? 500 : 12}`)

/** The same of machines without an order: openings, deposits. */
export const roomWalks = seedsOf(NLOS_MACHINE_WALKS ?? `${full && NLOS_TEST_DATABASE_URL ? 1_000 : 12}`)

function seedsOf(range: string): { first: number; last: number } {
  const [, first = '1', last = ''] = /^(?:(\d+)-)?(\d+)$/.exec(range) ?? []
  if (last === '') throw new Error(`${range} is no number of walks, nor a range of them`)
  return { first: Number(first), last: Number(last) }
}

/** Numbers below a limit that follow from a seed: a walk that failed is walked again. */
export function drawer(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
