import { and, asc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, type FieldMessage, notFound, refusedBy } from '../../../platform/errors.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { minus, r2 } from '../../../rules/money.ts'
import { balancePostings } from '../../ledger/rules/ledger.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { post } from '../../ledger/service/post.ts'
import { payableStates } from '../../settle-accounts/rules/settle-account.ts'
import type { balances } from '../contract.ts'
import { type BalanceFacts, covers } from '../rules/balance.ts'
import { accountBalance, balanceFlow } from '../table.ts'
import { type Balance, balanceNow, lockBalance } from './balance-record.ts'

/** 充值登记 and 提现: money comes onto an account, or leaves it, each with its voucher. */

type Moved = Pick<typeof balanceFlow.$inferInsert, 'kind' | 'payee' | 'reference' | 'note'>

/** The flow and what it posts, on the business day. */
async function moveMoney(
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
  const source = { refType: 'balance_flow', refId: flow.id, orderId: null, loanId: null, bizDate: today } as const
  for (const one of balancePostings(kind, amount, moves)) await post(one, source, call)
}

export async function topUp(
  { amount, reference, note }: ParsedInputOf<typeof balances.topUp>,
  call: Call,
  row: Balance,
) {
  const moved = r2(amount)
  await moveMoney(row, 'in', moved, { kind: 'top_up', reference, note }, call)
  await change(accountBalance, row, {}, { after: { amount: moved, reference, note } })
  return { id: row.id, rowVersion: row.rowVersion + 1 }
}

/** @returns why so much cannot leave it */
const refusalOf = (facts: BalanceFacts, amount: string): FieldMessage | undefined =>
  covers(facts, amount)
    ? undefined
    : {
        key: 'balances.refusals.notFree',
        params: { available: formatMoney(minus(facts.balance, facts.frozen)) },
      }

/** @throws 422 for more than is free, 409 while another one waits, 400 without an account that may be paid */
export async function withdraw(
  input: ParsedInputOf<typeof balances.withdraw>,
  call: Call,
  row: Balance,
) {
  const amount = r2(input.amount)
  const now = await balanceNow(row.id)
  const refusal = refusalOf(now, amount)
  if (refusal) throw refusedBy(refusal)
  const payee = await payeeOf(row, input)
  const lines: ChangeLine[] = [
    { field: 'balanceOwner', kind: 'text', value: now.ownerName },
    { field: 'balanceKind', kind: 'text', value: say(`balances.kinds.${row.kind}`) },
    { field: 'factAmount', kind: 'money', value: amount },
    { field: 'balanceFree', kind: 'money', value: now.available },
    { field: 'payeeName', kind: 'text', value: payee.payeeName },
    { field: 'payeeAccount', kind: 'number', value: payee.payeeAccount },
    { field: 'payeeBank', kind: 'text', value: payee.payeeBank },
  ]
  const { reason } = input
  await propose(
    'withdrawal',
    { aboutId: row.id, title: now.ownerName, content: { amount, ...payee }, lines, amount, reason },
    call,
  )
  // An account of which something waits is another one for a second window.
  await change(accountBalance, row, {}, { after: { amount, payeeName: payee.payeeName, reason } })
  return { id: row.id, rowVersion: row.rowVersion + 1 }
}

type Payee = { payeeName: string; payeeAccount: string; payeeBank: string }

/** Of a shop one of its audited accounts; of a channel what was typed. */
async function payeeOf(
  { shopId }: Balance,
  { accountId, payeeName, payeeAccount, payeeBank }: ParsedInputOf<typeof balances.withdraw>,
): Promise<Payee> {
  if (shopId === null) {
    const typed = { payeeName, payeeAccount, payeeBank }
    const missing = Object.entries(typed).filter(([, text]) => text === '')
    if (missing.length > 0)
      throw badInput(Object.fromEntries(missing.map(([field]) => [field, 'rules.required' as const])))
    return typed
  }
  const [account] = await db()
    .select()
    .from(settleAccount)
    .where(
      and(
        eq(settleAccount.id, accountId ?? 0),
        eq(settleAccount.shopId, shopId),
        inArray(settleAccount.status, [...payableStates]),
      ),
    )
  if (!account) throw badInput({ accountId: 'balances.refusals.payee' })
  const { holderName, accountNo, bankName } = account
  return { payeeName: holderName, payeeAccount: accountNo, payeeBank: bankName }
}

export async function readPayees(
  { balanceId }: ParsedInputOf<typeof balances.payees>,
  call: Call,
): Promise<OutputOf<typeof balances.payees>> {
  const row = await lockBalance(balanceId, call)
  if (!row) throw notFound()
  const rows = await db()
    .select()
    .from(settleAccount)
    .where(
      and(eq(settleAccount.shopId, row.shopId ?? 0), inArray(settleAccount.status, [...payableStates])),
    )
    .orderBy(asc(settleAccount.id))
  return rows.map(({ id, holderName, bankName, accountNo }) => ({
    id,
    name: `${holderName} ${bankName} ${accountNo.slice(-4)}`,
  }))
}

export const withdrawalChange = changeKind({
  content: z.object({
    amount: z.string(),
    payeeName: z.string(),
    payeeAccount: z.string(),
    payeeBank: z.string(),
  }),
  lock: (id, call) => lockBalance(id, call),
  async judge({ amount }, { id }: Balance) {
    // What is frozen is its own.
    const { balance } = await balanceNow(id)
    return refusalOf({ balance, frozen: '0.00' }, amount)
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
