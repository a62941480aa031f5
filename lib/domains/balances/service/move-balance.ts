import { and, asc, eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import { settleAccount } from '../../../platform/changes/table.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refusedBy } from '../../../platform/errors.ts'
import { r2 } from '../../../rules/money.ts'
import type { balances } from '../contract.ts'
import { accountBalance } from '../table.ts'
import { type Balance, balanceNow, findBalance } from './balance-record.ts'
import { isPayeeOf, moveMoney, refusalOf } from './withdrawal-change.ts'

/** 充值登记 and 提现: money comes onto an account, or leaves it, each with its voucher. */

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

/** @throws 422 for more than is free, 409 while another one waits, 400 without an account that may be paid */
export async function withdraw(input: ParsedInputOf<typeof balances.withdraw>, call: Call, row: Balance) {
  const amount = r2(input.amount)
  const now = await balanceNow(row.id)
  const refusal = refusalOf(now, amount)
  if (refusal) throw refusedBy(refusal)
  const payee = await payeeOf(row, input.accountId)
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

/** @throws 400 for an account that is not its owner's, or that nothing may be paid to */
async function payeeOf(row: Balance, accountId: number) {
  const [account] = await db()
    .select()
    .from(settleAccount)
    .where(and(eq(settleAccount.id, accountId), isPayeeOf(row)))
  if (!account) throw badInput({ accountId: 'balances.refusals.payee' })
  const { holderName, accountNo, bankName } = account
  return { accountId, payeeName: holderName, payeeAccount: accountNo, payeeBank: bankName }
}

export async function readPayees(
  { balanceId }: ParsedInputOf<typeof balances.payees>,
  call: Call,
): Promise<OutputOf<typeof balances.payees>> {
  const row = await findBalance(balanceId, call)
  if (!row) throw notFound()
  const rows = await db().select().from(settleAccount).where(isPayeeOf(row)).orderBy(asc(settleAccount.id))
  return rows.map(({ id, holderName, bankName, accountNo }) => ({
    id,
    name: `${holderName} ${bankName} ${accountNo.slice(-4)}`,
  }))
}
