import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { pathToFileURL } from 'node:url'
import { getEnv } from '../env.ts'
import { checkedUpstream } from './answer-check.ts'
import { gathered, type UpstreamTogether } from './gathered-calls.ts'
import { httpLine } from './http-line.ts'
import { httpLive } from './http-live.ts'
import { httpUpstream } from './http-upstream.ts'
import { gauge } from './metrics.ts'
import { oncePerProcess } from './once-per-process.ts'
import { sessionKeys } from './session-secret.ts'
import type { Stop } from './stop.ts'
import {
  type Upstream,
  UpstreamFailure,
  type UpstreamRequest,
  type UpstreamResponse,
} from './upstream-call.ts'

type BackendModule = typeof import('../domains/open-backend.ts')
type Backend = Awaited<ReturnType<BackendModule['openBackend']>>

/** Opens a line of the built-in call-centre. */
export type OpenLine = Backend['openLine']

const BACKEND = Symbol.for('nlos.backend')
type Holder = { [BACKEND]?: Promise<Backend> }

/**
 * The embedded backend of this process, opened at the first call. The import is native and hidden from the
 * bundler, so that Next's output never contains the backend.
 */
function embeddedBackend(): Promise<Backend> {
  const holder = globalThis as typeof globalThis & Holder
  holder[BACKEND] ??= openEmbedded().catch((error: unknown) => {
    delete holder[BACKEND]
    throw error
  })
  return holder[BACKEND]
}

async function openEmbedded(): Promise<Backend> {
  const file = pathToFileURL(join(process.cwd(), 'lib', 'domains', 'open-backend.ts')).href
  const module: BackendModule = await import(/* turbopackIgnore: true */ /* webpackIgnore: true */ file)
  // The demo's own secret is a file that the console keeps.
  const backend = await module.openBackend({ ...getEnv(), sessionSecrets: sessionKeys() })
  gauge('nlos_database_pool', () => {
    const { open = 0, idle = 0, waiting = 0 } = backend.load() ?? {}
    return { 'state="open"': open, 'state="idle"': idle, 'state="waiting"': waiting }
  })
  return backend
}

/** The embedded backend as an upstream. */
export const embeddedUpstream =
  (open: () => Promise<Pick<Backend, 'fetch'>>): Upstream =>
  (request) =>
    answered(request, open, (backend) => backend.fetch(toWebRequest(request)))

/** Several calls of one session, in one transaction of the embedded backend. */
export const embeddedTogether =
  (open: () => Promise<Pick<Backend, 'fetchTogether'>>): UpstreamTogether =>
  (requests) => {
    let answers: Promise<Response>[] | undefined
    return requests.map((request, at) =>
      answered(request, open, async (backend) => {
        answers ??= backend.fetchTogether(requests.map(toWebRequest))
        const answer = answers[at]
        if (!answer) throw new Error('a call without an answer')
        return answer
      }),
    )
  }

async function answered<B>(
  request: UpstreamRequest,
  open: () => Promise<B>,
  ask: (backend: B) => Promise<Response>,
): Promise<UpstreamResponse> {
  let backend: B
  try {
    backend = await open()
  } catch (error) {
    throw new UpstreamFailure('unreachable', `the embedded backend does not open: ${textOf(error)}`)
  }
  try {
    const response = await untilStopped(ask(backend), request.stop)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await bodyOf(response, request),
    }
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    if (request.stop.reason !== undefined) throw new UpstreamFailure('aborted', 'aborted')
    throw new UpstreamFailure('lost', textOf(error))
  }
}

function toWebRequest(request: UpstreamRequest): Request {
  const { body, method, headers, stop } = request
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal: stop.signal(), duplex: 'half' }
  if (body instanceof Readable) init.body = Readable.toWeb(body) as globalThis.ReadableStream
  else if (body !== null) init.body = new Uint8Array(body)
  return new Request(`http://backend${request.path}${request.query}`, init)
}

async function bodyOf(response: Response, request: UpstreamRequest): Promise<Buffer | Readable> {
  if (request.stream && response.status === 200 && response.body) {
    return Readable.fromWeb(response.body as ReadableStream)
  }
  const body = Buffer.from(await untilStopped(response.arrayBuffer(), request.stop))
  if (body.length > request.maxAnswerBytes) {
    throw new UpstreamFailure('garbage', `answer over ${request.maxAnswerBytes} bytes`)
  }
  return body
}

/** The work's result, unless the call ends first: a handler that never looks at it must not hold the door. */
function untilStopped<T>(work: Promise<T>, stop: Stop): Promise<T> {
  return new Promise((resolve, reject) => {
    stop.onStop(() => reject(new UpstreamFailure('aborted', 'aborted')))
    work.then(resolve, reject)
  })
}

const textOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

type Chosen = {
  call: Upstream
  /** For what a page asks before it is drawn; an outside service is asked one call by one. */
  forPages: Upstream
  /** Hears what happens to signed-in users. Rejects where an outside service tells nothing. */
  listen: Backend['listen']
  /** The built-in call-centre. Rejects where an outside service has none. */
  openLine: OpenLine
  ready: () => Promise<boolean>
  close: () => Promise<void>
}

/** The service at a URL, which may want a key of whoever calls it. */
function outsideUpstream(url: URL, key: string | undefined): Chosen {
  const own: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const line = httpUpstream(url, own)
  const call = checkedUpstream(line, getEnv().answers)
  const live = httpLive(url, own)
  return {
    call,
    forPages: call,
    listen: live.listen,
    openLine: httpLine(url, own),
    // Pages say so when the service is away; taking the console out as well would help nobody.
    ready: async () => true,
    close: async () => void (await Promise.all([line.close(), live.close()])),
  }
}

/** The upstream of this process: `NLOS_UPSTREAM_URL`, or the embedded backend. */
export function chosenUpstream(): Chosen {
  return oncePerProcess('upstream', (): Chosen => {
    const { upstreamUrl, upstreamKey } = getEnv()
    if (upstreamUrl !== undefined) return outsideUpstream(upstreamUrl, upstreamKey)
    const holder = globalThis as typeof globalThis & Holder
    return {
      call: embeddedUpstream(embeddedBackend),
      forPages: gathered(embeddedTogether(embeddedBackend)),
      listen: async (hear) => (await embeddedBackend()).listen(hear),
      openLine: async (...line) => (await embeddedBackend()).openLine(...line),
      ready: async () => (await embeddedBackend()).ready(),
      close: async () => (await holder[BACKEND])?.close(),
    }
  })
}
