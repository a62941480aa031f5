import { and, eq, inArray, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { minus } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { balancePostings } from '../../ledger/rules/ledger.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { post } from '../../ledger/service/post.ts'
import { payableStates } from '../../settle-accounts/rules/settle-account.ts'
import { availableOf, type BalanceFacts, covers } from '../rules/balance.ts'
import { accountBalance, balanceFlow } from '../table.ts'
import { type Balance, balanceNow, lockBalance } from './balance-record.ts'

/** A withdrawal is paid when its second person agrees, and money moves on an account with its voucher. */

type Moved = Pick<typeof balanceFlow.$inferInsert, 'kind' | 'payee' | 'reference' | 'note'>

/** The flow and what it posts, on the business day. */
export async function moveMoney(
  { id, kind }: Balance,
  moves: 'in' | 'out',
  amount: string,
  said: Moved,
  call: Call,
): Promise<void> {
  const { today } = await bookDays(call)
  const [flow] = await db()
    .insert(balanceFlow)
    .values({
      ...said,
      balanceId: id,
      amount: moves === 'in' ? amount : minus('0.00', amount),
      bizDay: today,
      createdBy: call.actor.id,
    })
    .returning({ id: balanceFlow.id })
  if (!flow) throw new Error('the flow was not written')
  const source = {
    refType: 'balance_flow',
    refId: flow.id,
    orderId: null,
    loanId: null,
    bizDate: today,
  } as const
  for (const one of balancePostings(kind, amount, moves)) await post(one, source, call)
}

/** @returns why so much cannot leave it */
export const refusalOf = (facts: BalanceFacts, amount: string): FieldMessage | undefined =>
  covers(facts, amount)
    ? undefined
    : {
        key: 'balances.refusals.notFree',
        params: { available: formatMoney(availableOf(facts)) },
      }

/** Accounts of its owner that were audited, and are not stopped. */
export const isPayeeOf = ({ shopId, channelId }: Balance): SQL | undefined =>
  and(
    shopId === null ? eq(settleAccount.channelId, channelId ?? 0) : eq(settleAccount.shopId, shopId),
    inArray(settleAccount.status, [...payableStates]),
  )

/** Nothing is paid to an account that was stopped or changed since it was asked for. */
async function isPayable(row: Balance, accountId: number | undefined, accountNo: string): Promise<boolean> {
  if (accountId === undefined) return row.shopId === null
  const [account] = await db()
    .select({ id: settleAccount.id })
    .from(settleAccount)
    .where(and(eq(settleAccount.id, accountId), eq(settleAccount.accountNo, accountNo), isPayeeOf(row)))
    .for('share')
  return account !== undefined
}

export const withdrawalChange = changeKind({
  content: z.object({
    amount: z.string(),
    /** Those of before audited accounts of channels have none. */
    accountId: z.number().int().optional(),
    payeeName: z.string(),
    payeeAccount: z.string(),
    payeeBank: z.string(),
  }),
  lock: (id, call) => lockBalance(id, call),
  async judge({ amount, accountId, payeeAccount }, row: Balance) {
    // The frozen sum is its own.
    const { balance } = await balanceNow(row.id)
    return (
      refusalOf({ balance, frozen: '0.00' }, amount) ??
      ((await isPayable(row, accountId, payeeAccount)) ? undefined : 'balances.refusals.payeeGone')
    )
  },
  async apply({ amount, payeeName, payeeAccount }, row, { madeBy }, call) {
    const by = { ...call, actor: { ...call.actor, id: madeBy } }
    const payee = `${payeeName} ${payeeAccount.slice(-4)}`
    await moveMoney(row, 'out', amount, { kind: 'withdrawal', payee }, by)
    await db()
      .update(accountBalance)
      .set({
        rowVersion: row.rowVersion + 1,
        updatedAt: call.now.toISOString(),
        updatedBy: call.actor.id,
      })
      .where(eq(accountBalance.id, row.id))
  },
  // The account is as it was: what waits no longer is free.
  async leave() {},
})
