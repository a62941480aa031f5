import { createHash, randomUUID } from 'node:crypto'
import { type Permission, roleCodes, rolesWith } from '../domains/identity/rules/roles.ts'
import { findActor } from '../domains/identity/service/find-actor.ts'
import { touchSession } from '../domains/identity/service/sessions.ts'
import { findEndReason } from '../domains/identity/service/tokens.ts'
import { say } from '../i18n/say.ts'
import { businessDate } from '../rules/business-date.ts'
import { type Actor, type Call, withCall } from './context.ts'
import type { Endpoint } from './contract/endpoint.ts'
import type { ErrorBody } from './contract/errors.ts'
import { holdsNoConnection, inTenantOf } from './db/client.ts'
import { withOneRetry } from './db/one-retry.ts'
import { type ForgottenPrepared, isFileAnswer, type Route, routes } from './endpoint-index.ts'
import {
  answerOf,
  badParse,
  CallError,
  forbidden,
  locked,
  noSession,
  notFound,
  unavailable,
} from './errors.ts'
import { refuseHidden } from './field-mask.ts'
import { fileResponse } from './file-answer.ts'
import type { FileAnswer } from './handler.ts'
import { describeError, log } from './log.ts'
import { isRecord } from './mask-values.ts'
import { isRepeat } from './once.ts'
import { isOutage } from './outage.ts'
import { type RequestInput, readInput } from './request-input.ts'
import { inUploadLane } from './upload-lane.ts'
import { inFrame } from './write-frame.ts'

/**
 * Answers one request of the /nlos/ service. The path is below /nlos; the door sends the headers `token`,
 * `x-nlos-tenant` (code), `x-nlos-client-ip` and `x-nlos-request-id`, for a login `x-nlos-user-agent` and
 * `x-nlos-devices` too, for signing `x-nlos-user-agent`, for calls that send links to people outside `x-nlos-origin`.
 * Never rejects.
 */
export async function answerCall(request: Request): Promise<Response> {
  const requestId = requestIdOf(request)
  const key = keyOf(request)
  try {
    const route = routes.get(key)
    if (!route) throw notFound()
    return await answerRoute(route, request, requestId)
  } catch (error) {
    const refusal = answerOf(error)
    if (refusal) return refusalResponse(refusal)
    const tenant = request.headers.get('x-nlos-tenant') ?? ''
    log({ event: 'call failed', id: requestId, tenant, call: key, ...describeError(error) })
    if (isOutage(error)) return refusalResponse(unavailable())
    const body: ErrorBody = { message: say('errors.server'), id: requestId }
    return jsonResponse(500, body)
  }
}

