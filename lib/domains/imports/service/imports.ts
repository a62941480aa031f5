import { join } from 'node:path'
import { and, desc, eq, getTableColumns, inArray, ne, or } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is, textIn } from '../../../platform/db/list-conditions.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { badInput, CallError, forbidden, notFound, refused } from '../../../platform/errors.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { scanFile } from '../../../platform/files/scan-file.ts'
import { askTableThread } from '../../../platform/files/table-thread.ts'
import type { FileAnswer, HandlersOf, SlowHandler } from '../../../platform/handler.ts'
import { subject } from '../../../platform/subject.ts'
import { csvOf, csvText } from '../../../rules/csv.ts'
import type { Contracts } from '../../endpoints.ts'
import { rolesWith } from '../../identity/rules/roles.ts'
import { sysUser } from '../../identity/table.ts'
import { shownName } from '../../materials/service/shown-name.ts'
import { imports as calls, type ImportRow } from '../contract.ts'
import {
  type ImportKind,
  importAccess,
  importFields,
  importKinds,
  isBookedImport,
  isReadImport,
  mayBeUndone,
  mostRows,
  sharedKinds,
} from '../rules/import-kinds.ts'
import type { ImportColumns, ReadImport, RightRow, WrongRow } from '../rules/import-rows.ts'
import { rowImport } from '../table.ts'
import { type ImportBooks, importBooks } from './import-books.ts'
import type { ImportAnswer, ImportQuestion } from './import-thread.ts'

/** 导入: a file is read and judged first; what is right and new of it counts when a person says so. */

type RowImport = typeof rowImport.$inferSelect

/** Wrong rows that are shown; the file of them has all. */
const shownWrong = 200
/** Rows that are looked up with one statement. */
const batchRows = 2_000
/** Rows that are written with one: between two of them the process answers others. */
const writtenRows = 250

const thread = join(import.meta.dirname, 'import-thread.ts')

/** @throws 403 for a list that the caller does not keep */
function requireKind(kind: ImportKind, { actor }: Pick<Call, 'actor'>): void {
  const permission = importAccess[kind]
  if (!actor.permissions.has(permission)) throw forbidden(rolesWith(permission))
}

const inSight = (actor: Pick<Actor, 'id'>) =>
  or(inArray(rowImport.kind, [...sharedKinds]), eq(rowImport.createdBy, actor.id))

export const rowImportSubject = subject({
  noun: 'row_import',
  nameOf: ({ id }: RowImport) => id,
  async lock(id: number, { tenantId, actor }: Call): Promise<RowImport | undefined> {
    const own = and(eq(rowImport.id, id), eq(rowImport.tenantId, tenantId), inSight(actor))
    const [row] = await db().select().from(rowImport).where(own).for('no key update')
    return row
  },
})

const importList = defineList(calls.list, {
  table: rowImport,
  scope: 'tenant',
  only: ({ actor }) =>
    and(
      inArray(
        rowImport.kind,
        importKinds.filter((kind) => actor.permissions.has(importAccess[kind])),
      ),
      inSight(actor),
    ),
  filters: { kind: is(rowImport.kind) },
  search: textIn(rowImport.name),
  rows: readImports,
})

async function readImports(
  ids: readonly number[],
  { now, actor }: Pick<Call, 'now' | 'actor'>,
): Promise<ImportRow[]> {
  const { rows: _rows, wrong: _wrong, former: _former, ...shown } = getTableColumns(rowImport)
  const rows = await db()
    .select({ ...shown, createdByName: sysUser.name })
    .from(rowImport)
    .leftJoin(sysUser, eq(sysUser.id, rowImport.createdBy))
    .where(inArray(rowImport.id, [...ids]))
  return rows.map(({ addedIds, ...row }) => ({
    ...row,
    addedCount: addedIds.length,
    own: isOwn(row, { actor }),
    undoable: isBookedImport(row.state) && row.bookedAt !== null && mayBeUndone(row.bookedAt, now),
  }))
}

async function found(importId: number, call: Pick<Call, 'actor'>): Promise<RowImport> {
  const [row] = await db()
    .select()
    .from(rowImport)
    .where(and(eq(rowImport.id, importId), inSight(call.actor)))
  if (!row) throw notFound()
  requireKind(row.kind, call)
  return row
}

/** Cells are whole numbers of persons, which the list itself shows masked: they are for whoever brought the file. */
const isOwn = ({ createdBy }: Pick<RowImport, 'createdBy'>, { actor }: Pick<Call, 'actor'>): boolean =>
  createdBy === actor.id
const hidden = '***'

/** @throws 404, 403 */
async function readImport({ importId }: ParsedInputOf<typeof calls.get>, call: Call) {
  const row = await found(importId, call)
  const { heads, columns, lacks, wrong } = row
  const [shown] = await readImports([importId], call)
  if (!shown) throw notFound()
  return {
    ...shown,
    heads,
    columns,
    lacks,
    wrong: wrong.slice(0, shownWrong).map(({ row: at, field, finding, value }) => ({
      row: at,
      field,
      reason: reasonOf(finding),
      value: isOwn(row, call) ? value : hidden,
    })),
  }
}

