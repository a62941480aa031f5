/** The protocol of the benches: ours–peer–ours–peer …, ratios inside one run, and ours against itself. */
import { say } from '../../scripts/runtime.mjs'
import { ratiosBetween, spreadOf, textOf } from './ratios.ts'

/** The most that ours against itself may differ by, median of the rounds, before a run counts for nothing. */
const EVEN = [0.93, 1.07]
const SELF = 'ours again (A–A)'

/**
 * Measures ours and its peers by turns. In each round ours runs before, between and after all peers, and once as a peer
 * of its own.
 * @template S, R
 * @param {{ ours: S, peers: Record<string, S>, measure: (subject: S) => Promise<R>, rounds?: number }} options
 */
export async function byTurns({ ours, peers, measure, rounds = 5 }) {
  const subjects = { ...peers, [SELF]: ours }
  const turns = Object.fromEntries(
    Object.keys(subjects).map((name) => [name, { before: [], peer: [], after: [] }]),
  )
  const own = []
  for (let round = 0; round < rounds; round += 1) {
    let last = await measure(ours)
    own.push(last)
    for (const [name, subject] of Object.entries(subjects)) {
      turns[name].before.push(last)
      turns[name].peer.push(await measure(subject))
      last = await measure(ours)
      own.push(last)
      turns[name].after.push(last)
    }
  }
  /** Spread of a number of ours, or of a peer. */
  const spread = (metric, name) => spreadOf((name ? turns[name].peer : own).map(metric))
  /** Spread of ours to a peer in that number. */
  const ratio = (metric, name) => {
    const { before, peer, after } = turns[name]
    return spreadOf(ratiosBetween(before.map(metric), peer.map(metric), after.map(metric)))
  }
  return { peers: Object.keys(peers), spread, ratio, self: (metric) => ratio(metric, SELF) }
}

/**
 * Prints ours against itself. False, with a sentence, when it is not even: then no ratio of the run counts.
 */
export function isEven(turns, metric, what) {
  const self = turns.self(metric)
  const even = self.median >= EVEN[0] && self.median <= EVEN[1]
  say(
    `A–A, ${what}: ${textOf(self)}${even ? '' : `, outside ${EVEN.join('–')}: this run counts for nothing`}`,
  )
  return even
}
