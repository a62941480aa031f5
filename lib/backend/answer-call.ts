import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../contracts/endpoint.ts'
import type { ErrorBody } from '../contracts/errors.ts'
import { parseLocale } from '../i18n/locale.ts'
import { businessDate } from '../rules/business-date.ts'
import type { Permission } from '../rules/roles.ts'
import { type Call, withCall } from './context.ts'
import { inTenantOf } from './db/client.ts'
import { databaseError } from './db/engine.ts'
import { isFileAnswer, type Route, routes } from './endpoint-index.ts'
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
import { findActor } from './identity/find-actor.ts'
import { touchSession } from './identity/sessions.ts'
import { findEndReason } from './identity/tokens.ts'
import { inLanguage, say } from './language.ts'
import { describeError, log } from './log.ts'
import { isRecord } from './mask-values.ts'
import { isOutage } from './outage.ts'
import { type RequestInput, readInput } from './request-input.ts'
import { inUploadLane } from './upload-lane.ts'
import { inFrame } from './write-frame.ts'

/**
 * Answers one request of the /nlos/ service. The path is below /nlos; the door sends the headers `token`,
 * `x-nlos-tenant` (code), `x-nlos-client-ip` and `x-nlos-request-id`, for a login `x-nlos-user-agent` and
 * `x-nlos-devices` too, and as `accept-language` the language in which the caller reads what is said. Never rejects.
 */
export function answerCall(request: Request): Promise<Response> {
  const locale = parseLocale(request.headers.get('accept-language') ?? undefined)
  return inLanguage(locale, () => answerAny(request))
}

async function answerAny(request: Request): Promise<Response> {
  const requestId = request.headers.get('x-nlos-request-id')?.slice(0, 64) || randomUUID()
  const key = `${request.method} ${new URL(request.url).pathname}`
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

async function answerRoute(route: Route, request: Request, requestId: string): Promise<Response> {
  const { endpoint } = route
  const now = new Date()
  const call = {
    tenantCode: request.headers.get('x-nlos-tenant') ?? '',
    ip: request.headers.get('x-nlos-client-ip') ?? '',
    requestId,
    now,
    today: businessDate(now),
  }
  const token = request.headers.get('token') ?? ''
  /** One transaction of a caller who may make this call. */
  const enter = <T>(work: (call: Call) => Promise<T>): Promise<T> =>
    inTenantOf(call.tenantCode, async (tenantId) => {
      const actor = await findActor(token, { id: tenantId, code: call.tenantCode })
      if (!actor) throw noSession(await findEndReason(token))
      if (actor.session.locked && endpoint.access !== 'evenLocked') throw locked(actor.session.locked)
      if (!mayCall(endpoint, actor.permissions)) throw forbidden()
      if (actor.session.stale && !endpoint.unattended) await touchSession(actor.session.id)
      const signedIn: Call = { ...call, actor, tenantId, token }
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
  return send(
    await withOneRetry(() =>
      enter(async (signedIn) => {
        const asked = askedBy(route, input, signedIn)
        const answer = await inFrame(route, asked, signedIn, (call, row) => route.run(asked, call, row))
        return respond(route, signedIn.actor.permissions, answer)
      }),
    ),
  )
}

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
    const { run: write, settle } = await withCall(caller, () => run(parsed, caller, file))
    let kept = false
    try {
      const answer = await withOneRetry(() =>
        enter(async (call) => {
          const answer = await inFrame(route, parsed, call, write, file)
          return respond(route, call.actor.permissions, answer)
        }),
      )
      kept = true
      return answer
    } finally {
      // What was written stands or fell already; a mess left on the disk is for the sweep.
      await settle?.(kept).catch((error: unknown) =>
        log({ event: 'not settled', call: endpoint.path, ...describeError(error) }),
      )
    }
  }
  return endpoint.kind === 'upload' ? inUploadLane(`${caller.tenantId} ${caller.actor.id}`, work) : work()
}

/** Whether a set of permissions opens a call: any of those it names. */
export function mayCall({ access }: Pick<Endpoint, 'access'>, held: ReadonlySet<string>): boolean {
  return typeof access === 'string' || access.some((permission) => held.has(permission))
}

/** A deadlock or a serialization failure (SQLSTATE 40001, 40P01) rolled everything back: the call may run again. */
async function withOneRetry<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!/^40(001|P01)$/.test(databaseError(error)?.code ?? '')) throw error
    return run()
  }
}

/** The parsed input, which may not sort, filter or choose by what is kept from the caller. */
function askedBy(
  { endpoint, mask }: Route,
  input: PromiseSettledResult<RequestInput>,
  { actor }: Call,
): unknown {
  const parsed = parseInput(endpoint, input)
  if (mask && isRecord(parsed)) refuseHidden(mask, parsed, actor.permissions)
  return parsed
}

function parseInput(endpoint: Endpoint, input: PromiseSettledResult<RequestInput>): unknown {
  if (input.status === 'rejected') throw input.reason
  const parsed = endpoint.input.safeParse(input.value.fields)
  if (!parsed.success) throw badParse(parsed.error)
  return parsed.data
}

/** What a stranger holds. */
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
  // What parsing answered is a copy of its own.
  mask?.hide(parsed.data, held)
  return jsonResponse(200, parsed.data)
}

/** What is left when the transaction is over: a file is read now. */
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
