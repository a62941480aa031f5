import { and, eq, gte } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { nothingChanged } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import type { system } from '../contract.ts'
import { feedback } from '../table.ts'

const mostAnHour = 10
const hourMs = 3_600_000

/** 问题反馈: stores it for the administrator of the tenant. */
export async function sendFeedback(
  input: ParsedInputOf<typeof system.sendFeedback>,
  { actor, now }: Call,
): Promise<OutputOf<typeof system.sendFeedback>> {
  const anHourAgo = new Date(now.getTime() - hourMs).toISOString()
  const recent = await db().$count(
    feedback,
    and(eq(feedback.userId, actor.id), gte(feedback.createdAt, anHourAgo)),
  )
  if (recent >= mostAnHour) {
    // The same words may be sent when the hour is over.
    nothingChanged()
    return { code: '2', msg: say('account.feedbackLimit') }
  }
  await db().insert(feedback).values({
    userId: actor.id,
    plainType: input.plain_type,
    content: input.content,
    page: input.page,
    createdAt: now.toISOString(),
    createdBy: actor.id,
  })
  return { code: '1', msg: say('account.feedbackSent') }
}
