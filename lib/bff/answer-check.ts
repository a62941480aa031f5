import { endpointTable } from '../domains/endpoints.ts'
import { getEnv } from '../env.ts'
import type { Endpoint } from '../platform/contract/endpoint.ts'
import { unknownFields } from '../platform/contract/unknown-fields.ts'
import { log } from './log.ts'
import { count } from './metrics.ts'
import { oncePerProcess } from './once-per-process.ts'
import { type Upstream, UpstreamFailure, type UpstreamRequest } from './upstream-call.ts'

/**
 * Answers of an outside service are held against the contract: what differs is in the log, counted, and on a page of
 * the administrator. The embedded backend checks its own answers before it gives them.
 */

/** One way in which the answers of a call differ from its contract. */
export type AnswerDrift = {
  /** The tenant whose calls they are: names of fields and numbers of requests are a tenant's own. */
  tenant: string
  /** `POST /home/list` */
  call: string
  /** `data[].amount: invalid_type` for what is missing or of another kind, `data[].surprise` for what nobody declared. */
  what: string
  /** True where nobody declared it: the answer can be used without. */
  surplus: boolean
  times: number
  /** Epoch ms. */
  firstAt: number
  lastAt: number
  /** Of the last one; the log line and the service's own find it by this. */
  requestId: string
}

/** Ways kept in a process; a service that sends something else each time must not fill it. */
const MOST_DRIFTS = 500
/** Ways told of one answer; a list that is wrong is wrong in every row. */
const MOST_OF_ONE = 10

const drifts = () => oncePerProcess('answer-drifts', () => new Map<string, AnswerDrift>())

/** The way of handling an answer that differs; `none` where the embedded service answers, which checks its own. */
export const answerMode = (): 'none' | 'report' | 'refuse' => {
  const { upstreamUrl, answers } = getEnv()
  return upstreamUrl === undefined ? 'none' : answers
}

/** Everything that differed in the calls of a tenant since this process began, the latest first. */
export const answerDrifts = (tenant: string): AnswerDrift[] =>
  [...drifts().values()]
    .filter((drift) => drift.tenant === tenant)
    .sort((a, b) => b.lastAt - a.lastAt || a.what.localeCompare(b.what))

type Checked = Pick<Endpoint, 'kind' | 'output'>

/**
 * The same upstream, whose JSON answers of 200 are held against the contract.
 * @param mode `report` passes every answer on as it came, and looks at some of them once they are out; `refuse` looks at
 *   all, passes on what the contract declares alone, and nothing of an answer that lacks something
 */
export function checkedUpstream(
  upstream: Upstream,
  mode: 'report' | 'refuse',
  table: ReadonlyMap<string, Checked> = endpointTable,
): Upstream {
  const isTurn = createSample()
  return async (request) => {
    const response = await upstream(request)
    const call = `${request.method} ${request.path}`
    const endpoint = table.get(call)
    const { status, body } = response
    if (!endpoint || endpoint.kind === 'file' || status !== 200 || !Buffer.isBuffer(body)) return response
    if (mode === 'report') {
      // Whoever asked has the answer before anybody looks at it.
      if (isTurn(call)) setImmediate(() => compare(request, call, endpoint, body))
      return response
    }
    const compared = compare(request, call, endpoint, body)
    // No JSON at all is refused behind this, whatever the mode.
    if (!compared) return response
    const { parsed, wrong, surplus } = compared
    if (!parsed.success) throw new UpstreamFailure('garbage', `not as the contract says: ${wrong[0]}`)
    return surplus.length === 0 ? response : { ...response, body: Buffer.from(JSON.stringify(parsed.data)) }
  }
}

/** Answers of each call that a report looks at before it takes samples: a wrong service is wrong in the first ones. */
const FIRST_ONES = 20
/** Looking costs some three calls through the door, so that it may cost one in a hundred. */
const ONE_OF = 300

/** @returns whether it is the turn of this answer of a call to be looked at */
function createSample(): (call: string) => boolean {
  const answers = new Map<string, number>()
  return (call) => {
    const before = answers.get(call) ?? 0
    answers.set(call, before + 1)
    return before < FIRST_ONES || before % ONE_OF === 0
  }
}

/** Holds an answer against its contract and tells what differs. @returns undefined for what is no JSON */
function compare({ headers }: UpstreamRequest, call: string, { output }: Checked, body: Buffer) {
  const answer = parseJson(body)
  if (answer === undefined) return undefined
  const parsed = output.safeParse(answer)
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path, code }) => `${placeOf(path)}: ${code}`)
  const surplus = parsed.success ? unknownFields(answer, parsed.data) : []
  const requestId = headers['x-nlos-request-id'] ?? ''
  const tenant = headers['x-nlos-tenant'] ?? ''
  for (const what of new Set(wrong.slice(0, MOST_OF_ONE))) {
    note({ tenant, call, what, surplus: false, requestId })
  }
  for (const what of surplus.slice(0, MOST_OF_ONE)) note({ tenant, call, what, surplus: true, requestId })
  if (wrong.length + surplus.length > 0) count('nlos_answers_drifted_total', `call="${call}"`)
  return { parsed, wrong, surplus }
}

type Found = Pick<AnswerDrift, 'tenant' | 'call' | 'what' | 'surplus' | 'requestId'>

/** The first time is in the log; a service that drifts does so at every call. */
function note(found: Found): void {
  const known = drifts()
  const key = `${found.tenant} ${found.call} ${found.what}`
  const now = Date.now()
  const before = known.get(key)
  if (before) {
    known.set(key, { ...before, times: before.times + 1, lastAt: now, requestId: found.requestId })
    return
  }
  if (known.size >= MOST_DRIFTS) return
  known.set(key, { ...found, times: 1, firstAt: now, lastAt: now })
  const { tenant, call, what, surplus, requestId } = found
  log('answer not as the contract says', { id: requestId, tenant, call, what, surplus }, 'error')
}

/** The path in an answer; indexes of lists are `[]`, so that a hundred rows are one finding. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? '[]' : `.${String(key)}`))
    .join('')
    .replace(/^\./, '') || 'the whole'

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
