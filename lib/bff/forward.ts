import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { errorBody } from '../platform/contract/errors.ts'
import { fileHeaders } from './file-headers.ts'
import { count, gauge, observe } from './metrics.ts'
import { oncePerProcess } from './once-per-process.ts'
import { messageOf, Refusal, resultUnknown } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'
import type { Session } from './session.ts'
import type { Stop } from './stop.ts'
import {
  type Upstream,
  UpstreamFailure,
  type UpstreamRequest,
  type UpstreamResponse,
} from './upstream-call.ts'

export type Limits = {
  /** A call ends after this many ms (specification point 9: 180 s). */
  deadline: number
  /** Calls under way at once, to the upstream and of one session; the next one is refused at once. */
  inFlight: number
  inFlightPerSession: number
  /** Largest JSON answer in bytes. */
  maxAnswerBytes: number
  /** A token that the upstream did not end is tried again after so many ms each; then it ends by its own age. */
  revokeAgainAfter: readonly number[]
}

export const LIMITS: Limits = {
  deadline: 180_000,
  inFlight: 256,
  inFlightPerSession: 64,
  maxAnswerBytes: 8 * 1024 * 1024,
  revokeAgainAfter: [5_000, 60_000, 600_000],
}

/** Everything that goes to the upstream for one call that has passed every check. */
export type Outgoing = {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'kind' | 'access'>
  origin: RequestOrigin
  session: Session | undefined
  query: string
  body: Buffer | Readable | null
  /** Headers of the client that may travel on, already chosen. */
  headers: Record<string, string>
  /** Ends when the caller leaves, or here when its time is over. */
  stop: Stop
}

/** Everything that comes back: the upstream's JSON or file on 200, an error body of ours on anything else. */
export type Answer = { status: number; headers: Record<string, string>; body: Buffer | Readable }

/**
 * Sends one call to the upstream and maps whatever happens to an answer.
 * @throws {Refusal} when there is no answer of the upstream to pass on.
 */
export async function forward(
  upstream: Upstream,
  outgoing: Outgoing,
  limits: Limits = LIMITS,
): Promise<Answer> {
  const leave = enter(outgoing.session?.sid, limits)
  const started = performance.now()
  const { stop } = outgoing
  const timer = setTimeout(() => stop.now('deadline'), limits.deadline)
  const end = () => {
    clearTimeout(timer)
    leave()
  }
  try {
    if (stop.reason !== undefined) throw new Refusal(408, 'client left')
    const response = await sendWithRetry(upstream, requestOf(outgoing, limits))
    countCall(String(response.status), started)
    throwBodyRefusal(outgoing.body)
    const answer = answerOf(response, outgoing)
    if (answer.body instanceof Readable) answer.body.once('close', end)
    else end()
    return answer
  } catch (error) {
    end()
    if (error instanceof UpstreamFailure) countCall(error.fault, started)
    throwBodyRefusal(outgoing.body)
    throw error instanceof UpstreamFailure ? refusalOf(error, outgoing) : error
  }
}

const outcomes = new Map<string, string>()

/** @param outcome the status, or the fault without which there is none */
function countCall(outcome: string, started: number): void {
  const labels = outcomes.get(outcome) ?? `outcome="${outcome}"`
  outcomes.set(outcome, labels)
  count('nlos_upstream_calls_total', labels)
  observe('nlos_upstream_seconds', '', (performance.now() - started) / 1000)
}

/** An upload that was refused while it travelled is what went wrong, whatever the upstream made of the rest. */
function throwBodyRefusal(body: Outgoing['body']): void {
  if (body instanceof Readable && body.errored instanceof Refusal) throw body.errored
}

/** Counts a call in, or refuses it: a hung upstream must not take the whole process with it. */
function enter(sid: string | undefined, limits: Limits): () => void {
  const open = callsUnderWay()
  const own = sid === undefined ? 0 : (open.bySession.get(sid) ?? 0)
  if (open.all >= limits.inFlight) throw new Refusal(503, 'upstream cap', undefined, { 'retry-after': '5' })
  if (own >= limits.inFlightPerSession)
    throw new Refusal(503, 'session cap', undefined, { 'retry-after': '5' })
  open.all++
  if (sid !== undefined) open.bySession.set(sid, own + 1)
  return () => {
    open.all--
    if (sid === undefined) return
    const left = (open.bySession.get(sid) ?? 1) - 1
    if (left > 0) open.bySession.set(sid, left)
    else open.bySession.delete(sid)
  }
}

const callsUnderWay = () =>
  oncePerProcess('in-flight', () => {
    const open = { all: 0, bySession: new Map<string, number>() }
    gauge('nlos_upstream_calls_open', () => ({ '': open.all }))
    return open
  })

