import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../contracts/endpoint.ts'
import type { ErrorBody } from '../contracts/errors.ts'
import { zhCN } from '../i18n/zh-cn.ts'
import { businessDate } from '../rules/business-date.ts'
import type { Permission } from '../rules/roles.ts'
import { type Call, withCall } from './context.ts'
import { inTenantOf } from './db/client.ts'
import { databaseError } from './db/engine.ts'
import { isFileAnswer, type Route, routes } from './endpoint-index.ts'
import { answerOf, badParse, CallError, forbidden, locked, noSession, notFound } from './errors.ts'
import { refuseHidden } from './field-mask.ts'
import { findActor } from './identity/find-actor.ts'
import { touchSession } from './identity/sessions.ts'
import { findEndReason } from './identity/tokens.ts'
import { describeError, log } from './log.ts'
import { isRecord } from './mask-values.ts'
import { type RequestInput, readInput } from './request-input.ts'

/**
 * Answers one request of the /nlos/ service. The path is below /nlos; the door sends the headers `token`,
 * `x-nlos-tenant` (code), `x-nlos-client-ip` and `x-nlos-request-id`, for a login `x-nlos-user-agent` too. Never
 * rejects.
 */
export async function answerCall(request: Request): Promise<Response> {
  const requestId = request.headers.get('x-nlos-request-id')?.slice(0, 64) || randomUUID()
  const key = `${request.method} ${new URL(request.url).pathname}`
  try {
    const route = routes.get(key)
    if (!route) throw notFound()
    return await answerRoute(route, request, requestId)
  } catch (error) {
    const refusal = answerOf(error)
    if (refusal) return jsonResponse(refusal.status, refusal.body)
    const tenant = request.headers.get('x-nlos-tenant') ?? ''
    log({ event: 'call failed', id: requestId, tenant, call: key, ...describeError(error) })
    const body: ErrorBody = { message: zhCN('errors.server'), id: requestId }
    return jsonResponse(500, body)
  }
}

async function answerRoute(route: Route, request: Request, requestId: string): Promise<Response> {
  const { endpoint, mask } = route
  // Read before the transaction, which nobody else shares; what is wrong with it is said after 401 and 403.
  const [input] = await Promise.allSettled([readInput(request, endpoint)])
  const now = new Date()
  const call = {
    tenantCode: request.headers.get('x-nlos-tenant') ?? '',
    ip: request.headers.get('x-nlos-client-ip') ?? '',
    requestId,
    now,
    today: businessDate(now),
  }
  if (route.public) {
    const userAgent = request.headers.get('x-nlos-user-agent') ?? ''
    return respond(route, nobody, await route.run(parseInput(endpoint, input), { ...call, userAgent }))
  }

  const token = request.headers.get('token') ?? ''
  const run = () =>
    inTenantOf(call.tenantCode, async (tenantId) => {
      const actor = await findActor(token, { id: tenantId, code: call.tenantCode })
      if (!actor) throw noSession(await findEndReason(token))
      if (actor.session.locked && endpoint.access !== 'evenLocked') throw locked(actor.session.locked)
      if (!mayCall(endpoint, actor.permissions)) throw forbidden()
      if (actor.session.stale && !endpoint.unattended) await touchSession(actor.session.id)
      const parsed = parseInput(endpoint, input)
      if (mask && isRecord(parsed)) refuseHidden(mask, parsed, actor.permissions)
      const file = input.status === 'fulfilled' ? input.value.file : undefined
      const signedIn: Call = { ...call, actor, tenantId, token, file }
      return respond(route, actor.permissions, await withCall(signedIn, () => route.run(parsed, signedIn)))
    })
  return endpoint.kind === 'upload' ? run() : withOneRetry(run)
}

/** Whether a set of permissions opens a call: any of those it names. */
export function mayCall({ access }: Pick<Endpoint, 'access'>, held: ReadonlySet<string>): boolean {
  return typeof access === 'string' || access.some((permission) => held.has(permission))
}

/**
 * A deadlock or a serialization failure (SQLSTATE 40001, 40P01) rolled everything back: the call may run again. Not
 * for uploads, which leave a file behind.
 */
async function withOneRetry<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!/^40(001|P01)$/.test(databaseError(error)?.code ?? '')) throw error
    return run()
  }
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
function respond({ endpoint, mask }: Route, held: ReadonlySet<Permission>, answer: unknown): Response {
  if (answer instanceof CallError) return jsonResponse(answer.status, answer.body)
  if (endpoint.kind === 'file') {
    if (!isFileAnswer(answer)) throw new Error(`${endpoint.path} answered no file.`)
    return new Response(answer.body as BodyInit, {
      headers: {
        ...SAFE_HEADERS,
        ...(answer.immutable && { 'cache-control': KEPT_FOR_GOOD }),
        'content-type': answer.mime,
        'content-disposition': `attachment; filename*=UTF-8''${encodeRfc5987(answer.name)}`,
        'content-security-policy': "sandbox; default-src 'none'",
      },
    })
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

/** Not by proxies: they would give it to whoever asks. */
const KEPT_FOR_GOOD = 'private, max-age=31536000, immutable'
const SAFE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function jsonResponse(status: number, body: unknown): Response {
  const headers = { ...SAFE_HEADERS, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers })
}

/** RFC 5987: what encodeURIComponent leaves and the header may not hold; lone surrogates become U+FFFD. */
const encodeRfc5987 = (name: string) =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