const reasonOf = (finding: WrongRow['finding']): string =>
  typeof finding === 'string' ? say(finding) : finding.said

/** The cell of a row that the form of its list refuses, and its words. @throws what is no refusal */
async function refusalOf(kind: ImportKind, { row, values }: RightRow, call: Call): Promise<WrongRow | null> {
  try {
    await importBooks[kind].check?.(values, call)
    return null
  } catch (error) {
    // A service that is out or overloaded says nothing about the row.
    if (!(error instanceof CallError) || error.status >= 500 || error.status === 429) throw error
    const fields = error.body.fields ?? {}
    // A refusal of the record that a row is about, not of one of its values, stands at what names the record.
    const field = importFields[kind].find((one) => fields[one] !== undefined) ?? importFields[kind][0]
    return { row, field, finding: { said: fields[field] ?? error.body.message }, value: values[field] ?? '' }
  }
}

/** The list that a reading is held against, and counted as. */
async function countsOf(kind: ImportKind, { right, wrong: unread }: ReadImport, call: Call) {
  const known = new Set<string>()
  for (let from = 0; from < right.length; from += batchRows)
    for (const key of await importBooks[kind].known(right.slice(from, from + batchRows), call)) known.add(key)
  const fresh: RightRow[] = []
  const wrong = [...unread]
  for (const row of right) {
    if (known.has(row.key)) continue
    const refusal = await refusalOf(kind, row, call)
    if (refusal) wrong.push(refusal)
    else fresh.push(row)
  }
  wrong.sort((a, b) => a.row - b.row)
  return {
    fresh,
    set: {
      wrong,
      freshCount: fresh.length,
      sameCount: right.length + unread.length - fresh.length - wrong.length,
      wrongCount: wrong.length,
    },
  }
}

/** @throws 400 for a file that is no table, or too large a one; 503 when too many wait */
async function askThread(question: Omit<ImportQuestion, 'words'>, tenantId: number) {
  const { kind } = question
  const words = await inTenant(tenantId, importBooks[kind].words)
  const answer = await askTableThread<ImportAnswer>(thread, { ...question, words }, tenantId)
  if ('refused' in answer) {
    const params = { most: mostRows[kind] }
    throw badInput({ file: { key: `imports.unread.${answer.refused}`, params } })
  }
  return answer
}

/** The columns by which the newest file of the kind was read. */
async function rememberedColumns(kind: ImportKind): Promise<RowImport['columns'] | null> {
  const [last] = await db()
    .select({ columns: rowImport.columns, lacks: rowImport.lacks })
    .from(rowImport)
    .where(and(eq(rowImport.kind, kind), ne(rowImport.state, '已撤销')))
    .orderBy(desc(rowImport.id))
    .limit(1)
  return last && last.lacks.length === 0 ? last.columns : null
}

const readFile: SlowHandler<typeof calls.read> = {
  async prepare({ kind }, call, upload) {
    requireKind(kind, call)
    if (!upload || upload.bytes.length === 0) throw badInput({ file: 'refusals.fileEmpty' })
    const { tenantId, today } = call
    const remembered = await inTenant(tenantId, () => rememberedColumns(kind))
    await scanFile(upload.bytes)
    const source = { bytes: new Uint8Array(upload.bytes) }
    const { rows, read } = await askThread({ kind, source, columns: null, today }, tenantId)
    const again = await mappedAgain(kind, rows, read, remembered, call)
    return {
      async run(now) {
        const { set } = await countsOf(kind, again, now)
        const [made] = await db()
          .insert(rowImport)
          .values({
            kind,
            name: shownName(upload.name),
            hash: hashOf(upload.bytes),
            rows,
            heads: again.heads,
            columns: again.columns,
            lacks: again.lacks,
            ...set,
            createdBy: now.actor.id,
          })
          .returning({ id: rowImport.id, rowVersion: rowImport.rowVersion })
        if (!made) throw new Error('the import was not written')
        const { wrong: _, ...counts } = set
        await audit({ object: `row_import:${made.id}`, after: { kind, ...counts } })
        return made
      },
    }
  },
}

/** A file whose heads are strange is read by the columns of last time, where it has them. */
async function mappedAgain(
  kind: ImportKind,
  rows: string[][],
  read: ReadImport,
  columns: ImportColumns | null,
  { tenantId, today }: Pick<Call, 'tenantId' | 'today'>,
): Promise<ReadImport> {
  const fits = columns && Object.values(columns).every((head) => read.heads.includes(head))
  if (read.lacks.length === 0 || !fits) return read
  return (await askThread({ kind, source: { rows }, columns, today }, tenantId)).read
}

/** A file read again, outside any transaction. @throws 404, 403 */
async function readAgain(importId: number, call: Call, columns?: ImportColumns): Promise<ReadImport> {
  const { tenantId, today } = call
  const row = await inTenant(tenantId, () => found(importId, call))
  requireRead(row)
  const source = { rows: row.rows }
  return (await askThread({ kind: row.kind, source, columns: columns ?? row.columns, today }, tenantId)).read
}

