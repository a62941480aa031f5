import { and, count, desc, eq, getTableColumns, inArray, ne } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { scanFile } from '../../../platform/files/scan-file.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import { shownName } from '../../materials/service/shown-name.ts'
import { payersOf } from '../../releases/service/payees.ts'
import { fundFlows as calls, type FlowImportRow } from '../contract.ts'
import { againstKnown, lacksOf, type ReadStatement } from '../rules/statement.ts'
import { flowImport, flowMatch, fundFlow } from '../table.ts'
import { readFile } from './read-file.ts'

/** 导入对账单: a file is read and judged first; what is right and new of it counts when a person says so. */

type FlowImport = typeof flowImport.$inferSelect

/** Wrong rows that are shown; the file of them has all. */
const shownWrong = 200
/** Rows of one statement to the database. */
const batchRows = 2_000

export const flowImportSubject = subject({
  noun: 'flow_import',
  nameOf: ({ id }: FlowImport) => id,
  lock: byId(flowImport),
})

export const importList = defineList(calls.imports, {
  table: flowImport,
  scope: 'tenant',
  search: textIn(flowImport.name, flowImport.accountNo),
  rows: readImports,
})

async function readImports(ids: readonly number[]): Promise<FlowImportRow[]> {
  const labels = new Map((await payersOf()).map(({ code, label }) => [code, label]))
  const { rows: _rows, wrong: _wrong, ...shown } = getTableColumns(flowImport)
  const rows = await db()
    .select({ ...shown, createdByName: sysUser.name })
    .from(flowImport)
    .leftJoin(sysUser, eq(sysUser.id, flowImport.createdBy))
    .where(inArray(flowImport.id, [...ids]))
  return rows.map((row) => ({ ...row, accountLabel: labels.get(row.accountNo) ?? row.accountNo }))
}

/** @throws 404 */
export async function readImport({ importId }: ParsedInputOf<typeof calls.statement>) {
  const [shown] = await readImports([importId])
  const [row] = await db()
    .select({
      heads: flowImport.heads,
      columns: flowImport.columns,
      lacks: flowImport.lacks,
      wrong: flowImport.wrong,
    })
    .from(flowImport)
    .where(eq(flowImport.id, importId))
  if (!shown || !row) throw notFound()
  return { ...shown, ...row, wrong: row.wrong.slice(0, shownWrong) }
}

export async function readAccounts(): Promise<OutputOf<typeof calls.accounts>> {
  const last = new Map(
    (
      await db()
        .selectDistinctOn([fundFlow.accountNo], { accountNo: fundFlow.accountNo, day: fundFlow.bizDay })
        .from(fundFlow)
        .orderBy(fundFlow.accountNo, desc(fundFlow.bizDay))
    ).map(({ accountNo, day }) => [accountNo, day]),
  )
  return (await payersOf()).map(({ code, label }) => ({
    accountNo: code,
    label,
    lastDay: last.get(code) ?? null,
  }))
}

/** The flow that a reading is held against, and counted as. */
async function countsOf(accountNo: string, { right, wrong }: ReadStatement) {
  const judged = againstKnown(right, await knownOf(accountNo, right))
  const all = [...wrong, ...judged.wrong].sort((a, b) => a.row - b.row)
  return {
    fresh: judged.fresh,
    set: {
      wrong: all,
      freshCount: judged.fresh.length,
      sameCount: judged.same,
      wrongCount: all.length,
    },
  }
}

async function knownOf(accountNo: string, right: ReadStatement['right']) {
  const known: Pick<typeof fundFlow.$inferSelect, 'flowNo' | 'direction' | 'amount' | 'bizDay'>[] = []
  for (let from = 0; from < right.length; from += batchRows) {
    const numbers = right.slice(from, from + batchRows).map(({ line }) => line.flowNo)
    const rows = await db()
      .select({
        flowNo: fundFlow.flowNo,
        direction: fundFlow.direction,
        amount: fundFlow.amount,
        bizDay: fundFlow.bizDay,
      })
      .from(fundFlow)
      .where(and(eq(fundFlow.accountNo, accountNo), inArray(fundFlow.flowNo, numbers)))
    known.push(...rows)
  }
  return known
}

/** The columns by which the account's newest statement was read. */
async function rememberedColumns(accountNo: string) {
  const [last] = await db()
    .select({ columns: flowImport.columns })
    .from(flowImport)
    .where(and(eq(flowImport.accountNo, accountNo), ne(flowImport.state, '已撤销')))
    .orderBy(desc(flowImport.id))
    .limit(1)
  return last && lacksOf(last.columns).length === 0 ? last.columns : null
}

