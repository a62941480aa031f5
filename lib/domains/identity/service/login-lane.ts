import { tooMany } from '../../../platform/errors.ts'
import { createLane } from '../../../platform/lane.ts'

/**
 * Runs a login when it is its turn: four at once in this process, so that whoever works does not wait behind all of a
 * flood, and 24 of one address under way or waiting. Of one address one after the other: a try counts as failed until its
 * password is compared, and colleagues who come at the same moment would be asked for a captcha because of each other.
 * @throws 429 when its address has too many of them under way
 */
export const inLoginLane = createLane({
  width: 4,
  widthOfOne: 1,
  placesOfOne: 24,
  line: Number.POSITIVE_INFINITY,
  full: () => tooMany(),
})