/** @throws 422 for one that counts, or did */
function requireRead({ state }: RowImport): void {
  if (!isReadImport(state)) throw refused(`imports.refusals.is${state}`)
}

const mapColumns: SlowHandler<typeof calls.map> = {
  async prepare({ importId, columns }, call) {
    const read = await readAgain(importId, call, columns)
    return {
      async run(now, row) {
        requireRead(row)
        const { set } = await countsOf(row.kind, read, now)
        const { heads, columns: used, lacks } = read
        const said = { before: { columns: row.columns }, after: { columns: used } }
        await change(rowImport, row, { ...set, heads, columns: used, lacks }, said)
        return { id: row.id, rowVersion: row.rowVersion + 1 }
      },
    }
  },
}

const book: SlowHandler<typeof calls.book> = {
  async prepare({ importId }, call) {
    const read = await readAgain(importId, call)
    return {
      async run(now, row) {
        requireRead(row)
        // Two files with the same rows come one after the other: the second one finds them known.
        await takeTurn('row-import', now.tenantId, row.kind)
        const { fresh, set } = await countsOf(row.kind, read, now)
        if (fresh.length === 0) throw refused('imports.refusals.nothingNew', { count: set.sameCount })
        const added: Awaited<ReturnType<ImportBooks['add']>> = []
        for (let from = 0; from < fresh.length; from += writtenRows) {
          const values = fresh.slice(from, from + writtenRows).map((one) => one.values)
          added.push(...(await importBooks[row.kind].add(values, now)))
        }
        const addedIds = added.map(({ id }) => id)
        const { wrong, ...counts } = set
        const bad = new Set(wrong.map((one) => one.row))
        await change(
          rowImport,
          row,
          {
            ...set,
            // Rows that came in stand in their list; the file of the wrong ones still asks for those.
            rows: row.rows.map((cells, index) => (index === 0 || bad.has(index + 1) ? cells : [])),
            state: '已导入',
            addedIds,
            former: added.flatMap(({ id, before }) => (before ? [{ id, before }] : [])),
            bookedAt: now.now.toISOString(),
            bookedBy: now.actor.id,
          },
          {
            before: { state: row.state },
            after: { state: '已导入', addedCount: addedIds.length, ...counts },
          },
        )
        return { id: row.id, rowVersion: row.rowVersion + 1, added: addedIds.length }
      },
    }
  },
}

/** @throws 422 for one that does not count, or that a day has passed over */
async function undo(_: ParsedInputOf<typeof calls.undo>, call: Call, row: RowImport) {
  requireKind(row.kind, call)
  if (!isBookedImport(row.state)) throw refused(`imports.refusals.is${row.state}`)
  if (row.bookedAt === null || !mayBeUndone(row.bookedAt, call.now)) throw refused('imports.refusals.late')
  const { name, bookedAt, addedIds: ids, former } = row
  const count = await importBooks[row.kind].undo({ name, bookedAt, ids, former }, call)
  await change(
    rowImport,
    row,
    { state: '已撤销', undoneAt: call.now.toISOString(), undoneBy: call.actor.id },
    { before: { state: row.state }, after: { state: '已撤销', count } },
  )
  return { id: row.id, rowVersion: row.rowVersion + 1 }
}

const fileOf = (name: string, rows: readonly (readonly string[])[]): FileAnswer => ({
  mime: 'text/csv; charset=utf-8',
  name,
  body: Buffer.from(csvOf(rows)),
})

/** The heads alone: a row of sample values would be brought in by somebody. */
async function template({ kind }: ParsedInputOf<typeof calls.template>, call: Call): Promise<FileAnswer> {
  requireKind(kind, call)
  const { heads } = await importBooks[kind].words()
  const titles = importFields[kind].map((field) => heads[field]?.[0] ?? field)
  return fileOf(`${say(`imports.kinds.${kind}`)}-${say('imports.template')}.csv`, [titles])
}

/** 错误行 as a file that is put right and read once more. @throws 404, 403, 422 of somebody else's file */
async function wrongRows(
  { importId }: ParsedInputOf<typeof calls.wrongRows>,
  call: Call,
): Promise<FileAnswer> {
  const row = await found(importId, call)
  if (!isOwn(row, call)) throw refused('imports.refusals.othersFile')
  const { name, rows, wrong } = row
  await audit({ object: `row_import:${importId}`, after: { count: wrong.length } })
  const head = rows[0] ?? []
  const lines = wrong.map(({ row: at, finding }) => [
    ...head.map((_, index) => csvText(rows[at - 1]?.[index] ?? '')),
    String(at),
    reasonOf(finding),
  ])
  const title = `${name.replace(/\.[^.]*$/, '')}-${say('imports.wrongRows')}.csv`
  return fileOf(title, [[...head, say('imports.row'), say('imports.fault')], ...lines])
}

export const importHandlers: HandlersOf<Contracts['imports']> = {
  list: importList.page,
  get: readImport,
  template,
  read: readFile,
  map: mapColumns,
  book,
  undo,
  wrongRows,
}
