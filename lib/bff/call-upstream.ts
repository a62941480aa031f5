import type { Endpoint, InputOf, OutputOf } from '../platform/contract/endpoint.ts'
import { encodeForm } from '../platform/contract/form-text.ts'
import { forward, messageIn } from './forward.ts'
import { messageOf, Refusal } from './refusal.ts'
import type { RequestOrigin } from './request-origin.ts'
import { endSession, type Session } from './session.ts'
import { lockFrom } from './session-effects.ts'
import { Stop } from './stop.ts'
import { chosenUpstream } from './upstream.ts'
import type { Upstream } from './upstream-call.ts'

/** A call made on the server that was not answered with 200; `message` is what the user reads. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The upstream answered, but not as the contract says. */
export class UnfitAnswer extends CallError {
  override name = 'UnfitAnswer'
}

/**
 * Calls the upstream for a page, by the same path and error map as the door. The answer is the contract's: a
 * body of another shape is an {@link UnfitAnswer}. A 401 ends the session in this process and a 423 locks it, so that the
 * page it leads to does not lead back.
 * @param session undefined for a call that anybody may make
 * @param stop ends the call before its answer; a deadline is answered as 504
 * @param upstream the one of the process, unless the page gathers its calls
 * @throws {CallError}
 */
export async function callUpstream<E extends Endpoint>(
  session: Session | undefined,
  endpoint: E,
  input: InputOf<E>,
  origin: RequestOrigin,
  stop: Stop = new Stop(),
  upstream: Upstream = chosenUpstream().call,
): Promise<OutputOf<E>> {
  const form = encodeForm(input as Parameters<typeof encodeForm>[0])
  const isGet = endpoint.method === 'GET'
  const headers: Record<string, string> = isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const query = isGet && form !== '' ? `?${form}` : ''
  const body = isGet ? null : Buffer.from(form)
  try {
    const answer = await forward(upstream, { endpoint, origin, session, query, body, headers, stop })
    if (!Buffer.isBuffer(answer.body)) throw new Refusal(500, 'a file, where data was asked for')
    if (answer.status === 401 && session) endSession(session)
    if (answer.status === 423 && session) lockFrom(answer.body, session)
    if (answer.status !== 200) throw new CallError(answer.status, messageIn(answer.body, answer.status))
    const parsed = endpoint.output.safeParse(JSON.parse(answer.body.toString('utf8')))
    if (!parsed.success) throw new UnfitAnswer(500, messageOf(500))
    return parsed.data as OutputOf<E>
  } catch (error) {
    if (error instanceof CallError) throw error
    const refusal = error instanceof Refusal ? error : new Refusal(500, String(error))
    const Failure = refusal.status === 502 && refusal.code === undefined ? UnfitAnswer : CallError
    throw new Failure(refusal.status, refusal.message)
  }
}
