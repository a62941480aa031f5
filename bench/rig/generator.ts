/**
 * The load of the benches: HTTP/1.1 over kept-alive connections, written ahead and read no further than it must, so
 * that one core feeds a fast server. As a child process it takes jobs and sends their results.
 */
import { connect, type Socket } from 'node:net'
import { quantile } from './ratios.ts'

export type Job = {
  port: number
  /** Whole requests as text, sent by turns. */
  requests: string[]
  /** Bytes of zeros that follow each request. */
  bodyBytes?: number
  connections: number
  /** How long, or how many; one of both. */
  seconds?: number
  count?: number
  /** Requests a second, whatever is answered; without it each connection asks as soon as it is answered. */
  rate?: number
}

/** `p50`, `p99` and `most` in ms from the moment a request was due; `bytes` of the bodies that came back. */
export type Load = {
  count: number
  seconds: number
  perSecond: number
  bytes: number
  p50: number
  p99: number
  most: number
}

const CHUNK = Buffer.alloc(64 * 1024)
const CHUNKS_END = Buffer.from('0\r\n\r\n')
const HEAD_END = '\r\n\r\n'

/** Runs one job to the last answer. @throws {Error} at the first answer that is not 200. */
export async function runLoad(job: Job): Promise<Load> {
  const texts = job.requests.map((text) => Buffer.from(text, 'latin1'))
  const connections = await Promise.all(
    Array.from({ length: job.connections }, () => Connection.open(job.port)),
  )
  const times: number[] = []
  const idle: Connection[] = []
  const waiting: number[] = []
  let issued = 0
  let bytes = 0
  const started = performance.now()
  const { count = Number.POSITIVE_INFINITY, seconds: limit = Number.POSITIVE_INFINITY } = job
  const over = () => issued >= count || performance.now() - started >= limit * 1000

  await new Promise<void>((resolve, reject) => {
    let underWay = 0
    let pace: NodeJS.Timeout | undefined
    const send = (connection: Connection, due: number) => {
      const text = texts[issued++ % texts.length] ?? CHUNK.subarray(0, 0)
      underWay++
      connection.ask(text, job.bodyBytes ?? 0, (size) => {
        underWay--
        times.push(performance.now() - due)
        bytes += size
        next(connection)
      })
    }
    const next = (connection: Connection) => {
      const late = waiting.shift()
      if (late !== undefined) send(connection, late)
      else if (job.rate === undefined && !over()) send(connection, performance.now())
      else {
        idle.push(connection)
        if (underWay === 0 && over()) finish()
      }
    }
    /** A request is due when its time has come; one that finds no free connection has been due since then. */
    const keepPace = (rate: number) => {
      if (over()) return underWay === 0 ? finish() : undefined
      const now = performance.now()
      const all = Math.min(count, ((now - started) * rate) / 1000)
      for (let due = issued + waiting.length; due < all; due++) {
        const free = idle.pop()
        if (free) send(free, now)
        else waiting.push(started + (due * 1000) / rate)
      }
      pace = setTimeout(keepPace, 1, rate)
    }
    const finish = () => {
      clearTimeout(pace)
      resolve()
    }
    for (const connection of connections) {
      connection.failed = reject
      if (job.rate === undefined) next(connection)
      else idle.push(connection)
    }
    if (job.rate !== undefined) keepPace(job.rate)
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
    most: quantile(times, 1),
  }
}

/** One connection with one request under way. It knows lengths and chunks, not more. */
class Connection {
  failed: (error: Error) => void = () => undefined
  readonly #socket: Socket
  #answered: (size: number) => void = () => undefined
  #head: Buffer | undefined
  /** Bytes of the body still to come; undefined while chunks are read. */
  #left: number | undefined
  #end: Buffer = CHUNKS_END.subarray(0, 0)
  #size = 0
  #inBody = false

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.failed(error))
    socket.on('close', () => this.failed(new Error('The server closed a connection.')))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new Connection(socket))
      })
    })
  }

  /** @param answered hears how many bytes of body came back. */
  ask(text: Buffer, bodyBytes: number, answered: (size: number) => void): void {
    this.#answered = answered
    this.#size = 0
    this.#socket.write(text)
    if (bodyBytes > 0) this.#writeZeros(bodyBytes)
  }

  close(): void {
    this.failed = () => undefined
    this.#socket.destroy()
  }

  #writeZeros(left: number): void {
    let rest = left
    while (rest > 0) {
      const size = Math.min(rest, CHUNK.length)
      rest -= size
      if (!this.#socket.write(CHUNK.subarray(0, size)) && rest > 0) {
        this.#socket.once('drain', () => this.#writeZeros(rest))
        return
      }
    }
  }

  #take(chunk: Buffer): void {
    if (this.#inBody) {
      this.#takeBody(chunk)
      return
    }
    this.#head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const at = this.#head.indexOf(HEAD_END)
    if (at < 0) return
    const head = this.#head.toString('latin1', 0, at)
    const body = this.#head.subarray(at + HEAD_END.length)
    this.#head = undefined
    if (head.slice(9, 12) !== '200') {
      this.failed(new Error(`Not answered with 200: ${head}\n${body.toString('utf8')}`))
      return
    }
    const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1]
    this.#left = length === undefined ? undefined : Number(length)
    this.#inBody = true
    this.#takeBody(body)
  }

  #takeBody(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#left !== undefined) this.#left -= chunk.length
    else this.#end = Buffer.concat([this.#end, chunk]).subarray(-CHUNKS_END.length)
    // No answer of the benches has this text in its data: they are JSON, pages and zeros.
    if (this.#left === undefined ? !this.#end.equals(CHUNKS_END) : this.#left > 0) return
    this.#inBody = false
    this.#end = CHUNKS_END.subarray(0, 0)
    this.#answered(this.#size)
  }
}

if (process.send) {
  process.on('message', (job: Job) => {
    runLoad(job).then(
      (load) => process.send?.({ load }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
}
