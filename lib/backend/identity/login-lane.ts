import { tooMany } from '../errors.ts'
import { createLane } from '../lane.ts'

/**
 * Runs a login when it is its turn: four at once in this process, so that whoever works does not wait behind all of a
 * flood, and 24 of one address under way or waiting.
 * @throws 429 when its address has too many of them under way
 */
export const inLoginLane = createLane({
  width: 4,
  placesOfOne: 24,
  line: Number.POSITIVE_INFINITY,
  full: () => tooMany(),
})
