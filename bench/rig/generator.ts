/**
 * The load of the benches: HTTP/1.1 over kept-alive connections, written ahead and read no further than it must, so
 * that one core feeds a fast server. As a child process it takes jobs and sends their results.
 */
import { Connection } from './connection.ts'
import { type PacedJob, runPaced } from './paced.ts'
import { quantile } from './ratios.ts'

export type Job = {
  port: number
  /** Whole requests as text, sent by turns. */
  requests: string[]
  /** Bytes of zeros that follow each request. */
  bodyBytes?: number
  connections: number
  /** A time or a number; one of both. */
  seconds?: number
  count?: number
}

/** `p50` and `p99` in ms; `bytes` of the bodies that came back. */
export type Load = {
  count: number
  seconds: number
  perSecond: number
  bytes: number
  p50: number
  p99: number
}

/** Runs one job to the last answer, each connection asking as soon as it is answered. @throws {Error} at the first answer that is not 200. */
export async function runLoad(job: Job): Promise<Load> {
  const texts = job.requests.map((text) => Buffer.from(text, 'latin1'))
  const connections = await Connection.openAll(job.port, job.connections)
  const times: number[] = []
  let issued = 0
  let bytes = 0
  const started = performance.now()
  const { count = Number.POSITIVE_INFINITY, seconds: limit = Number.POSITIVE_INFINITY } = job
  const over = () => issued >= count || performance.now() - started >= limit * 1000

  await new Promise<void>((resolve, reject) => {
    let underWay = 0
    const next = (connection: Connection) => {
      if (over()) {
        if (underWay === 0) resolve()
        return
      }
      const text = texts[issued++ % texts.length]
      if (text === undefined) return reject(new Error('A job needs a request.'))
      const sent = performance.now()
      underWay++
      connection.ask(text, job.bodyBytes ?? 0, (size) => {
        underWay--
        times.push(performance.now() - sent)
        bytes += size
        next(connection)
      })
    }
    for (const connection of connections) {
      connection.failed = reject
      next(connection)
    }
  }).finally(() => {
    for (const connection of connections) connection.close()
  })

  const seconds = (performance.now() - started) / 1000
  return {
    count: times.length,
    seconds,
    perSecond: times.length / seconds,
    bytes,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

if (process.send) {
  process.on('message', (job: Job | PacedJob) => {
    const run: Promise<unknown> = 'sides' in job ? runPaced(job) : runLoad(job)
    run.then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
}
