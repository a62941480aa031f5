import { href } from '../routes.ts'
import type { ApiError, OwnMessage } from './api-error.ts'

/** The effects of the funnel on the page; given once by {@link setFunnelEffects}. */
export type FunnelEffects = {
  translate(key: OwnMessage): string
  /** Shows an error toast. A toast of the same message that is still up is the same toast. `place` is where it leads. */
  toast(message: string, incidentId: string | undefined, hint?: string, place?: string): void
  /** Clears what the browser keeps of the session and goes to the login page. */
  signOut(): void
  /** Goes to the lock page. */
  lock(): void
}

/** Answers that show at their field or in their form instead of a toast (specification point 9). */
const statusWhitelist = [400]

/** A page fires several calls at once; when the session is over, one of them leads to the login page. */
const oneSignOutMs = 10_000

let effects: FunnelEffects | undefined
let signedOutAt = Number.NEGATIVE_INFINITY

/** Connects the funnel to the page. Before that, errors only reject. */
export function setFunnelEffects(next: FunnelEffects | undefined): void {
  effects = next
  signedOutAt = Number.NEGATIVE_INFINITY
}

/**
 * The one place where a failed call meets the user (specification point 8): every status but the whitelisted
 * shows a toast; 401 leaves for the login page as well, 423 for the lock page without a toast.
 */
export function report(error: ApiError): void {
  if (!effects || statusWhitelist.includes(error.status)) return
  if (error.status === 423) {
    effects.lock()
    return
  }
  if (error.status === 401) {
    if (Date.now() - signedOutAt < oneSignOutMs) return
    signedOutAt = Date.now()
  }
  // The number of the log line helps where the service failed; a refusal says itself what to do.
  const { toast, translate } = effects
  const hint = error.unsure ? translate('errors.unsure') : error.hint
  const tell = () => {
    if (!error.told)
      toast(
        messageOf(error),
        incidentOf(error),
        ...(hint === undefined && error.orderId === undefined ? [] : [hint]),
        ...(error.orderId === undefined ? [] : [href('reviewProgress', { orderId: error.orderId })]),
      )
  }
  // A conflict is said once: by the dialog or the notice of a form that shows what differs, which hears of it after this.
  if (error.status === 409) setTimeout(tell)
  else tell()
  if (error.status === 401) effects.signOut()
}

/** The number that finds a failure of the service in its log; a refusal has none to show. */
export function incidentOf(error: ApiError): string | undefined {
  return error.status >= 500 ? error.id : undefined
}

/** True where asking again may help: what was refused stays refused. */
export function mayRetry({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** The text to show for an error: the service's text, 请求超时 or 未知错误. */
export function messageOf(error: ApiError): string {
  return error.ownMessage ? (effects?.translate(error.ownMessage) ?? '') : error.message
}

/** The text to show for a refusal where no field stands for what was wrong: the texts of the fields themselves. */
export function refusalOf(error: ApiError): string {
  const texts = Object.values(error.fields)
  return texts.length > 0 ? [...new Set(texts)].join('\n') : messageOf(error)
}