function requestOf(outgoing: Outgoing, limits: Limits): UpstreamRequest {
  const { endpoint, origin, session } = outgoing
  const headers = outgoing.headers
  headers.accept = endpoint.kind === 'file' ? '*/*' : 'application/json'
  headers['accept-encoding'] = 'identity'
  headers['x-nlos-tenant'] = origin.tenant
  // The address that links for people outside lead to: a host of the tenant's, as the tenants' table has it. What the
  // console asks for itself comes from no host, and makes no links.
  if (origin.hostWithPort !== '')
    headers['x-nlos-origin'] = `${origin.secure ? 'https' : 'http'}://${origin.hostWithPort}`
  headers['x-nlos-client-ip'] = origin.clientIp
  headers['x-nlos-request-id'] = origin.requestId
  if (session !== undefined) headers.token = session.token
  return {
    method: endpoint.method,
    path: endpoint.path,
    query: outgoing.query,
    headers,
    body: outgoing.body,
    stream: endpoint.kind === 'file',
    maxAnswerBytes: limits.maxAnswerBytes,
    stop: outgoing.stop,
  }
}

/** Only a GET of which nothing was sent is tried again, once: a write could happen twice. */
async function sendWithRetry(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  try {
    return await upstream(request)
  } catch (error) {
    const again =
      error instanceof UpstreamFailure && error.fault === 'unreachable' && request.method === 'GET'
    if (!again || request.stop.reason !== undefined) throw error
    return upstream(request)
  }
}

function refusalOf(failure: UpstreamFailure, { endpoint, stop }: Outgoing): Refusal {
  const reason = `upstream ${failure.fault}: ${failure.message}`
  if (failure.fault === 'aborted') {
    return stop.reason === 'deadline' ? new Refusal(504, 'deadline') : new Refusal(408, 'client left')
  }
  if (failure.fault === 'timeout') return new Refusal(504, reason)
  if (failure.fault === 'garbage') return new Refusal(502, reason)
  if (failure.fault === 'lost' && endpoint.method === 'POST') return resultUnknown(reason)
  return new Refusal(504, reason)
}

/** Statuses whose meaning the console knows; anything else of the upstream is a server error. */
const PASSED_ON = new Set([400, 401, 403, 404, 409, 413, 415, 422, 423, 429, 500, 503])

function answerOf(response: UpstreamResponse, { endpoint, origin }: Outgoing): Answer {
  const { status, headers, body } = response
  if (status === 200) {
    const refused = refusedAnswer(response, endpoint.kind)
    if (refused !== undefined) {
      if (body instanceof Readable) body.destroy()
      throw new Refusal(502, `upstream garbage: ${refused}`)
    }
    return { status, headers: endpoint.kind === 'file' ? fileHeaders(headers) : {}, body }
  }
  if (body instanceof Readable) body.destroy()
  if (status === 504) throw new Refusal(504, 'upstream 504', undefined, retryAfter(headers))
  if (!PASSED_ON.has(status)) throw new Refusal(502, `upstream status ${status}`)
  const text = Buffer.isBuffer(body) ? body.toString('utf8') : ''
  return { status, headers: retryAfter(headers), body: mapError(text, origin) }
}

/** The reason why an answer of 200 cannot be passed on, or undefined. */
function refusedAnswer({ headers, body }: UpstreamResponse, kind: Endpoint['kind']): string | undefined {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return `content-encoding ${encoding}`
  if (kind === 'file') return undefined
  if (!/^application\/json\b/i.test(headers['content-type'] ?? ''))
    return `content-type ${headers['content-type']}`
  if (!Buffer.isBuffer(body) || !isUtf8(body)) return 'not UTF-8'
  return looksLikeJson(body) ? undefined : 'no JSON'
}

/**
 * True where a body is a JSON value. Of an object or array, which is long, only that it begins and ends as one: cut or
 * foreign bodies are found by this, the full parse is the browser's. Anything else (null, false, 0, "") is an answer
 * too, and parsed here.
 */
function looksLikeJson(body: Buffer): boolean {
  const first = edge(body, 0, 1)
  const last = edge(body, body.length - 1, -1)
  if (first === 0x7b) return last === 0x7d
  if (first === 0x5b) return last === 0x5d
  return parseJson(body.toString('utf8')) !== undefined
}

function edge(body: Buffer, from: number, step: 1 | -1): number | undefined {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at += step
  return body[at]
}

/** A line of a stack: where a program failed is for its log alone. */
const stackLine = /\bat\s\S.*:\d+/

/** An error body with the contract's fields alone; the message is text of at most 500 characters. */
function mapError(text: string, { requestId: id }: RequestOrigin): Buffer {
  const parsed = errorBody.safeParse(parseJson(text))
  const error = parsed.success ? parsed.data : { message: '' }
  const said = stackLine.test(error.message) ? '' : error.message.slice(0, 500)
  const message = said || messageOf(0)
  return Buffer.from(JSON.stringify({ ...error, message, id }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfter(headers: IncomingHttpHeaders): Record<string, string> {
  const value = headers['retry-after']
  return value !== undefined && /^\d{1,5}$/.test(value) ? { 'retry-after': value } : {}
}

/** The message of an error body of ours, for callers on the server. */
export function messageIn(body: Buffer, status: number): string {
  const parsed = errorBody.safeParse(parseJson(body.toString('utf8')))
  return parsed.success ? parsed.data.message : messageOf(status)
}
