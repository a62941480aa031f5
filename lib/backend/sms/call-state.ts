import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SmsState } from '../../rules/sms.ts'
import { db } from '../db/client.ts'
import { outsideCall } from '../db/schema/outside.ts'
import { smsRecord } from '../db/schema/sms.ts'

/** How a text stands is read from the call that takes it outside: it is nowhere kept a second time. */

const ofRecord = sql`${outsideCall.tenantId} = ${smsRecord.tenantId} and ${outsideCall.aboutType} = 'sms'
  and ${outsideCall.aboutId} = ${smsRecord.id}`

const stateOfCall = sql<SmsState>`case ${outsideCall.status} when 'done' then 'delivered' when 'sent' then 'sent'
  when 'queued' then 'waiting' else 'failed' end`

/** Of a row of `sms_record`. One whose call is not there any more was over long ago. */
export const callState = sql<SmsState>`coalesce((select ${stateOfCall} from ${outsideCall} where ${ofRecord}), 'delivered')`
export const callFailure = sql<
  string | null
>`(select ${outsideCall.reason} from ${outsideCall} where ${ofRecord} and ${outsideCall.status} in ('failed', 'dead'))`

export const inState = (state: SmsState): SQL => sql`${callState} = ${state}`

export async function stateOf(id: number): Promise<SmsState> {
  const [row] = await db()
    .select({ state: stateOfCall })
    .from(outsideCall)
    .where(and(eq(outsideCall.aboutType, 'sms'), eq(outsideCall.aboutId, id)))
  return row?.state ?? 'delivered'
}
