import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { writeXlsxStream } from 'hucre/xlsx'
import type { applications } from '../../contracts/applications.ts'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { detached } from '../db/detached.ts'
import { orderBy } from '../db/page-map.ts'
import { application } from '../db/schema/applications.ts'
import { auditLog } from '../db/schema/system.ts'
import { badInput, tooMany } from '../errors.ts'
import type { FileAnswer } from '../handler.ts'
import { chinaTime, type ExportColumn, exportColumn } from './export-columns.ts'
import { type ListName, listNames, orderQuery, preConditions, queryConditions } from './list-orders.ts'
import { readOrderRows } from './order-rows.ts'

/** Rows of one file (domain.md 3.5). */
const maxRows = 50_000
const batchRows = 1_000
/** Files of one user in an hour (threats.md D3): many small files are a large one. */
const filesAnHour = 20

const action = 'order.export'
const objectOf = (list: ListName) => `list:${list}`

type ExportInput = ParsedInputOf<typeof applications.exportList>

/**
 * The filter of a list, not its page, as xlsx with the chosen columns. The file says who made it and when, the audit
 * log with which filter and how many rows. The ids are read in the call's transaction; the rows follow in batches
 * while the file is being sent, so the memory it takes does not grow with it.
 *
 * @throws 400 at `columns` for no column, or one the lists do not have; 429 after `filesAnHour` files
 */
export async function exportOrders(input: ExportInput, call: Call): Promise<FileAnswer> {
  const columns = input.columns.flatMap((key) => exportColumn(key) ?? [])
  if (columns.length === 0 || columns.length < input.columns.length) {
    throw badInput({ columns: 'errors.badInput' })
  }
  await limitFiles(call)
  const conditions = input.list === 'pre' ? preConditions(input, call) : queryConditions(input)
  const query = await orderQuery(input.list, conditions, input, call)
  const found = await db()
    .select({ id: application.id })
    .from(application)
    .where(query.where)
    .orderBy(orderBy(query))
    .limit(maxRows)
  const ids = found.map(({ id }) => id)
  await audit({
    action,
    object: objectOf(input.list),
    after: { filter: input, count: ids.length },
  })
  const body = detached(() =>
    writeXlsxStream(sheetRows(ids, columns, call), {
      name: zhCN('workbook.sheet'),
      columns: columns.map(({ title }) => ({ header: title, width: 18 })),
      freezePane: { rows: 1 },
    }),
  )
  return {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${zhCN('workbook.sheet')}-${call.today}.xlsx`,
    body,
  }
}

/** Counts the user's files of the last hour, in the audit log; parallel ones wait for each other. */
async function limitFiles({ actor, now, tenantId }: Call): Promise<void> {
  await db().execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`export ${tenantId} ${actor.id}`}, 0))`,
  )
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  const [row] = await db()
    .select({ files: count() })
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.object, listNames.map(objectOf)),
        eq(auditLog.action, action),
        eq(auditLog.actorId, actor.id),
        gt(auditLog.at, hourAgo),
      ),
    )
  if ((row?.files ?? 0) >= filesAnHour) throw tooMany()
}

async function* sheetRows(ids: readonly number[], columns: readonly ExportColumn[], call: Call) {
  for (let start = 0; start < ids.length; start += batchRows) {
    const batch = ids.slice(start, start + batchRows)
    const rows = await detached(() => inTenant(call.tenantId, () => readOrderRows(batch)))
    for (const row of rows) yield columns.map(({ value }) => cell(value(row, call.now)))
  }
  const { name, account } = call.actor
  yield []
  yield [zhCN('workbook.by', { name, account, time: chinaTime(call.now.toISOString()) ?? '' })]
  if (ids.length === maxRows) yield [zhCN('workbook.cut', { count: maxRows })]
}

/** A text that a spreadsheet might take for a formula gets an apostrophe before it; numbers stay numbers. */
function cell(value: string | number | null): string | number | null {
  return typeof value === 'string' && /^[=+\-@\t\r\n\0]/.test(value) ? `'${value}` : value
}
