import { setTimeout as rest } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { LiveEvent } from '../platform/contract/live.ts'
import { LIVE_EVENTS } from '../platform/contract/live-wire.ts'
import { log } from './log.ts'

/**
 * Everything that happens to signed-in users, as an outside service tells it: `LIVE_EVENTS` of
 * lib/platform/contract/live-wire.ts.
 */

/** The service says something every 30 s at the latest; a stream silent for longer than this is dead. */
const SILENCE = 45_000
const FIRST_DELAY = 500
const LONGEST_DELAY = 30_000
/** A service that tells nothing is asked again after this many ms, however many browsers come meanwhile. */
const FORGET_REFUSAL = 10_000
const MAX_LINE = 64 * 1024

type Hear = (event: LiveEvent | null) => void
export type LiveTimes = { silence: number; firstDelay: number; longestDelay: number; forgetRefusal: number }
const TIMES: LiveTimes = {
  silence: SILENCE,
  firstDelay: FIRST_DELAY,
  longestDelay: LONGEST_DELAY,
  forgetRefusal: FORGET_REFUSAL,
}

/** @param headers what every request to the service carries */
export function httpLive(base: URL, headers: Record<string, string>, times: LiveTimes = TIMES) {
  const address = `${base.origin}${base.pathname.replace(/\/$/, '')}${LIVE_EVENTS}`
  const agent = new Agent({ bodyTimeout: times.silence, headersTimeout: times.silence })
  const closed = new AbortController()
  let refused: { error: Error; until: number } | undefined

  async function open() {
    const { statusCode, body } = await request(address, { headers, dispatcher: agent, signal: closed.signal })
    if (statusCode === 200) return body
    await body.dump()
    throw new Error(`the upstream tells no events: ${statusCode} at ${LIVE_EVENTS}`)
  }

  /** Reads one stream after the other; each but the first begins with null, for what was missed. */
  async function follow(first: AsyncIterable<Buffer>, hear: Hear): Promise<void> {
    let delay = times.firstDelay
    for (let stream: AsyncIterable<Buffer> | undefined = first; !closed.signal.aborted; ) {
      try {
        stream ??= await open()
        if (stream !== first) hear(null)
        delay = times.firstDelay
        for await (const line of linesOf(stream)) hear(eventIn(line))
      } catch (error) {
        if (!closed.signal.aborted) log('events broke off', { reason: String(error) }, 'warn')
      }
      stream = undefined
      await rest(delay, undefined, { signal: closed.signal, ref: false }).catch(() => undefined)
      delay = Math.min(delay * 2, times.longestDelay)
    }
  }

  return {
    /**
     * Hears events from now on, over breaks of the connection.
     * @throws {Error} when the service does not answer, or tells none
     */
    async listen(hear: Hear): Promise<void> {
      if (refused && refused.until > Date.now()) throw refused.error
      try {
        const stream = await open()
        void follow(stream, hear)
      } catch (error) {
        refused = {
          error: error instanceof Error ? error : new Error(String(error)),
          until: Date.now() + times.forgetRefusal,
        }
        throw refused.error
      }
    },
    async close(): Promise<void> {
      closed.abort()
      await agent.destroy()
    },
  }
}

/** The lines of a stream that are not empty. @throws {Error} on one too long */
async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let waiting = ''
  for await (const chunk of stream) {
    waiting += decoder.decode(chunk, { stream: true })
    const lines = waiting.split('\n')
    waiting = lines.pop() ?? ''
    if (waiting.length > MAX_LINE) throw new Error('a line without an end')
    yield* lines.filter((line) => line !== '')
  }
}

/** An event of a shape we know, for users; anything else is as good as missed. */
function eventIn(line: string): LiveEvent | null {
  const event: unknown = JSON.parse(line)
  if (typeof event !== 'object' || event === null) return null
  const { type, userIds, data } = event as Record<string, unknown>
  const known =
    typeof type === 'string' &&
    Array.isArray(userIds) &&
    userIds.every((id) => Number.isSafeInteger(id)) &&
    typeof data === 'object' &&
    data !== null
  return known ? (event as LiveEvent) : null
}
