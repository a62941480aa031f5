import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, type FileColumn, wordedColumns } from '../../../platform/db/list-file.ts'
import { subject } from '../../../platform/subject.ts'
import { searchForms } from '../../../rules/clean-value.ts'
import { channel, shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { channelScope, shopScope } from '../../orders/service/data-scope.ts'
import { type BalanceFlowRow, type BalanceRow, balances as calls } from '../contract.ts'
import { availableOf } from '../rules/balance.ts'
import { accountBalance, balanceFlow } from '../table.ts'

/** An account as verbs lock it, and as lists show it. */

export type Balance = typeof accountBalance.$inferSelect

/** Accounts of the shops and channels that somebody sees. */
function balanceScope(actor: Actor): SQL | undefined {
  if (actor.dataScope === 'all' && actor.shopId === null) return undefined
  return or(
    inArray(accountBalance.shopId, db().select({ id: shop.id }).from(shop).where(shopScope(actor))),
    inArray(
      accountBalance.channelId,
      db().select({ id: channel.id }).from(channel).where(channelScope(actor)),
    ),
  )
}

const oneOf = (id: number, call: Call | undefined) =>
  db()
    .select()
    .from(accountBalance)
    .where(
      and(
        eq(accountBalance.id, id),
        call && and(eq(accountBalance.tenantId, call.tenantId), balanceScope(call.actor)),
      ),
    )

/** The account in the caller's scope. */
export const findBalance = async (id: number, call: Call): Promise<Balance | undefined> =>
  (await oneOf(id, call))[0]

/** The same, held until the transaction ends, so that what is free is asked once. */
export const lockBalance = async (id: number, call: Call | undefined): Promise<Balance | undefined> =>
  (await oneOf(id, call).for('update'))[0]

export const balanceSubject = subject({
  noun: 'account_balance',
  nameOf: ({ id }: Balance) => id,
  lock: (id: number, call: Call) => lockBalance(id, call),
})

const balanceSum = sql<string>`(select coalesce(sum(f.amount), 0.00) from balance_flow f
  where f.tenant_id = account_balance.tenant_id and f.balance_id = account_balance.id)`
const frozenSum = sql<string>`(select coalesce(sum(c.amount), 0.00) from pending_change c
  where c.tenant_id = account_balance.tenant_id and c.kind = 'withdrawal' and c.about_id = account_balance.id
    and c.state = 'waiting')`
const lastMove = sql<string | null>`(select max(f.created_at) from balance_flow f
  where f.tenant_id = account_balance.tenant_id and f.balance_id = account_balance.id)`

export const balanceList = defineList(calls.list, {
  table: accountBalance,
  scope: { rows: ({ actor }) => balanceScope(actor) },
  filters: {
    ownerKind: (kind) =>
      kind === 'shop' ? isNotNull(accountBalance.shopId) : isNotNull(accountBalance.channelId),
  },
  search: (text) =>
    or(
      ...searchForms(text).map((form) => {
        const like = `%${form.replace(/[\\%_]/g, '\\$&')}%`
        return sql`(exists (select from shop s where s.tenant_id = account_balance.tenant_id
            and s.id = account_balance.shop_id and s.name ilike ${like})
          or exists (select from channel c where c.tenant_id = account_balance.tenant_id
            and c.id = account_balance.channel_id and c.name ilike ${like}))`
      }),
    ),
  rows: (ids) => readBalances(inArray(accountBalance.id, ids)),
})

const money = <K extends string>(key: K, title: string): FileColumn<Record<K, string>> => ({
  title,
  value: (row) => Number(row[key]),
  money: true,
})

export const exportBalances = balanceList.file({
  list: 'balances',
  title: say('routes.balances'),
  columns: {
    ...wordedColumns<BalanceRow>('balances', {
      ownerName: ({ ownerName }) => ownerName,
      ownerKind: ({ ownerKind }) => say(`balances.ownerKinds.${ownerKind}`),
      kind: ({ kind }) => say(`balances.kinds.${kind}`),
      asOf: ({ asOf }) => chinaTime(asOf),
    }),
    balance: money('balance', say('balances.balance')),
    frozen: money('frozen', say('balances.frozen')),
    available: money('available', say('balances.available')),
  },
})

export async function readBalances(where: SQL | undefined): Promise<BalanceRow[]> {
  const rows = await db()
    .select({
      row: accountBalance,
      shopName: shop.name,
      channelName: channel.name,
      balance: balanceSum,
      frozen: frozenSum,
      asOf: lastMove,
    })
    .from(accountBalance)
    .leftJoin(shop, eq(shop.id, accountBalance.shopId))
    .leftJoin(channel, eq(channel.id, accountBalance.channelId))
    .where(where)
  return rows.map(({ row, shopName, channelName, ...sums }) => ({
    ...row,
    ...sums,
    ownerKind: row.shopId === null ? ('channel' as const) : ('shop' as const),
    ownerName: shopName ?? channelName ?? '',
    available: availableOf(sums),
  }))
}

/** The account as it stands now, for whoever holds it. */
export async function balanceNow(id: number): Promise<BalanceRow> {
  const [row] = await readBalances(eq(accountBalance.id, id))
  if (!row) throw new Error(`there is no account ${id}`)
  return row
}

const inScope = ({ actor }: Call): SQL | undefined => {
  const seen = balanceScope(actor)
  return (
    seen &&
    inArray(balanceFlow.balanceId, db().select({ id: accountBalance.id }).from(accountBalance).where(seen))
  )
}

export const flowList = defineList(calls.flows, {
  table: balanceFlow,
  scope: { rows: inScope },
  search: textIn(balanceFlow.reference, balanceFlow.payee, balanceFlow.note),
  rows: readFlows,
})

export const exportFlows = flowList.file({
  list: 'balanceFlows',
  title: say('routes.balanceFlows'),
  columns: {
    ...wordedColumns<BalanceFlowRow>('balances', {
      bizDay: ({ bizDay }) => bizDay,
      kind: ({ kind }) => say(`balances.flowKinds.${kind}`),
      loanNo: ({ loanNo }) => loanNo,
      voucherNo: ({ voucherNo }) => voucherNo,
      payee: ({ payee }) => payee,
      reference: ({ reference }) => reference,
      note: ({ note }) => note,
      byName: ({ byName }) => byName,
      createdAt: ({ createdAt }) => chinaTime(createdAt),
    }),
    amount: money('amount', say('balances.amount')),
    balanceAfter: money('balanceAfter', say('balances.balanceAfter')),
  },
})

async function readFlows(ids: readonly number[]): Promise<BalanceFlowRow[]> {
  return db()
    .select({
      id: balanceFlow.id,
      bizDay: balanceFlow.bizDay,
      kind: balanceFlow.kind,
      amount: balanceFlow.amount,
      balanceAfter: sql<string>`(select sum(f.amount) from balance_flow f where f.tenant_id = ${balanceFlow.tenantId}
        and f.balance_id = ${balanceFlow.balanceId} and f.id <= ${balanceFlow.id})`,
      loanNo: loanAccount.loanNo,
      voucherNo: glVoucher.voucherNo,
      payee: balanceFlow.payee,
      reference: balanceFlow.reference,
      note: balanceFlow.note,
      byName: sysUser.name,
      createdAt: balanceFlow.createdAt,
    })
    .from(balanceFlow)
    .leftJoin(loanAccount, eq(loanAccount.id, balanceFlow.loanId))
    .leftJoin(glLine, eq(glLine.id, balanceFlow.lineId))
    .leftJoin(
      glVoucher,
      or(
        eq(glVoucher.id, glLine.voucherId),
        and(
          isNull(balanceFlow.lineId),
          eq(glVoucher.refType, 'balance_flow'),
          eq(glVoucher.refId, balanceFlow.id),
        ),
      ),
    )
    .leftJoin(sysUser, eq(sysUser.id, balanceFlow.createdBy))
    .where(inArray(balanceFlow.id, [...ids]))
    .orderBy(desc(balanceFlow.id))
}
