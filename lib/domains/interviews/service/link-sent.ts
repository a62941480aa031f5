import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { answered } from '../../../platform/outside/answered.ts'
import { videoInterview } from '../table.ts'

/** The SMS with a link to an interview: the clerk who waits for the customer is told when it did not go. */
export const interviewLinkSent = answered<'sms'>({
  purpose: 'outside.about.interviewLink',
  done: async () => undefined,
  failed: (reason, { aboutId }) => tellAgent(aboutId, reason),
  dead: (reason, { aboutId }) => tellAgent(aboutId, reason),
})

async function tellAgent(id: number, reason: string): Promise<void> {
  const [row] = await db().select().from(videoInterview).where(eq(videoInterview.id, id))
  if (!row?.agentId) return
  await sendMessages([
    {
      kind: 'notice',
      userId: row.agentId,
      orderId: row.orderId,
      opens: 'videoInterview',
      title: say('interviews.smsFailed', { reason }),
      body: say('messages.customer', { name: row.signer }),
      createdAt: new Date().toISOString(),
    },
  ])
}
