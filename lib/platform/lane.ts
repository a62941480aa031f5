/** So much at once and the rest in line: for work that is slow, of which there may come more than is good for the others. */

export type Lane = <T>(owner: string, work: () => Promise<T>) => Promise<T>

type LaneOptions = {
  /** Under way at once. */
  width: number
  /** Waiting at once; the next one is refused. */
  line: number
  /** Under way at once of one owner. */
  widthOfOne?: number
  /** Under way or waiting of one owner. */
  placesOfOne?: number
  /** Whoever has waited so many ms is refused. */
  patienceMs?: number
  /** The error thrown at whoever is refused. */
  full: () => Error
}

type Waiter = { owner: string; enter: () => void }

/**
 * A lane of its own. Owners take turns, whoever had his longest ago first, so that a long line of one holds up no other;
 * work of one owner comes in the order it was asked for.
 */
export function createLane(options: LaneOptions): Lane {
  const { width, line, widthOfOne = width, placesOfOne = width + line, patienceMs, full } = options
  const waiting: Waiter[] = []
  const running = new Map<string, number>()
  const turns = new Map<string, number>()
  let all = 0
  let turn = 0

  const count = (owner: string) => running.get(owner) ?? 0
  const hasRoom = (owner: string) => all < width && count(owner) < widthOfOne
  const begin = (owner: string) => {
    all++
    running.set(owner, count(owner) + 1)
    turns.set(owner, ++turn)
  }
  const end = (owner: string) => {
    all--
    if (count(owner) > 1) running.set(owner, count(owner) - 1)
    else running.delete(owner)
    // The place is handed on, not given back: nobody comes in between.
    let next: Waiter | undefined
    for (const waiter of waiting)
      if (hasRoom(waiter.owner) && (!next || turnOf(waiter) < turnOf(next))) next = waiter
    if (next) waiting.splice(waiting.indexOf(next), 1)[0]?.enter()
    if (waiting.length === 0 && all === 0) turns.clear()
  }
  const turnOf = (waiter: Waiter) => turns.get(waiter.owner) ?? 0
  const waitInLine = (owner: string) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        enter: () => {
          clearTimeout(timer)
          begin(owner)
          resolve()
        },
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(waiter), 1)
        reject(full())
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(leave, patienceMs)
      waiting.push(waiter)
    })

  return async (owner, work) => {
    if (hasRoom(owner)) begin(owner)
    else {
      const places = count(owner) + waiting.filter((waiter) => waiter.owner === owner).length
      if (waiting.length >= line || places >= placesOfOne) throw full()
      await waitInLine(owner)
    }
    try {
      return await work()
    } finally {
      end(owner)
    }
  }
}
