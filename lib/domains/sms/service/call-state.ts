import { eq, type SQL, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { outsideAttempt, outsideCall } from '../../../platform/outside/table.ts'
import type { SmsState } from '../rules/sms.ts'
import { smsRecord } from '../table.ts'

/** The state of a text is read from the call that takes it outside: it is nowhere kept a second time. */

const ofRecord = sql`${outsideCall.tenantId} = ${smsRecord.tenantId} and ${outsideCall.id} = ${smsRecord.callId}`

/** The gateway said that it has it: the worker's own word means that it was tried, and nobody may have listened. */
const isTaken = sql`exists (select 1 from ${outsideAttempt} where ${outsideAttempt.tenantId} = ${outsideCall.tenantId}
  and ${outsideAttempt.callId} = ${outsideCall.id} and ${outsideAttempt.result} = 'pending'
  and ${outsideAttempt.kind} <> 'resend')`

const state = sql<SmsState>`case ${outsideCall.status} when 'done' then 'delivered' when 'queued' then 'waiting'
  when 'sent' then case when ${isTaken} then 'sent' else 'waiting' end else 'failed' end`

/** Of a row of `sms_record`. */
export const callState = sql<SmsState>`(select ${state} from ${outsideCall} where ${ofRecord})`
/** The reason why it failed: the gateway's own word, or what the worker noted of one that was given up. */
export const callFailure = sql<{ reason: string; dead: boolean } | null>`(select
  jsonb_build_object('reason', ${outsideCall.reason}, 'dead', ${outsideCall.status} = 'dead')
  from ${outsideCall} where ${ofRecord} and ${outsideCall.status} in ('failed', 'dead'))`

export const inState = (wanted: SmsState): SQL => sql`${callState} = ${wanted}`

export async function stateOf(id: number): Promise<SmsState> {
  const [row] = await db().select({ state: callState }).from(smsRecord).where(eq(smsRecord.id, id))
  if (!row) throw new Error(`no SMS ${id}`)
  return row.state
}
