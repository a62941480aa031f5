import { and, count, eq, gt, like } from 'drizzle-orm'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { auditLog } from '../../domains/system/table.ts'
import { say } from '../../i18n/say.ts'
import type { MessageKey } from '../../i18n/translator.ts'
import { searchText } from '../../rules/clean-value.ts'
import { maskMobile } from '../../rules/mask.ts'
import { plainLine } from '../../rules/shown-text.ts'
import { audit, notedBefore } from '../audit.ts'
import type { Call } from '../context.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { rowOf } from '../contract/field-permission.ts'
import { badInput, refused, tooMany } from '../errors.ts'
import { mostAtOnce } from '../exports/rules/exports.ts'
import { listExport } from '../exports/table.ts'
import { type FieldMask, fieldMask, refuseHidden } from '../field-mask.ts'
import type { FileAnswer } from '../handler.ts'
import { db, holdsNoConnection, inTenant } from './client.ts'
import { orderBy, type PagedQuery } from './page-map.ts'
import { takeTurn } from './turns.ts'

export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Rows of one file (domain.md 3.5). */
const maxRows = 50_000
const batchRows = 1_000
/** Rows that are explained, at once and by a job: each is computed once more. */
const mostExplained = { atOnce: 100, byJob: 2_000 }
const explainedAtOnce = 20
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
  /** 计算说明: what computed columns are made of, as a second sheet. */
  explain?: FileExplanation | undefined
}

export type FileExplanation = {
  /** The computed columns, by the ids of the list's columns: without any of them there is no second sheet. */
  of: readonly string[]
  heads: readonly string[]
  /** Said below the rows, such as how amounts are rounded. */
  note: string
  /** The lines of these rows, for those of the computed columns that the file has. */
  rows: (
    ids: readonly number[],
    columns: readonly string[],
    call: Call,
  ) => Promise<readonly (readonly string[])[]>
}

/**
 * The filter of a list, not its page, as xlsx with the chosen columns. The file says who made it and when, the audit
 * log with which filter and how many rows. The ids are read in the call's transaction; the rows follow in batches
 * while the file is being sent, so the memory it takes does not grow with it. A long one is made by a job, of the same
 * call (platform/exports).
 *
 * @throws 400 at `columns` for no column, one the list does not have, or one that needs more than the caller holds;
 *   422 for more than `mostAtOnce` rows at once, 429 after `filesAnHour` files
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
  const { background } = call
  if (!background) await limitFiles(call)
  const query = await file.query()
  const found = await db()
    .select({ id: query.id })
    .from(query.table)
    .where(query.where)
    .orderBy(orderBy(query))
    .limit(background ? maxRows : mostAtOnce + 1)
  const ids = found.map(({ id }) => Number(id))
  if (!background && ids.length > mostAtOnce) throw refused('ownExports.tooLong', { count: mostAtOnce })
  if (background?.noted) notedBefore()
  else
    await audit({
      action,
      object: `list:${list}`,
      after: { filter: withoutNumber(filter), count: ids.length },
    })
  const sheet = { title, columns, rows: rowsOf(ids, read, mask, call), cut: ids.length === maxRows }
  const { explain } = file
  if (!explain?.of.some((column) => filter.columns.includes(column))) return workbook(sheet, call)
  const most = background ? mostExplained.byJob : mostExplained.atOnce
  if (ids.length > most) {
    return workbook({ ...sheet, last: say('workbook.explained.tooMany', { count: most }) }, call)
  }
  const lines = explainedRows(explain, ids, filter.columns, call)
  return workbook(
    { ...sheet, second: { title: say('workbook.explained.title'), heads: explain.heads, lines } },
    call,
  )
}

async function* explainedRows(
  { rows, note }: FileExplanation,
  ids: readonly number[],
  columns: readonly string[],
  call: Call,
): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < ids.length; start += explainedAtOnce) {
    const batch = ids.slice(start, start + explainedAtOnce)
    yield* await inTenant(call.tenantId, () => rows(batch, columns, call))
  }
  yield [note]
}

/**
 * A workbook that says who made it and when.
 *
 * @param cut there were more rows than it has
 * @param last said below the rows
 * @param second another sheet behind the first; both are then whole in the memory before they are sent
 */
export function workbook<Row>(
  {
    title,
    columns,
    rows,
    cut = false,
    last,
    second,
  }: {
    title: string
    columns: readonly FileColumn<Row>[]
    rows: AsyncIterable<Row>
    cut?: boolean
    last?: string
    second?: { title: string; heads: readonly string[]; lines: AsyncIterable<readonly string[]> }
  },
  call: Call,
): FileAnswer {
  const body = async () => {
    holdsNoConnection('Writing a workbook')
    const name = title
    const heads = columns.map(({ title: header, money }) => ({
      header,
      width: 18,
      ...(money && { numFmt: '#,##0.00' }),
    }))
    const freezePane = { rows: 1 }
    const first = sheetRows(rows, columns, cut, last, call)
    if (!second) return writeXlsxStream(first, { name, columns: heads, freezePane })
    const texts = second.heads.map((header) => ({ header, width: 24 }))
    const lines: string[][] = []
    const shown: Cell[][] = []
    for await (const row of first) shown.push(row)
    for await (const line of second.lines) lines.push(line.map(plainLine))
    return writeXlsx({
      sheets: [
        { name, columns: heads, rows: [heads.map(({ header }) => header), ...shown], freezePane },
        { name: second.title, columns: texts, rows: [[...second.heads], ...lines], freezePane },
      ],
    })
  }
  return {
    mime: xlsx,
    name: `${title}-${call.today}.xlsx`,
    body,
  }
}

/** A filter as the log keeps it: a number that was searched is masked. */
function withoutNumber(filter: { columns: readonly string[]; q?: unknown }): object {
  const asked = typeof filter.q === 'string' ? searchText(filter.q) : ''
  return /\d{4}/.test(asked) ? { ...filter, q: maskMobile(asked) } : filter
}

/**
 * Counts the user's files of the last hour, in the audit log and among those that a job has yet to begin; parallel ones
 * wait for each other.
 */
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
  const waiting = await db().$count(
    listExport,
    and(eq(listExport.userId, actor.id), eq(listExport.state, 'queued'), gt(listExport.createdAt, hourAgo)),
  )
  if ((row?.files ?? 0) + waiting >= filesAnHour) throw tooMany()
}

async function* rowsOf<Row>(
  ids: readonly number[],
  read: ListFile<Row>['read'],
  mask: FieldMask | null,
  call: Call,
): AsyncGenerator<Row> {
  for (let start = 0; start < ids.length; start += batchRows) {
    await call.background?.progress(start, ids.length)
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
  last: string | undefined,
  call: Call,
): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map(({ value }) => cellOf(value(row, call.now)))
  const { name, account } = call.actor
  yield []
  yield [say('workbook.by', { name, account, time: chinaTime(call.now.toISOString()) ?? '' })]
  if (cut) yield [say('workbook.cut', { count: maxRows })]
  if (last) yield [last]
}

/** A cell of a workbook says itself that it is a text: nothing before it has to. */
const cellOf = (value: Cell): Cell => (typeof value === 'string' ? plainLine(value) : value)
