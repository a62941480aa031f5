import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { gauge } from './metrics.ts'
import {
  type Upstream,
  UpstreamFailure,
  type UpstreamRequest,
  type UpstreamResponse,
} from './upstream-call.ts'

/** Connections to the upstream at most; calls beyond are refused by the door before they get here. */
const CONNECTIONS = 256
/** Below Node's 5 s, so that an idle connection is closed here and not while a call is being written. */
const KEEP_ALIVE = 4_000
const CONNECT_TIMEOUT = 10_000
/** The door's deadline comes first; this one only frees what it could not. */
const LAST_RESORT_TIMEOUT = 200_000

/**
 * An outside /nlos/ service at a fixed origin. `base` may have a path, which goes before each call's own.
 * Redirects are answers like any other: nothing here follows them, and no proxy variable is read.
 * @param own headers of every request beside those of its call
 */
export function httpUpstream(
  base: URL,
  own: Record<string, string> = {},
): Upstream & { close: () => Promise<void> } {
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE,
    headersTimeout: LAST_RESORT_TIMEOUT,
    bodyTimeout: LAST_RESORT_TIMEOUT,
    connect: { timeout: CONNECT_TIMEOUT },
  })
  gauge('nlos_upstream_pool', () => {
    const { connected, free, queued, running } = pool.stats
    return {
      'state="connected"': connected,
      'state="free"': free,
      'state="running"': running,
      'state="queued"': queued,
    }
  })
  const prefix = base.pathname.replace(/\/$/, '')
  const call: Upstream = (request) =>
    new Promise((resolve, reject) => {
      if (request.stop.reason !== undefined)
        return reject(new UpstreamFailure('aborted', 'aborted before it was sent'))
      pool.dispatch(
        {
          path: prefix + request.path + request.query,
          method: request.method,
          headers: { ...request.headers, ...own },
          body: request.body,
        },
        new Answer(request, resolve, reject),
      )
    })
  return Object.assign(call, { close: () => pool.destroy() })
}

/** Takes one answer: whole, within the request's limit, or as a stream with backpressure. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #request: UpstreamRequest
  readonly #resolve: (response: UpstreamResponse) => void
  readonly #reject: (error: UpstreamFailure) => void
  #controller: Dispatcher.DispatchController | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #chunks: Buffer[] = []
  #size = 0
  #stream: Readable | undefined

  constructor(
    request: UpstreamRequest,
    resolve: (response: UpstreamResponse) => void,
    reject: (error: UpstreamFailure) => void,
  ) {
    this.#request = request
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#request.stop.onStop(() => controller.abort(new UpstreamFailure('aborted', 'aborted')))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = headers
    if (!this.#request.stream || status !== 200) return
    this.#stream = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!controller.aborted) controller.abort(error ?? new UpstreamFailure('aborted', 'reader left'))
        done(error)
      },
    })
    this.#resolve({ status, headers, body: this.#stream })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stream) {
      if (!this.#stream.push(chunk)) controller.pause()
      return
    }
    this.#size += chunk.length
    if (this.#size > this.#request.maxAnswerBytes) {
      controller.abort(new UpstreamFailure('garbage', `answer over ${this.#request.maxAnswerBytes} bytes`))
      return
    }
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (this.#stream) {
      this.#stream.push(null)
      return
    }
    const [first] = this.#chunks
    const body = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
    this.#resolve({ status: this.#status, headers: this.#headers, body })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failure = this.#failureOf(error)
    this.#stream?.destroy(failure)
    this.#reject(failure)
  }

  #failureOf(error: Error): UpstreamFailure {
    if (error instanceof UpstreamFailure) return error
    const code = 'code' in error && error.code ? String(error.code) : error.name
    const detail = `${code}: ${error.message}`
    if (this.#controller === undefined) return new UpstreamFailure('unreachable', detail)
    if (/_TIMEOUT$/.test(code)) return new UpstreamFailure('timeout', detail)
    // An answer that is cut short: the call was done, and what became of it is not known.
    if (/CONTENT_LENGTH_MISMATCH|Invalid EOF state/.test(detail)) return new UpstreamFailure('lost', detail)
    if (error.name === 'HTTPParserError' || /OVERFLOW|EXCEEDED/.test(code))
      return new UpstreamFailure('garbage', detail)
    return new UpstreamFailure('lost', detail)
  }
}
