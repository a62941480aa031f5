import type { Conflict, ErrorBody } from '../platform/contract/errors.ts'

/** Status of a call that got no answer: broken connection or timeout. */
export const noAnswer = 0

/** The keys of the two texts that the browser says itself (specification point 8), and what a write without an answer says. */
export type OwnMessage = 'errors.timeout' | 'errors.unknown' | 'errors.unsure'

/**
 * A call that was not answered with 200. `message` is the service's own text; when there is none, `ownMessage`
 * names the text to show instead and `message` is empty.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status, or {@link noAnswer}. */
  readonly status: number
  readonly ownMessage: OwnMessage | undefined
  /** Path of the form's values to message or rule key, on 400. */
  readonly fields: Readonly<Record<string, string>>
  /** Everything that changed meanwhile, on 409. */
  readonly conflict: Conflict | undefined
  /** Login: the next try needs a captcha. */
  readonly captcha: boolean
  /** Finds the failure in the service's log. */
  readonly id: string | undefined
  readonly code: string | undefined
  /** The people who can clear a refusal, in a sentence. */
  readonly hint: string | undefined
  /** The order that a rule refused. */
  readonly orderId: number | undefined
  /** Whoever made the call shows a 409 in its place: no toast says it again. */
  told = false
  /** A write that nobody answered: whether it was done nobody knows, and the same once more is done once. */
  unsure = false

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    // A service that is closed says why; above that nobody of ours has answered.
    const timedOut = status === noAnswer || (status > 500 && status !== 503)
    const message = timedOut ? '' : (body.message ?? '')
    super(message)
    this.status = status
    this.ownMessage = timedOut ? 'errors.timeout' : message === '' ? 'errors.unknown' : undefined
    this.fields = body.fields ?? {}
    this.conflict = body.conflict
    this.captcha = body.captcha ?? false
    this.id = body.id
    this.code = body.code
    this.hint = body.hint
    this.orderId = body.orderId
  }
}

/** The error of an answer other than 200. A body that is no JSON counts as none. */
export function errorOf(status: number, text: string): ApiError {
  try {
    const body: unknown = JSON.parse(text)
    return new ApiError(status, typeof body === 'object' && body !== null ? body : {})
  } catch {
    return new ApiError(status)
  }
}
