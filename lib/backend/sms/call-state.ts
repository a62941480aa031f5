import { eq, type SQL, sql } from 'drizzle-orm'
import type { SmsState } from '../../rules/sms.ts'
import { db } from '../db/client.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { smsRecord } from '../db/schema/sms.ts'

/** How a text stands is read from the call that takes it outside: it is nowhere kept a second time. */

const ofRecord = sql`${outsideCall.tenantId} = ${smsRecord.tenantId} and ${outsideCall.id} = ${smsRecord.callId}`

const state = sql<SmsState>`case ${outsideCall.status} when 'done' then 'delivered' when 'sent' then 'sent'
  when 'queued' then 'waiting' else 'failed' end`

/** Of a row of `sms_record`. */
export const callState = sql<SmsState>`(select ${state} from ${outsideCall} where ${ofRecord})`
export const callFailure = sql<
  string | null
>`(select ${outsideCall.reason} from ${outsideCall} where ${ofRecord} and ${outsideCall.status} in ('failed', 'dead'))`

export const inState = (wanted: SmsState): SQL => sql`${callState} = ${wanted}`

export async function stateOf(id: number): Promise<SmsState> {
  const [row] = await db().select({ state: callState }).from(smsRecord).where(eq(smsRecord.id, id))
  if (!row) throw new Error(`no SMS ${id}`)
  return row.state
}
