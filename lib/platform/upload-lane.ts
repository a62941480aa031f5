import { unavailable } from './errors.ts'
import { createLane } from './lane.ts'

/**
 * Uploads under way: their bodies lie in memory from here on. One waits unread, so that a person who sends thirty
 * pictures at once sends them two by two, and slow bodies of one person hold two places and no more.
 * @throws 503 when the line is full, or does not move for a minute
 */
export const inUploadLane = createLane({
  width: 24,
  widthOfOne: 2,
  line: 200,
  placesOfOne: 40,
  patienceMs: 60_000,
  full: () => unavailable('refusals.uploadsBusy', 5),
})
