import { desc, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { Outcome } from '../../../platform/outside/outcome.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { outsideCall } from '../../../platform/outside/table.ts'
import { bankCard } from '../../customers/table.ts'
import { businessDay } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { releasedLoan } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { deductTask } from '../table.ts'

/** A loan whose repayment card is bound, on the day on which its first rent is due. */
export async function dueLoan(backend: TestBackend): Promise<{ loanId: number; rowVersion: number }> {
  const loanId = await releasedLoan(backend)
  return inTenant(1, async () => {
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId))
    const owner = {
      ownerType: 'customer',
      ownerId: loan?.customerId ?? 0,
      holderName: '代扣',
      usage: 'repay',
    }
    const bound = { bindStatus: '已绑定' as const, agreementNo: 'XY1' }
    const [card] = await db()
      .insert(bankCard)
      .values({ ...owner, cardNo: '9999990000000000121', ...bound })
      .returning({ id: bankCard.id })
    await db()
      .update(application)
      .set({ repayCardId: card?.id ?? 0 })
      .where(eq(application.id, loan?.orderId ?? 0))
    const day = loan?.nextDueDate ?? ''
    await db()
      .insert(businessDay)
      .values({ day })
      .onConflictDoUpdate({ target: [businessDay.tenantId], set: { day } })
    return { loanId, rowVersion: loan?.rowVersion ?? 0 }
  })
}

export const deductionsOf = (loanId: number) =>
  inTenant(1, () =>
    db().select().from(deductTask).where(eq(deductTask.loanId, loanId)).orderBy(desc(deductTask.day)),
  )

/** The bank answers the newest attempt of a loan's newest task. */
export async function deductSays(loanId: number, outcome: Outcome): Promise<void> {
  const [task] = await deductionsOf(loanId)
  const [call] = await inTenant(1, () =>
    db()
      .select()
      .from(outsideCall)
      .where(eq(outsideCall.onceKey, `${task?.taskNo}-${task?.attempt}`)),
  )
  if (!call) throw new Error('the bank was not asked')
  await inTenant(1, () => settle(call.id, { kind: 'callback', ms: 0 }, outcome))
}
