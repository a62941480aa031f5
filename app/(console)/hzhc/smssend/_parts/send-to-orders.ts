import { ApiError } from '@/lib/client/api-error'
import { messageOf } from '@/lib/client/funnel'
import { tellWrittenOnce } from '@/lib/client/written'
import type { SmsTarget, sms } from '@/lib/domains/sms/contract'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { keyOf } from './recipient-key'

export type Result = { ok: boolean; said: string }
/** By order and person. */
export type Results = ReadonlyMap<string, Result>

/** One call for each order, one after another; each person has a result, whatever became of the others. */
export async function sendToOrders(
  targets: readonly SmsTarget[],
  chosen: ReadonlySet<string>,
  send: (orderId: number, recipients: string[]) => Promise<OutputOf<typeof sms.send>>,
): Promise<Results> {
  const results = new Map<string, Result>()
  await tellWrittenOnce(async () => {
    for (const { orderId, recipients } of targets) {
      const keys = recipients.map(({ key }) => key).filter((key) => chosen.has(keyOf(orderId, key)))
      if (keys.length === 0) continue
      try {
        const answer = await send(orderId, keys)
        for (const { key, smsNo, reason } of answer.results)
          results.set(keyOf(orderId, key), { ok: smsNo !== null, said: smsNo ?? reason ?? '' })
      } catch (error) {
        // A wrong field is the form's affair, and the same for all of them.
        if (!(error instanceof ApiError) || error.status === 400) throw error
        for (const key of keys) results.set(keyOf(orderId, key), { ok: false, said: messageOf(error) })
      }
    }
  })
  return results
}