export const readStatement: SlowHandler<typeof calls.readStatement> = {
  async prepare({ accountNo }, { tenantId, today }, upload) {
    if (!upload || upload.bytes.length === 0) throw badInput({ file: 'refusals.fileEmpty' })
    const columns = await inTenant(tenantId, async () => {
      if (!(await payersOf()).some(({ code }) => code === accountNo))
        throw badInput({ accountNo: 'fundFlows.refusals.noAccount' })
      return rememberedColumns(accountNo)
    })
    await scanFile(upload.bytes)
    const { rows, read } = await readFile(
      { source: { bytes: new Uint8Array(upload.bytes) }, columns, today },
      tenantId,
    )
    return {
      async run({ actor }) {
        const { set } = await countsOf(accountNo, read)
        const [made] = await db()
          .insert(flowImport)
          .values({
            accountNo,
            name: shownName(upload.name),
            hash: hashOf(upload.bytes),
            rows,
            heads: read.heads,
            columns: read.columns,
            lacks: read.lacks,
            ...set,
            createdBy: actor.id,
          })
          .returning({ id: flowImport.id, rowVersion: flowImport.rowVersion })
        if (!made) throw new Error('the statement was not written')
        const { wrong: _, ...counts } = set
        await audit({ object: `flow_import:${made.id}`, after: { accountNo, ...counts } })
        return made
      },
    }
  },
}

/** A statement read again, outside any transaction. @throws 404 */
async function readAgain(
  importId: number,
  { tenantId, today }: Pick<Call, 'tenantId' | 'today'>,
  columns?: FlowImport['columns'],
) {
  const [row] = await inTenant(tenantId, () =>
    db()
      .select({ rows: flowImport.rows, columns: flowImport.columns })
      .from(flowImport)
      .where(eq(flowImport.id, importId)),
  )
  if (!row) throw notFound()
  const question = { source: { rows: row.rows }, columns: columns ?? row.columns, today }
  return (await readFile(question, tenantId)).read
}

/** @throws 422 for a statement that counts, or did */
function requireRead({ state }: FlowImport): void {
  if (state !== '已读取') throw refused(`fundFlows.refusals.is${state}`)
}

export const mapColumns: SlowHandler<typeof calls.mapColumns> = {
  async prepare({ importId, columns }, call) {
    const read = await readAgain(importId, call, columns)
    return {
      async run(_call, row) {
        requireRead(row)
        const { set } = await countsOf(row.accountNo, read)
        const { heads, columns: used, lacks } = read
        await change(
          flowImport,
          row,
          { ...set, heads, columns: used, lacks },
          { before: { columns: row.columns }, after: { columns: used } },
        )
        return { id: row.id, rowVersion: row.rowVersion + 1 }
      },
    }
  },
}

export const bookStatement: SlowHandler<typeof calls.bookStatement> = {
  async prepare({ importId }, call) {
    const read = await readAgain(importId, call)
    return {
      async run({ actor, now }, row) {
        requireRead(row)
        const { fresh, set } = await countsOf(row.accountNo, read)
        if (fresh.length === 0) throw refused('fundFlows.refusals.nothingNew', { count: set.sameCount })
        let added = 0
        for (let from = 0; from < fresh.length; from += batchRows) {
          const made = await db()
            .insert(fundFlow)
            .values(
              fresh.slice(from, from + batchRows).map(({ row: importRow, line }) => ({
                ...line,
                accountNo: row.accountNo,
                importId,
                importRow,
                createdBy: actor.id,
              })),
            )
            // Another window may bring the same statement in the same second.
            .onConflictDoNothing({ target: [fundFlow.tenantId, fundFlow.accountNo, fundFlow.flowNo] })
            .returning({ id: fundFlow.id })
          added += made.length
        }
        const { wrong: _, ...counts } = set
        await change(
          flowImport,
          row,
          {
            ...set,
            state: '已导入',
            addedCount: added,
            bookedAt: now.toISOString(),
            bookedBy: actor.id,
          },
          { before: { state: row.state }, after: { state: '已导入', addedCount: added, ...counts } },
        )
        return { id: row.id, rowVersion: row.rowVersion + 1, added }
      },
    }
  },
}

/** @throws 422 for one that does not count, or of which something is matched or kept apart */
export async function undoStatement(
  { importId }: ParsedInputOf<typeof calls.undoStatement>,
  { actor, now }: Call,
  row: FlowImport,
) {
  if (row.state !== '已导入') throw refused(`fundFlows.refusals.is${row.state}`)
  const own = eq(fundFlow.importId, importId)
  // Whoever matches one of them waits here, or is waited for.
  await db().select({ id: fundFlow.id }).from(fundFlow).where(own).for('update')
  const [used] = await db()
    .select({ count: count() })
    .from(fundFlow)
    .where(and(own, ne(fundFlow.matchStatus, '未匹配')))
  if (used && used.count > 0) throw refused('fundFlows.refusals.matched', { count: used.count })
  const [was] = await db()
    .select({ count: count() })
    .from(flowMatch)
    .innerJoin(fundFlow, eq(fundFlow.id, flowMatch.flowId))
    .where(own)
  if (was && was.count > 0) throw refused('fundFlows.refusals.wasMatched')
  await db().delete(fundFlow).where(own)
  await change(
    flowImport,
    row,
    { state: '已撤销', undoneAt: now.toISOString(), undoneBy: actor.id },
    { before: { state: row.state, addedCount: row.addedCount }, after: { state: '已撤销' } },
  )
  return { id: row.id, rowVersion: row.rowVersion + 1 }
}
