import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Stop } from './stop.ts'

/** One call as it goes to the upstream: everything in it was decided by the door. */
export type UpstreamRequest = {
  method: 'GET' | 'POST'
  /** Below /nlos, from the table of contracts. */
  path: string
  /** `?a=b` or empty. */
  query: string
  headers: Record<string, string>
  body: Buffer | Readable | null
  /** An answer of 200 comes as a stream; any other, and every one without `stream`, comes whole. */
  stream: boolean
  maxAnswerBytes: number
  stop: Stop
}

export type UpstreamResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer | Readable }

/** From request to response; rejects with `UpstreamFailure` only. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamResponse>

/**
 * `unreachable`: nothing was sent. `lost`: the connection broke after sending. `garbage`: no valid answer.
 * `timeout`, `aborted`: by a clock, by us.
 */
export type UpstreamFault = 'unreachable' | 'lost' | 'timeout' | 'garbage' | 'aborted'

/** No answer from the upstream; `message` is for the log. */
export class UpstreamFailure extends Error {
  override name = 'UpstreamFailure'
  readonly fault: UpstreamFault

  constructor(fault: UpstreamFault, message: string) {
    super(message)
    this.fault = fault
  }
}
