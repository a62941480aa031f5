import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import type { By } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { accountKinds } from '../rules/settle-account.ts'

/** 账户审核 (domain.md 2.8): what becomes of an account when its second person has decided. */

export type Account = typeof settleAccount.$inferSelect

export const accountValues = z.object({
  accountKind: z.enum(accountKinds),
  holderName: z.string(),
  accountNo: z.string(),
  bankName: z.string(),
  isCorporate: z.boolean(),
})
export type AccountValues = z.output<typeof accountValues>

export async function setAccount(id: number, set: Partial<Account>, { actor, now }: By): Promise<void> {
  await db()
    .update(settleAccount)
    .set({
      ...set,
      ...changedBy(settleAccount, { actor, now }),
    })
    .where(eq(settleAccount.id, id))
}

export const accountChange = changeKind({
  content: accountValues,
  async lock(id) {
    const [row] = await db().select().from(settleAccount).where(eq(settleAccount.id, id)).for('no key update')
    return row
  },
  judge: async (_values, { status }: Account) =>
    status === '待审核' || status === '变更待审' ? undefined : 'changes.refusals.isOver',
  async apply(values, { id }, _approved, call) {
    const auditAt = call.now.toISOString()
    await setAccount(
      id,
      { ...values, status: '已通过', auditBy: call.actor.id, auditAt, auditNote: null },
      call,
    )
  },
  async leave(_values, { id, status }, how, { reason, actor, now }) {
    const auditAt = now.toISOString()
    // Of a change the old values stay in force.
    const back = status === '变更待审' ? '已通过' : '驳回'
    const decided = how === 'refused' ? { auditBy: actor.id, auditAt } : {}
    await setAccount(id, { status: back, auditNote: reason, ...decided }, { actor, now })
  },
})
