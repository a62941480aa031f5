import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { answered, type OutsideCall } from '../../../platform/outside/answered.ts'
import { application } from '../../orders/table.ts'
import { smsRecord } from '../table.ts'

/** A text that did not arrive is told to whoever sent it; of the others the list says it. */
export const smsSent = answered<'sms'>({
  purpose: 'outside.about.sms',
  done: async () => undefined,
  failed: tellSender,
  dead: tellSender,
})

async function tellSender(reason: string, { id }: OutsideCall): Promise<void> {
  const [row] = await db()
    .select({ sms: smsRecord, orderNo: application.orderNo })
    .from(smsRecord)
    .innerJoin(application, eq(application.id, smsRecord.orderId))
    .where(eq(smsRecord.callId, id))
  if (!row || row.sms.createdBy === 0) return
  const { kind, name, orderId, createdBy } = row.sms
  await sendMessages([
    {
      kind: 'notice',
      userId: createdBy,
      orderId,
      opens: 'contractSms',
      title: say('sms.failedTitle', { kind: say(`sms.kinds.${kind}`), orderNo: row.orderNo }),
      body: say('sms.failedBody', { name, reason }),
      createdAt: new Date().toISOString(),
    },
  ])
}
