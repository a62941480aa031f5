import { detached } from '../db/detached.ts'
import { describeError, log } from '../log.ts'

/** Something that is looked for again and again, and at once when it is known to have come. */
export type Poll = {
  /** Looks soon: after the transaction that calls it, as a rule. */
  wake(): void
  /** Ends after the look under way. */
  end(): Promise<void>
}

/** A transaction that wrote something has mostly ended then; one that has not is found by the next look. */
const soonMs = 50
/** After a failure: a database that is away is not asked each second. */
const restMs = 15_000

/** @param look whether there may be more, to be looked for at once */
export function keepLooking(event: string, everyMs: number, look: () => Promise<boolean>): Poll {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let ended = false
  let woken = false

  const later = (ms: number) => {
    clearTimeout(timer)
    if (!ended) timer = detached(() => setTimeout(begin, ms).unref())
  }
  const begin = () => {
    woken = false
    looking = look()
      .then((more) => (more ? 0 : woken ? soonMs : everyMs))
      .catch((error: unknown) => {
        log({ event, ...describeError(error) })
        return restMs
      })
      .then((ms) => {
        looking = undefined
        later(ms)
      })
  }
  later(everyMs)
  return {
    wake() {
      woken = true
      if (!looking) later(soonMs)
    },
    async end() {
      ended = true
      clearTimeout(timer)
      await looking
    },
  }
}
