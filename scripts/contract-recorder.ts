import { createHash, randomUUID } from 'node:crypto'
import { identity } from '../lib/domains/identity/contract.ts'
import { roles } from '../lib/domains/identity/rules/roles.ts'
import type { Endpoint } from '../lib/platform/contract/endpoint.ts'
import { errorBody } from '../lib/platform/contract/errors.ts'
import { encodeForm, type WireValue } from '../lib/platform/contract/form-text.ts'
import { unknownFields } from '../lib/platform/contract/unknown-fields.ts'
import { namedCalls, requiredFields, samples, type World } from './contract-samples.ts'

/**
 * Calls every call of the contracts at a /nlos/ service, as nobody and as each role of the demo, and tells where the
 * answers are others than the contract says. It changes nothing: writes are only called in ways that are refused.
 */

/** Answers a request below the service's address. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

export type RecorderOptions = {
  send: Send
  tenant: string
  /** Of the accounts, which are named by the codes of the roles. */
  password: string
  /** The calls, by `domain.name`; all of the contracts unless given. */
  calls?: ReadonlyMap<string, Endpoint>
}

/** One request and what came of it. */
export type Probe = {
  call: string
  as: string
  /** Everything that was tried. */
  why: 'nobody' | 'not permitted' | 'nothing filled in' | 'no such record' | 'sample'
  status: number
  ms: number
  /** Everything that is not as the contract says; empty when all is. */
  drift: string[]
}
export type Recording = { calls: number; answered: string[]; probes: Probe[] }

type Input = Record<string, WireValue>
type Answer = { status: number; type: string; body: unknown; ms: number }

/** @throws {Error} when no account can sign in */
export async function recordContract(options: RecorderOptions): Promise<Recording> {
  const calls = options.calls ?? namedCalls
  const ask = asker(options)
  const tokens = await signInAll(ask, options.password)
  const probes: Probe[] = []
  const answered = new Set<string>()
  const world: World = { ids: {}, tenant: options.tenant }

  async function probe(
    [call, endpoint]: [string, Endpoint],
    as: string,
    why: Probe['why'],
    input: Input,
    expected: readonly number[],
  ): Promise<Answer> {
    const answer = await ask(endpoint, input, tokens.get(as))
    const drift = driftOf(endpoint, answer, expected, why)
    probes.push({ call, as, why, status: answer.status, ms: answer.ms, drift })
    if (why === 'sample' && answer.status === 200 && drift.length === 0) answered.add(call)
    return answer
  }

  for (const entry of calls) {
    const [name, endpoint] = entry
    const isPublic = endpoint.access === 'public'
    if (!isPublic) await probe(entry, 'nobody', 'nobody', {}, [401])
    const needed = requiredFields(endpoint)
    for (const role of tokens.keys()) {
      if (isPublic) break
      if (!mayCall(endpoint, role)) await probe(entry, role, 'not permitted', {}, [403])
      else if (needed.length > 0) await probe(entry, role, 'nothing filled in', {}, [400])
    }
    if (isPublic && needed.length > 0) await probe(entry, 'nobody', 'nothing filled in', {}, [400])
    const absent = absentRecord(needed)
    const holder = holderOf(endpoint, tokens)
    if (holder && absent && !(name in samples)) {
      await probe(entry, holder, 'no such record', absent, [400, 404, 409, 422])
    }
  }

  // In the order of the table: what one answers, the next ones ask for.
  for (const [name, sample] of Object.entries(samples)) {
    const endpoint = calls.get(name)
    const input = endpoint && sample.input(world)
    if (!endpoint || !input) continue
    const holders =
      endpoint.access === 'public' ? ['nobody'] : [...tokens.keys()].filter((role) => mayCall(endpoint, role))
    for (const role of holders) {
      const { status, body } = await probe([name, endpoint], role, 'sample', input, sample.also ?? [200])
      if (status === 200) sample.learn?.(body, world)
    }
  }
  return { calls: calls.size, answered: [...answered], probes }
}