const requestIdOf = ({ headers }: Request) => headers.get('x-nlos-request-id')?.slice(0, 64) || randomUUID()
const keyOf = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`

/** A request says this of itself; who makes it is asked of the database. */
function callOf({ headers }: Request, requestId: string) {
  const now = new Date()
  return {
    tenantCode: headers.get('x-nlos-tenant') ?? '',
    ip: headers.get('x-nlos-client-ip') ?? '',
    origin: headers.get('x-nlos-origin') ?? undefined,
    requestId,
    now,
    today: businessDate(now),
  }
}

/** Runs in one transaction of the session that a request brings. @throws 401 without one */
function inSessionOf<T>(
  { headers }: Request,
  { tenantCode }: Pick<Call, 'tenantCode'>,
  work: (who: Pick<Call, 'actor' | 'tenantId' | 'token'>) => Promise<T>,
): Promise<T> {
  const token = headers.get('token') ?? ''
  return inTenantOf(tenantCode, async (tenantId) => {
    const actor = await findActor(token, { id: tenantId, code: tenantCode })
    if (!actor) throw noSession(await findEndReason(token))
    return work({ actor, tenantId, token })
  })
}

/** Roles that may make a call. */
const openTo = ({ access }: Endpoint) =>
  typeof access === 'string'
    ? []
    : roleCodes.filter((role) => access.some((one) => rolesWith(one).includes(role)))

/** Refuses a call that may not be made now. @throws 423 while the screen is locked, 403 without the permission */
function admit(endpoint: Endpoint, { session, permissions }: Actor): void {
  if (session.locked && endpoint.access !== 'evenLocked') throw locked(session.locked)
  if (!mayCall(endpoint, permissions)) throw forbidden(openTo(endpoint))
}

async function answerRoute(route: Route, request: Request, requestId: string): Promise<Response> {
  const { endpoint } = route
  const call = callOf(request, requestId)
  /** One transaction of a caller who may make this call. */
  const enter = <T>(work: (call: Call) => Promise<T>): Promise<T> =>
    inSessionOf(request, call, async (who) => {
      const { session } = who.actor
      admit(endpoint, who.actor)
      if (session.stale && !endpoint.unattended) await touchSession(session.id)
      const signedIn: Call = { ...call, ...who }
      return withCall(signedIn, () => work(signedIn))
    })
  if (route.phase === 'slow') return send(await answerSlow(route, request, enter))

  // Read before the transaction, which nobody else shares; what is wrong with it is said after 401 and 403.
  const [input] = await Promise.allSettled([readInput(request, endpoint)])
  if (route.phase === 'public') {
    const userAgent = request.headers.get('x-nlos-user-agent') ?? ''
    const devices = request.headers.get('x-nlos-devices') ?? ''
    const stranger = { ...call, userAgent, devices }
    return send(respond(route, nobody, await route.run(parseInput(endpoint, input), stranger)))
  }
  return send(await withOneRetry(() => enter((signedIn) => runRoute(route, input, signedIn))))
}

/** A call that is one transaction, in it. */
async function runRoute(route: TransactionRoute, input: Sent, caller: Call): Promise<Response | FileAnswer> {
  const asked = askedBy(route, input, caller)
  const answer = await inFrame(route, asked, caller, (call, row) => route.run(asked, call, row))
  return respond(route, caller.actor.permissions, answer)
}

/**
 * A write that goes on behind the call of somebody who asked for it, in the transaction that is open: as if it came from
 * a browser of his. @throws what it is refused with, {@link answerOf} says how
 */
export async function writeFor(path: string, fields: Record<string, string>, call: Call): Promise<void> {
  const route = routes.get(`POST ${path}`)
  if (route?.phase !== 'transaction') throw notFound()
  admit(route.endpoint, call.actor)
  await runRoute(route, { status: 'fulfilled', value: { fields } }, call)
}

/**
 * The file that a call makes, for a job of whoever asked for it, by its rights in the transaction that is open. Its body
 * is read when that is over. @throws what it is refused with
 */
export async function fileFor(path: string, fields: Record<string, string>, call: Call): Promise<FileAnswer> {
  const route = routes.get(`POST ${path}`)
  if (route?.phase !== 'transaction') throw notFound()
  admit(route.endpoint, call.actor)
  const answer = await runRoute(route, { status: 'fulfilled', value: { fields } }, call)
  if (answer instanceof Response) throw new Error(`${path} answered no file.`)
  return answer
}

/**
 * Answers the calls that a page begins with, all of one session, in one transaction and with one look at who asks. Each
 * answer is given as soon as it is known, in the order of the requests. What is no plain read, and whatever is left when
 * the database takes the transaction away, is answered by itself.
 */
export function answerTogether(requests: readonly Request[]): Promise<Response>[] {
  const asked = requests.map(
    (request): Asked => ({ request, answered: false, ...Promise.withResolvers<Response>() }),
  )
  void answerReads(asked)
    // Whatever it was: each call says itself what is wrong with it.
    .catch(() => undefined)
    .then(() => {
      for (const { request, answered, resolve } of asked) {
        // Nobody hears what the page has stopped waiting for.
        if (!answered) resolve(request.signal.aborted ? refusalResponse(unavailable()) : answerCall(request))
      }
    })
  return asked.map(({ promise }) => promise)
}

type Asked = { request: Request; answered: boolean } & PromiseWithResolvers<Response>

async function answerReads(all: readonly Asked[]): Promise<void> {
  const [first] = all
  if (!first) return
  const plain = all.flatMap((asked) => {
    const route = plainReadOf(asked.request, first.request)
    return route ? [{ asked, route }] : []
  })
  const reads = await Promise.all(
    plain.map(async ({ asked, route }) => {
      // From a copy: the call may have to be answered by itself yet.
      const [input] = await Promise.allSettled([readInput(asked.request.clone(), route.endpoint)])
      return { asked, route, input }
    }),
  )
  const call = callOf(first.request, requestIdOf(first.request))
  await inSessionOf(first.request, call, async (who) => {
    const { session } = who.actor
    if (session.stale && reads.some(({ route }) => !route.endpoint.unattended)) await touchSession(session.id)
    for (const { asked, route, input } of reads) {
      if (asked.request.signal.aborted) continue
      const own: Call = { ...call, ...who, requestId: requestIdOf(asked.request) }
      const answer = await withCall(own, async () => {
        admit(route.endpoint, who.actor)
        return runRoute(route, input, own)
      }).catch((error: unknown) => {
        const refusal = answerOf(error)
        if (!refusal) throw error
        return refusalResponse(refusal)
      })
      asked.answered = true
      asked.resolve(send(answer))
    }
  })
}

/** The route of a call that reads and leaves nothing, for the same caller as `first`. */
function plainReadOf(request: Request, first: Request): TransactionRoute | undefined {
  const route = routes.get(keyOf(request))
  if (route?.phase !== 'transaction') return undefined
  const { writes, leaves, kind } = route.endpoint
  if (writes || leaves || kind !== 'json') return undefined
  const whose = ['token', 'x-nlos-tenant', 'accept-language']
  return whose.every((name) => request.headers.get(name) === first.headers.get(name)) ? route : undefined
}

/** The input that was sent, or why it cannot be read. */
type Sent = PromiseSettledResult<RequestInput>
type TransactionRoute = Extract<Route, { phase: 'transaction' }>
type SlowRoute = Extract<Route, { phase: 'slow' }>
type Enter = <T>(work: (call: Call) => Promise<T>) => Promise<T>

/** Three steps, so that slow work holds no connection: who may is asked, the work is done, the rest is written. */
async function answerSlow(route: SlowRoute, request: Request, enter: Enter): Promise<Response | FileAnswer> {
  const { endpoint, run } = route
  const caller = await enter(async (call) => call)
  const work = async () => {
    const [input] = await Promise.allSettled([readInput(request, endpoint)])
    const parsed = askedBy(route, input, caller)
    const file = input.status === 'fulfilled' ? input.value.file : undefined
    const fileHash = file && digestOf(file.bytes)
    const { run: write, settle }: ForgottenPrepared = (await isRepeated(parsed, enter))
      ? { run: () => Promise.reject(unavailable()) }
      : await withCall(caller, () => run(parsed, caller, file))
    let kept = false
    try {
      const answer = await withOneRetry(() =>
        enter(async (call) => {
          const answer = await inFrame(route, parsed, call, write, fileHash)
          return respond(route, call.actor.permissions, answer)
        }),
      )
      kept = true
      return answer
    } finally {
      // The rows stand or fell already; a mess left on the disk is for the sweep.
      await settle?.(kept).catch((error: unknown) =>
        log({ event: 'not settled', call: endpoint.path, ...describeError(error) }),
      )
    }
  }
  return endpoint.kind === 'upload' ? inUploadLane(`${caller.tenantId} ${caller.actor.id}`, work) : work()
}

/** Of some ten megabytes, which nobody's connection waits for. */
function digestOf(bytes: Buffer): string {
  holdsNoConnection('Hashing a file')
  return createHash('sha256').update(bytes).digest('hex')
}

/** The first answer of a repeat is there: nothing is decoded or judged again for it. */
const isRepeated = async (input: unknown, enter: Enter) => {
  const eventId = isRecord(input) ? input.eventId : undefined
  return typeof eventId === 'string' && (await enter(() => isRepeat(eventId)))
}

/** True where a set of permissions opens a call: any of those it names. */
export function mayCall({ access }: Pick<Endpoint, 'access'>, held: ReadonlySet<string>): boolean {
  return typeof access === 'string' || access.some((permission) => held.has(permission))
}

/** The parsed input, which may not sort, filter or choose by what is kept from the caller. */
function askedBy({ endpoint, mask }: Route, input: Sent, { actor }: Call): unknown {
  const parsed = parseInput(endpoint, input)
  if (mask && isRecord(parsed)) refuseHidden(mask, parsed, actor.permissions)
  return parsed
}

function parseInput(endpoint: Endpoint, input: Sent): unknown {
  if (input.status === 'rejected') throw input.reason
  const parsed = endpoint.input.safeParse(input.value.fields)
  if (!parsed.success) throw badParse(parsed.error)
  return parsed.data
}

/** The permissions of a stranger: none. */
const nobody: ReadonlySet<Permission> = new Set()

/**
 * The answer as the contract declares it, without the fields that need a permission the caller lacks. Fields the
 * contract does not name are dropped, one it lacks is our fault.
 */
function respond(
  { endpoint, mask }: Route,
  held: ReadonlySet<Permission>,
  answer: unknown,
): Response | FileAnswer {
  if (answer instanceof CallError) return refusalResponse(answer)
  if (endpoint.kind === 'file') {
    if (!isFileAnswer(answer)) throw new Error(`${endpoint.path} answered no file.`)
    return answer
  }
  const parsed = endpoint.output.safeParse(answer)
  if (!parsed.success) {
    const paths = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`)
    throw new Error(`${endpoint.path} broke its contract at ${paths.slice(0, 5).join(', ')}`)
  }
  // The parsed answer is a copy of its own.
  mask?.hide(parsed.data, held)
  return jsonResponse(200, parsed.data)
}

/** This step is left when the transaction is over: a file is read now. */
const send = async (answer: Response | FileAnswer): Promise<Response> =>
  answer instanceof Response ? answer : fileResponse(answer)

const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function refusalResponse({ status, body, retryAfter }: CallError): Response {
  const response = jsonResponse(status, body)
  if (retryAfter !== undefined) response.headers.set('retry-after', String(retryAfter))
  return response
}

function jsonResponse(status: number, body: unknown): Response {
  const headers = { ...SAFE_HEADERS, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers })
}
