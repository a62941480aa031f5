import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, to } from '../../../platform/db/list-conditions.ts'
import { limitFiles, type FileColumn as SheetColumn, workbook } from '../../../platform/db/list-file.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sum } from '../../../rules/money.ts'
import type { GlAccount } from '../../ledger/rules/ledger.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import { books, type VoucherRow } from '../contract.ts'
import { type FileColumn, type FileField, fileFields, mostFileLines } from '../rules/voucher-file.ts'
import { voucherLayout } from '../table.ts'
import { chartOn } from './accounts.ts'
import { searchOrders } from './data-scope.ts'

/** 凭证: the list, and the file of their lines for the tenant's accounting program. */

const vouchers = defineList(books.vouchers, {
  table: glVoucher,
  scope: 'order',
  filters: {
    dayFrom: from(glVoucher.bizDate),
    dayTo: to(glVoucher.bizDate),
    event: is(glVoucher.event),
    account: (account) =>
      inArray(
        glVoucher.id,
        db()
          .select({ id: glLine.voucherId })
          .from(glLine)
          .where(eq(glLine.accountCode, account as GlAccount)),
      ),
  },
  search,
  rows: readVouchers,
})

async function search(q: string): Promise<SQL | undefined> {
  return q.startsWith('记-')
    ? sql`starts_with(${glVoucher.voucherNo}, ${q})`
    : searchOrders(glVoucher.orderId, q)
}

const reversed = alias(glVoucher, 'reversed')

/** With the loan of any of its lines, which all have the same. */
const loanNoOf = sql<
  string | null
>`(select ${loanAccount.loanNo} from ${loanAccount} where ${loanAccount.id} =
  (select max(${glLine.loanId}) from ${glLine} where ${glLine.tenantId} = ${glVoucher.tenantId}
    and ${glLine.voucherId} = ${glVoucher.id}))`

async function readVouchers(ids: number[]): Promise<VoucherRow[]> {
  const rows = await db()
    .select({
      voucher: glVoucher,
      orderNo: application.orderNo,
      customerName: application.customerName,
      loanNo: loanNoOf,
      reversedNo: reversed.voucherNo,
    })
    .from(glVoucher)
    .leftJoin(application, eq(application.id, glVoucher.orderId))
    .leftJoin(reversed, eq(reversed.id, glVoucher.reversedOf))
    .where(inArray(glVoucher.id, ids))
  const lines = await db().select().from(glLine).where(inArray(glLine.voucherId, ids)).orderBy(asc(glLine.id))
  const ofVoucher = Map.groupBy(lines, ({ voucherId }) => voucherId)
  const days = rows.map(({ voucher }) => voucher.bizDate)
  const chart = await chartOn(days.toSorted().at(-1) ?? '')
  return rows.map(({ voucher, ...names }) => {
    const own = ofVoucher.get(voucher.id) ?? []
    return {
      id: voucher.id,
      voucherNo: voucher.voucherNo,
      bizDate: voucher.bizDate,
      event: voucher.event,
      orderId: voucher.orderId,
      ...names,
      amount: sum(own.map(({ debit }) => debit)),
      lines: own.map(({ accountCode, debit, credit }) => ({
        account: accountCode,
        name: chart.get(accountCode)?.name ?? '',
        debit,
        credit,
      })),
      createdAt: voucher.createdAt,
    }
  })
}

/** A line of the file, of which each column shows a part. */
type FileLine = Record<FileField, string | number>

const batch = 1_000

/** @throws 429 past the files of an hour */
async function exportVouchers(
  input: ParsedInputOf<typeof books.exportVouchers>,
  call: Call,
): Promise<FileAnswer> {
  await limitFiles(call)
  const found = await db()
    .select({ id: glVoucher.id })
    .from(glVoucher)
    .where(await vouchers.where(input, call))
    .orderBy(asc(glVoucher.bizDate), asc(glVoucher.id))
    .limit(mostFileLines + 1)
  const ids = found.slice(0, mostFileLines).map(({ id }) => id)
  const columns = await ownColumns()
  await audit({
    object: 'list:vouchers',
    after: { title: say('routes.vouchers'), ...input, count: ids.length },
  })
  return workbook(
    {
      title: say('routes.vouchers'),
      columns: columns.map(
        ({ field, title }): SheetColumn<FileLine> => ({
          title,
          value: (line) => line[field],
          money: field === 'debit' || field === 'credit',
        }),
      ),
      rows: fileLines(ids, call.tenantId),
      cut: found.length > mostFileLines,
    },
    call,
  )
}

async function* fileLines(ids: readonly number[], tenantId: number): AsyncGenerator<FileLine> {
  for (let start = 0; start < ids.length; start += batch) {
    const some = ids.slice(start, start + batch)
    const { rows, chart } = await inTenant(tenantId, async () => {
      const read = await readVouchers(some)
      return { rows: read, chart: await chartOn(read.at(-1)?.bizDate ?? '') }
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of some) {
      const voucher = byId.get(id)
      if (voucher) yield* linesOf(voucher, chart)
    }
  }
}

function* linesOf(voucher: VoucherRow, chart: Awaited<ReturnType<typeof chartOn>>): Generator<FileLine> {
  for (const [at, { account, name, debit, credit }] of voucher.lines.entries())
    yield {
      bizDate: voucher.bizDate,
      month: voucher.bizDate.slice(0, 7),
      voucherNo: voucher.voucherNo,
      lineNo: at + 1,
      memo: say(`releases.events.${voucher.event}`),
      accountCode: account,
      outsideCode: chart.get(account)?.outsideCode || account,
      accountName: name,
      debit: Number(debit),
      credit: Number(credit),
      loanNo: voucher.loanNo ?? '',
      orderNo: voucher.orderNo ?? '',
      customerName: voucher.customerName ?? '',
      event: voucher.event,
    }
}

/** The tenant's, or all of them under their own names. */
async function ownColumns(): Promise<FileColumn[]> {
  const [own] = await db().select().from(voucherLayout)
  return own?.columns ?? fileFields.map((field) => ({ field, title: say(`books.fields.${field}`) }))
}

const voucherColumns = async (): Promise<OutputOf<typeof books.voucherColumns>> => ({
  columns: await ownColumns(),
})

/** The newest save counts. */
async function saveVoucherColumns(
  { columns }: ParsedInputOf<typeof books.saveVoucherColumns>,
  { actor, now, tenantId }: Call,
) {
  const before = await ownColumns()
  await db()
    .insert(voucherLayout)
    .values({ columns, createdBy: actor.id })
    .onConflictDoUpdate({
      target: voucherLayout.tenantId,
      set: {
        columns,
        ...changedBy(voucherLayout, { actor, now }),
      },
    })
  await audit({ object: `voucher_layout:${tenantId}`, before: { columns: before }, after: { columns } })
  return {}
}

export const voucherLayoutSubject = subject({
  noun: 'voucher_layout',
  nameOf: ({ id }: typeof voucherLayout.$inferSelect) => id,
  lock: byId(voucherLayout),
})

export const voucherHandlers = {
  vouchers: vouchers.page,
  exportVouchers,
  voucherColumns,
  saveVoucherColumns,
}
