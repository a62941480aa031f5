import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, to } from '../../../platform/db/list-conditions.ts'
import type { FileColumn } from '../../../platform/db/list-file.ts'
import { type GlAccount, glAccounts } from '../../ledger/rules/ledger.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { books, type LineRow } from '../contract.ts'
import { balanceRow, balanceTotals, type Movement } from '../rules/balance.ts'
import { lastDayOf } from '../rules/closing.ts'
import { chartOn } from './accounts.ts'
import { linesInScope, searchOrders } from './data-scope.ts'

/** 总账: what stands on each account, and the lines of one. */

const amount = (of: ReturnType<typeof sql>) => sql<string>`coalesce(${of}, 0.00)`

/** Of all accounts with lines up to the end of a month. */
export function movementsOf(month: string, call: Pick<Call, 'actor'> | null): Promise<Movement[]> {
  const first = `${month}-01`
  const isBefore = sql`${glLine.bizDate} < ${first}`
  return db()
    .select({
      code: glLine.accountCode,
      opening: amount(sql`sum(${glLine.debit} - ${glLine.credit}) filter (where ${isBefore})`),
      debit: amount(sql`sum(${glLine.debit}) filter (where not ${isBefore})`),
      credit: amount(sql`sum(${glLine.credit}) filter (where not ${isBefore})`),
    })
    .from(glLine)
    .where(and(lte(glLine.bizDate, lastDayOf(month)), call ? linesInScope(call) : undefined))
    .groupBy(glLine.accountCode)
    .orderBy(glLine.accountCode)
}

async function balance(
  { month: asked }: ParsedInputOf<typeof books.balance>,
  call: Call,
): Promise<OutputOf<typeof books.balance>> {
  const month = asked ?? (await bookDays(call)).today.slice(0, 7)
  const rows = (await movementsOf(month, call)).map(balanceRow)
  const chart = await chartOn(lastDayOf(month))
  return {
    month,
    rows: rows.map((row) => ({
      ...row,
      name: chart.get(row.code)?.name ?? '',
      kind: glAccounts[row.code].kind,
    })),
    totals: balanceTotals(rows),
  }
}

const lines = defineList(books.lines, {
  table: glLine,
  scope: { rows: linesInScope },
  filters: { dayFrom: from(glLine.bizDate), dayTo: to(glLine.bizDate) },
  search: async (q) => {
    const found = q.startsWith('记-')
      ? sql`starts_with(${glVoucher.voucherNo}, ${q})`
      : await searchOrders(glVoucher.orderId, q)
    return found && inArray(glLine.voucherId, db().select({ id: glVoucher.id }).from(glVoucher).where(found))
  },
  rows: readLines,
})

async function readLines(ids: number[], call: Pick<Call, 'actor'>): Promise<LineRow[]> {
  const rows = await db()
    .select({
      id: glLine.id,
      accountCode: glLine.accountCode,
      bizDate: glLine.bizDate,
      voucherNo: glVoucher.voucherNo,
      event: glVoucher.event,
      orderId: glVoucher.orderId,
      orderNo: application.orderNo,
      customerName: application.customerName,
      loanNo: loanAccount.loanNo,
      debit: glLine.debit,
      credit: glLine.credit,
    })
    .from(glLine)
    .innerJoin(glVoucher, eq(glVoucher.id, glLine.voucherId))
    .leftJoin(application, eq(application.id, glVoucher.orderId))
    .leftJoin(loanAccount, eq(loanAccount.id, glLine.loanId))
    .where(inArray(glLine.id, ids))
  const [{ accountCode } = { accountCode: undefined }] = rows
  const balances = accountCode ? await balancesBehind(accountCode, ids, call) : new Map<number, string>()
  return rows.map(({ accountCode: _code, ...row }) => ({ ...row, balance: balances.get(row.id) ?? '0.00' }))
}

/** The balance of the account behind each of these lines, in the order of their days. */
async function balancesBehind(
  account: GlAccount,
  ids: number[],
  call: Pick<Call, 'actor'>,
): Promise<Map<number, string>> {
  const own = sql`${glLine.accountCode} = ${account} and ${linesInScope(call) ?? true}`
  const { rows } = await db().execute<{ id: number; balance: string }>(sql`
    with shown as (select min(${glLine.bizDate}) as first, max(${glLine.bizDate}) as last
      from ${glLine} where ${inArray(glLine.id, ids)}),
    before as (select coalesce(sum(${glLine.debit} - ${glLine.credit}), 0.00) as balance
      from ${glLine}, shown where ${own} and ${glLine.bizDate} < shown.first),
    running as (select ${glLine.id}, sum(${glLine.debit} - ${glLine.credit})
        over (order by ${glLine.bizDate}, ${glLine.id}) as moved
      from ${glLine}, shown where ${own} and ${glLine.bizDate} between shown.first and shown.last)
    select running.id, before.balance + running.moved as balance from running, before
    where running.id = any(${sql.param(ids)}::bigint[])`)
  return new Map(rows.map(({ id, balance: behind }) => [Number(id), behind]))
}

const money = (key: 'debit' | 'credit' | 'balance'): FileColumn<LineRow> => ({
  title: say(`books.${key}`),
  value: (row) => Number(row[key]),
  money: true,
})

const exportLines = lines.file({
  list: 'ledgerLines',
  title: say('routes.accountLines'),
  columns: {
    bizDate: { title: say('books.bizDate'), value: ({ bizDate }) => bizDate },
    voucherNo: { title: say('books.voucherNo'), value: ({ voucherNo }) => voucherNo },
    event: { title: say('books.event'), value: ({ event }) => say(`releases.events.${event}`) },
    orderNo: { title: say('books.orderNo'), value: ({ orderNo }) => orderNo },
    loanNo: { title: say('books.loanNo'), value: ({ loanNo }) => loanNo },
    customerName: { title: say('books.customerName'), value: ({ customerName }) => customerName },
    debit: money('debit'),
    credit: money('credit'),
    balance: money('balance'),
  },
})

export const balanceHandlers = { balance, lines: lines.page, exportLines }
