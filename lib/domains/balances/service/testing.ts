import { desc, eq, sql } from 'drizzle-orm'
import { settleAccount } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { minus } from '../../../rules/money.ts'
import type { TestBackend } from '../../testing.ts'
import { balances } from '../contract.ts'
import { accountBalance, balanceFlow } from '../table.ts'

/** Money on accounts, for tests. */

/** An account of a shop of which nothing waits, with 100.00 more on it, as its newest version. */
export async function filledAccount(backend: TestBackend) {
  const [account] = await inTenant(1, () =>
    db()
      .select({
        id: accountBalance.id,
        rowVersion: accountBalance.rowVersion,
        accountId: settleAccount.id,
      })
      .from(accountBalance)
      .innerJoin(settleAccount, eq(settleAccount.shopId, accountBalance.shopId))
      .where(
        sql`${settleAccount.status} = '已通过' and not exists (select from pending_change c where c.kind = 'withdrawal'
          and c.about_id = ${accountBalance.id} and c.state = 'waiting')`,
      )
      .orderBy(desc(accountBalance.id))
      .limit(1),
  )
  if (!account) throw new Error('something waits of every account')
  const { accountId, ...on } = account
  const paid = { amount: '100.00', reference: `BANK${on.rowVersion}`, note: '' }
  const { rowVersion } = await backend.as('cashier').call(balances.topUp, { ...on, ...paid })
  return { id: on.id, rowVersion, accountId }
}

/** A withdrawal of 100.00 that waits to be checked. @returns the number of its account */
export async function askedWithdrawal(backend: TestBackend): Promise<number> {
  const account = await filledAccount(backend)
  await backend.as('cashier').call(balances.withdraw, { ...account, amount: '100.00', reason: '守法' })
  asked.set(account.id, await lastWithdrawal(account.id))
  return account.id
}
const asked = new Map<number, number>()

const lastWithdrawal = (balanceId: number): Promise<number> =>
  inTenant(1, async () => {
    const [row] = await db()
      .select({ id: balanceFlow.id })
      .from(balanceFlow)
      .where(sql`${balanceFlow.balanceId} = ${balanceId} and ${balanceFlow.kind} = 'withdrawal'`)
      .orderBy(desc(balanceFlow.id))
      .limit(1)
    return row?.id ?? 0
  })

/** The sum that was paid of an account since the last withdrawal was asked for. */
export async function withdrawnOf(balanceId: number): Promise<string> {
  const last = await lastWithdrawal(balanceId)
  if (last === asked.get(balanceId)) return 'nothing'
  const [row] = await inTenant(1, () =>
    db().select({ amount: balanceFlow.amount }).from(balanceFlow).where(eq(balanceFlow.id, last)),
  )
  return minus('0.00', row?.amount ?? '0.00')
}
