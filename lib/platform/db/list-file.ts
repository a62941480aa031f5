import { and, count, eq, gt, like } from 'drizzle-orm'
import { writeXlsxStream } from 'hucre/xlsx'
import { auditLog } from '../../domains/system/table.ts'
import { say } from '../../i18n/say.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import { searchText } from '../../rules/clean-value.ts'
import { maskMobile } from '../../rules/mask.ts'
import { plainLine } from '../../rules/shown-text.ts'
import { audit } from '../audit.ts'
import type { Call } from '../context.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { rowOf } from '../contract/field-permission.ts'
import { badInput, tooMany } from '../errors.ts'
import { type FieldMask, fieldMask, refuseHidden } from '../field-mask.ts'
import type { FileAnswer } from '../handler.ts'
import { db, holdsNoConnection, inTenant } from './client.ts'
import { orderBy, type PagedQuery } from './page-map.ts'
import { takeTurn } from './turns.ts'

/** Rows of one file (domain.md 3.5). */
const maxRows = 50_000
const batchRows = 1_000
/** Files of one user in an hour (threats.md D3): many small files are a large one. */
const filesAnHour = 20

const action = 'list.export'

type Cell = string | number | null
export type FileColumn<Row> = {
  title: string
  value: (row: Row, now: Date) => Cell
  /** An amount: a number that a spreadsheet adds up, shown with separators and two decimals. */
  money?: boolean
}

/** Columns whose titles are the words of a domain: `couriers.name` of `name`. */
export const wordedColumns = <Row>(
  words: string,
  values: Readonly<Record<string, FileColumn<Row>['value']>>,
): Readonly<Record<string, FileColumn<Row>>> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      { title: say(`${words}.${key}` as MessageKey), value },
    ]),
  )

/** An instant as Chinese wall time, `YYYY-MM-DD HH:mm`. */
export function chinaTime(instant: string | null): string | null {
  return instant && new Date(Date.parse(instant) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

export type ListFile<Row> = {
  /** Names the list in the audit log. */
  list: string
  /** Of the sheet, and the beginning of the file's name. */
  title: string
  /** The call that lists the same rows: what the caller may not see there is in no column here. */
  of: Endpoint
  /** The columns it can show, by the ids of the list's columns. */
  columns: Readonly<Record<string, FileColumn<Row>>>
  query: () => Promise<PagedQuery>
  /** The rows of these ids, in their order. */
  read: (ids: number[]) => Promise<readonly Row[]>
}

/**
 * The filter of a list, not its page, as xlsx with the chosen columns. The file says who made it and when, the audit
 * log with which filter and how many rows. The ids are read in the call's transaction; the rows follow in batches
 * while the file is being sent, so the memory it takes does not grow with it.
 *
 * @throws 400 at `columns` for no column, one the list does not have, or one that needs more than the caller holds;
 *   429 after `filesAnHour` files
 */
export async function listFile<Row>(
  file: ListFile<Row>,
  filter: { columns: readonly string[] },
  call: Call,
): Promise<FileAnswer> {
  const { list, of, title, read } = file
  const row = rowOf(of.output)
  if (!row) throw new Error(`${of.path} answers no list.`)
  const mask = fieldMask(row)
  if (mask) refuseHidden(mask, filter, call.actor.permissions)
  const columns = filter.columns.flatMap((key) =>
    Object.hasOwn(file.columns, key) ? (file.columns[key] ?? []) : [],
  )
  if (columns.length === 0 || columns.length < filter.columns.length) {
    throw badInput({ columns: 'refusals.badInput' })
  }
  await limitFiles(call)
  const query = await file.query()
  const found = await db()
    .select({ id: query.id })
    .from(query.table)
    .where(query.where)
    .orderBy(orderBy(query))
    .limit(maxRows)
  const ids = found.map(({ id }) => Number(id))
  await audit({ action, object: `list:${list}`, after: { filter: withoutNumber(filter), count: ids.length } })
  return workbook({ title, columns, rows: rowsOf(ids, read, mask, call), cut: ids.length === maxRows }, call)
}

/** A workbook of one sheet that says who made it and when. @param cut there were more rows than it has */
export function workbook<Row>(
  {
    title,
    columns,
    rows,
    cut = false,
  }: { title: string; columns: readonly FileColumn<Row>[]; rows: AsyncIterable<Row>; cut?: boolean },
  call: Call,
): FileAnswer {
  const body = async () => {
    holdsNoConnection('Writing a workbook')
    return writeXlsxStream(sheetRows(rows, columns, cut, call), {
      name: title,
      columns: columns.map(({ title: header, money }) => ({
        header,
        width: 18,
        ...(money && { numFmt: '#,##0.00' }),
      })),
      freezePane: { rows: 1 },
    })
  }
  return {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${title}-${call.today}.xlsx`,
    body,
  }
}

/** A filter as the log keeps it: a number that was searched is masked. */
function withoutNumber(filter: { columns: readonly string[]; q?: unknown }): object {
  const asked = typeof filter.q === 'string' ? searchText(filter.q) : ''
  return /\d{4}/.test(asked) ? { ...filter, q: maskMobile(asked) } : filter
}

/** Counts the user's files of the last hour, in the audit log; parallel ones wait for each other. */
export async function limitFiles({ actor, now, tenantId }: Call): Promise<void> {
  await takeTurn('export', tenantId, actor.id)
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  const [row] = await db()
    .select({ files: count() })
    .from(auditLog)
    .where(
      and(
        like(auditLog.object, 'list:%'),
        eq(auditLog.action, action),
        eq(auditLog.actorId, actor.id),
        gt(auditLog.at, hourAgo),
      ),
    )
  if ((row?.files ?? 0) >= filesAnHour) throw tooMany()
}

async function* rowsOf<Row>(
  ids: readonly number[],
  read: ListFile<Row>['read'],
  mask: FieldMask | null,
  call: Call,
): AsyncGenerator<Row> {
  for (let start = 0; start < ids.length; start += batchRows) {
    const batch = ids.slice(start, start + batchRows)
    const rows = await inTenant(call.tenantId, () => read(batch))
    for (const row of rows) {
      mask?.hide(row, call.actor.permissions)
      yield row
    }
  }
}

async function* sheetRows<Row>(
  rows: AsyncIterable<Row>,
  columns: readonly FileColumn<Row>[],
  cut: boolean,
  call: Call,
) {
  for await (const row of rows) yield columns.map(({ value }) => cellOf(value(row, call.now)))
  const { name, account } = call.actor
  yield []
  yield [say('workbook.by', { name, account, time: chinaTime(call.now.toISOString()) ?? '' })]
  if (cut) yield [say('workbook.cut', { count: maxRows })]
}

/** A cell of a workbook says itself that it is a text: nothing before it has to. */
const cellOf = (value: Cell): Cell => (typeof value === 'string' ? plainLine(value) : value)
