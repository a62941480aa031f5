/**
 * Several servers at one constant rate of arrivals, by turns in short slices: whatever the machine does meanwhile,
 * a slow disk or a neighbour, meets all of them alike. A time is counted from the moment a request was due, whether or
 * not it could be sent then, and no request is left out.
 */
import { Connection } from './connection.ts'

export type PacedJob = {
  sides: { port: number; requests: string[] }[]
  /** Connections to each side, open all the while. */
  connections: number
  /** Requests a second. */
  rate: number
  /** Length of a slice in ms. */
  slice: number
  /** Each side has one slice in each round; who comes first goes round. */
  rounds: number
}

/** Times in ms: by side, then by round, in the order of the answers. */
export type PacedTimes = number[][][]

/**
 * Everything that a side does after its last answer, such as writing its log, is not on the next one's account. In ms.
 */
const REST = 60
/** Timers count in ms; this is how long one look for what is due or answered takes at most, in ms. */
const GRAIN = 0.05
const never = new Int32Array(new SharedArrayBuffer(4))

type Side = { texts: Buffer[]; idle: Connection[]; all: Connection[] }

/** @throws {Error} at the first answer that is not 200. */
export async function runPaced({ sides, connections, rate, slice, rounds }: PacedJob): Promise<PacedTimes> {
  const open = await Promise.all(
    sides.map(async ({ port, requests }): Promise<Side> => {
      const all = await Connection.openAll(port, connections)
      return { texts: requests.map((text) => Buffer.from(text, 'latin1')), idle: [...all], all }
    }),
  )
  const times: PacedTimes = sides.map(() => [])
  try {
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < sides.length; turn++) {
        const at = (round + turn) % sides.length
        const side = open[at]
        if (side) times[at]?.push(await runSlice(side, rate, Math.round((rate * slice) / 1000)))
        await new Promise((resolve) => setTimeout(resolve, REST))
      }
    }
  } finally {
    for (const connection of open.flatMap(({ all }) => all)) connection.close()
  }
  return times
}

/** One slice to its last answer. */
function runSlice({ texts, idle, all }: Side, rate: number, count: number): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let failed = false
    const fail = (error: Error) => {
      failed = true
      reject(error)
    }
    for (const connection of all) connection.failed = fail
    const times: number[] = []
    const started = performance.now()
    const dueAt = (request: number) => started + (request * 1000) / rate
    let sent = 0
    const sendDue = () => {
      while (sent < count && dueAt(sent) <= performance.now()) {
        // The one that rested longest: no server closes one for being left alone.
        const connection = idle.shift()
        // Free ones that are missing are waited for; the request stays due since its time.
        if (!connection) return
        const text = texts[sent % texts.length]
        if (!text) return fail(new Error('A side needs a request.'))
        const due = dueAt(sent++)
        connection.ask(text, 0, () => {
          times.push(performance.now() - due)
          idle.push(connection)
        })
      }
    }
    const look = () => {
      sendDue()
      if (failed) return
      if (times.length === count) return resolve(times)
      Atomics.wait(never, 0, 0, GRAIN)
      setImmediate(look)
    }
    look()
  })
}
