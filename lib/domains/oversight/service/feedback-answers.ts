import { eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, mostCounted, peopleNamed, textIn, to } from '../../../platform/db/list-conditions.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { feedbackTypes } from '../../system/rules/feedback.ts'
import { feedback } from '../../system/table.ts'
import { oversight } from '../contract.ts'

/** So much of a feedback stands in the title of its answer. */
const titleLength = 20

/** 问题反馈. */
export const feedbacks = defineList(oversight.feedback, {
  table: feedback,
  scope: 'tenant',
  filters: {
    from: from(feedback.createdAt),
    to: to(feedback.createdAt),
    plainType: is(feedback.plainType),
    status: is(feedback.status),
  },
  search: (q) => or(inArray(feedback.userId, peopleNamed(q)), textIn(feedback.content)(q)),
  sorts: { createdAt: feedback.createdAt },
  rows: readFeedback,
  countTo: mostCounted,
})

const handler = alias(sysUser, 'handler')

async function readFeedback(ids: number[]): Promise<OutputOf<typeof oversight.feedback>['data']> {
  const rows = await db()
    .select({
      id: feedback.id,
      rowVersion: feedback.rowVersion,
      createdAt: feedback.createdAt,
      plainType: feedback.plainType,
      content: feedback.content,
      page: feedback.page,
      status: feedback.status,
      userId: feedback.userId,
      name: sysUser.name,
      account: sysUser.account,
      orgName: orgUnit.name,
      note: feedback.note,
      handledByName: sql<string>`coalesce(${handler.name}, '')`,
      handledAt: feedback.handledAt,
    })
    .from(feedback)
    .innerJoin(sysUser, eq(sysUser.id, feedback.userId))
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .leftJoin(handler, eq(handler.id, feedback.handledBy))
    .where(inArray(feedback.id, ids))
  return rows.map(({ plainType, ...row }) => ({
    ...row,
    plainType: feedbackTypes.find((type) => type === plainType) ?? '04',
  }))
}

export const feedbackSubject = subject({
  noun: 'feedback',
  nameOf: ({ id }: typeof feedback.$inferSelect) => id,
  lock: byId(feedback),
})

/** 处理: a note on a feedback, and with `answer` a message to its writer. */
export async function handleFeedback(
  { id, note, answer }: { id: number; note: string; answer: boolean },
  { actor, now }: Call,
  row: typeof feedback.$inferSelect,
): Promise<{ rowVersion: number }> {
  const at = now.toISOString()
  const changed = { status: answer ? ('已回复' as const) : ('已处理' as const), note }
  await db()
    .update(feedback)
    .set({
      ...changed,
      handledBy: actor.id,
      handledAt: at,
      ...changedBy(feedback, { actor, now }),
    })
    .where(eq(feedback.id, id))
  if (answer) {
    const characters = Array.from(row.content.replace(/\s+/g, ' '))
    const what = characters.slice(0, titleLength).join('') + (characters.length > titleLength ? '…' : '')
    await sendMessages([
      {
        userId: row.userId,
        kind: 'notice',
        title: say('oversight.answerTitle', { what }),
        body: note,
        createdAt: at,
        createdBy: actor.id,
      },
    ])
  }
  const before = { status: row.status, note: row.note }
  await audit({ before, after: changed })
  return { rowVersion: row.rowVersion + 1 }
}
