import { say } from '../../../i18n/say.ts'
import { endWaiting } from '../../../platform/changes/end-change.ts'

/** The funder has answered, or nobody asks it any more: a consent that waits for its check is one to nothing. */
export const endConsent = (pushId: number, now: Date): Promise<void> =>
  endWaiting('funder', pushId, { now, reason: say('capitalOrders.consentOver') })