function asker({ send, tenant }: RecorderOptions) {
  return async (endpoint: Endpoint, input: Input, token?: string): Promise<Answer> => {
    const form = encodeForm(input)
    const headers = new Headers({
      'x-nlos-tenant': tenant,
      'x-nlos-client-ip': '192.0.2.7',
      'x-nlos-request-id': randomUUID(),
      accept: endpoint.kind === 'file' ? '*/*' : 'application/json',
    })
    if (token !== undefined) headers.set('token', token)
    const isGet = endpoint.method === 'GET'
    const init: RequestInit = { method: endpoint.method, headers }
    if (endpoint.kind === 'upload') init.body = multipart(input)
    else if (!isGet) {
      headers.set('content-type', 'application/x-www-form-urlencoded')
      init.body = form
    }
    const started = performance.now()
    const response = await send(`${endpoint.path}${isGet && form ? `?${form}` : ''}`, init)
    const bytes = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? ''
    const isJson = /^application\/json\b/i.test(type)
    return {
      status: response.status,
      type,
      body: isJson ? parse(bytes.toString('utf8')) : bytes,
      ms: Math.round(performance.now() - started),
    }
  }
}

function multipart(input: Input): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) form.set(name, String(value))
  return form
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Tokens of the accounts that the service knows, by role. */
async function signInAll(ask: ReturnType<typeof asker>, password: string): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  const hashed = createHash('md5').update(password).digest('hex')
  let last: Answer | undefined
  for (const role of Object.keys(roles)) {
    last = await ask(identity.login, { account: role, password: hashed })
    const parsed = identity.login.output.safeParse(last.body)
    if (last.status === 200 && parsed.success) tokens.set(role, parsed.data.token)
  }
  if (tokens.size === 0) throw new Error(`No account can sign in: POST /login/go answers ${last?.status}.`)
  return tokens
}

const permissionsOf = (role: string): readonly string[] =>
  roles[role as keyof typeof roles]?.permissions ?? []

function mayCall({ access }: Endpoint, role: string): boolean {
  return typeof access === 'string' || access.some((permission) => permissionsOf(role).includes(permission))
}

function holderOf(endpoint: Endpoint, tokens: ReadonlyMap<string, string>): string | undefined {
  if (endpoint.access === 'public') return undefined
  return [...tokens.keys()].find((role) => mayCall(endpoint, role))
}

/** Values of fields by which a record that is not there is asked for. */
const absentValues: Record<string, WireValue> = {
  id: 999_999_999_999,
  orderId: 999_999_999_999,
  fileId: 1,
  rowVersion: 1,
}

/** Undefined for a call that needs more than the address of a record. */
function absentRecord(needed: readonly string[]): Input | undefined {
  if (!needed.includes('id') && !needed.includes('orderId')) return undefined
  const known = needed.every((field) => field in absentValues || field === 'eventId')
  if (!known) return undefined
  return Object.fromEntries(
    needed.map((field) => [field, field === 'eventId' ? randomUUID() : (absentValues[field] ?? 1)]),
  )
}

function driftOf(
  endpoint: Endpoint,
  answer: Answer,
  expected: readonly number[],
  why: Probe['why'],
): string[] {
  const { status } = answer
  if (!expected.includes(status)) {
    if (status === 404 && why !== 'sample') return ['the call is missing: 404']
    return [`status ${status}, expected ${expected.join(' or ')}`]
  }
  if (status !== 200) return errorDrift(answer, endpoint, why)
  if (endpoint.kind === 'file') return Buffer.isBuffer(answer.body) ? [] : [`a file as ${answer.type}`]
  if (answer.body === undefined || Buffer.isBuffer(answer.body))
    return [`no JSON but ${answer.type || 'nothing'}`]
  const parsed = endpoint.output.safeParse(answer.body)
  if (!parsed.success) {
    return parsed.error.issues.slice(0, 10).map(({ path, message }) => `at ${pathText(path)}: ${message}`)
  }
  return unknownFields(answer.body, parsed.data).map((path) => `unknown field ${path}`)
}

function errorDrift({ body, type }: Answer, endpoint: Endpoint, why: Probe['why']): string[] {
  const parsed = errorBody.safeParse(body)
  if (!parsed.success) return [`an error of another shape (${type || 'no type'})`]
  const drift = unknownFields(body, parsed.data).map((path) => `unknown field ${path} of an error`)
  if (why !== 'nothing filled in' || endpoint.kind === 'upload') return drift
  const named = Object.keys(parsed.data.fields ?? {})
  const unnamed = requiredFields(endpoint).filter(
    (field) => !named.some((name) => name.split('.')[0] === field),
  )
  return unnamed.length === 0 ? drift : [...drift, `400 names no field ${unnamed.join(', ')}`]
}

const pathText = (path: readonly PropertyKey[]) => path.map(String).join('.') || 'the top'
