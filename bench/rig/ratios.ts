/** Figures out of many measurements. */

export type Spread = { median: number; min: number; max: number }

/** The value below which a share (0 to 1) of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Median, of two in the middle their mean, with the least and the most. */
export function spreadOf(numbers: readonly number[]): Spread {
  const sorted = Float64Array.from(numbers).sort()
  const at = (place: number) => sorted[place] ?? Number.NaN
  const middle = (sorted.length - 1) / 2
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  }
}

/**
 * Ours against one peer, round for round: each of the peer's turns lies between two of ours, whose mean it is compared
 * with, so that a machine that slows down in between wrongs neither.
 * @param before ours before the peer's turn of each round
 * @param after ours after it
 */
export function ratiosBetween(
  before: readonly number[],
  peer: readonly number[],
  after: readonly number[],
): number[] {
  return peer.map(
    (value, round) => ((before[round] ?? Number.NaN) + (after[round] ?? Number.NaN)) / 2 / value,
  )
}

/** The number of times that the rounds are drawn anew for the range of a quotient of quantiles. */
const DRAWS = 200

type Rounds = readonly (readonly number[])[]

/**
 * A figure of ours over the same of a peer, and between which values 95 % of such quotients lie when the rounds are
 * drawn anew (bootstrap): a round is what ours and the peer measured one right after the other.
 */
function ratioOf(figure: (rounds: Rounds) => number, ours: Rounds, peer: Rounds): Spread {
  const draw = (pick: (round: number) => number) => {
    const rounds = ours.map((_times, round) => pick(round))
    const drawn = (side: Rounds) => rounds.map((round) => side[round] ?? [])
    return figure(drawn(ours)) / figure(drawn(peer))
  }
  const any = () => Math.floor(Math.random() * ours.length)
  const drawn = Array.from({ length: DRAWS }, () => draw(any))
  return {
    median: draw((round) => round),
    min: quantile(drawn, 0.025),
    max: quantile(drawn, 0.975),
  }
}

/**
 * A quantile over all rounds: one stall of the machine, which hits whoever has its turn, may be all of it.
 * @param ours times by round
 * @param peer times of the same rounds
 */
export const quantileRatio = (ours: Rounds, peer: Rounds, share: number): Spread =>
  ratioOf((rounds) => quantile(rounds.flat(), share), ours, peer)

/** The counterpart of {@link quantileRatio} for the usual round: of the quantiles of the rounds the median. */
export const usualRatio = (ours: Rounds, peer: Rounds, share: number): Spread =>
  ratioOf((rounds) => usualQuantile(rounds, share), ours, peer)

/** The median of the quantiles of the rounds. */
export const usualQuantile = (rounds: Rounds, share: number): number =>
  spreadOf(rounds.map((times) => quantile(times, share))).median

/** `3.42 (3.30–3.61)` */
export function textOf({ median, min, max }: Spread, digits = 2): string {
  const range = min < max ? ` (${min.toFixed(digits)}–${max.toFixed(digits)})` : ''
  return `${median.toFixed(digits)}${range}`
}
