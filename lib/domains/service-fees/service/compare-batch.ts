import { and, eq, inArray, sql } from 'drizzle-orm'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import { scanFile } from '../../../platform/files/scan-file.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { compareMoney, minus, sum } from '../../../rules/money.ts'
import { readFile } from '../../fund-flows/service/read-file.ts'
import { loanAccount } from '../../loans/table.ts'
import { shownName } from '../../materials/service/shown-name.ts'
import type { serviceFees } from '../contract.ts'
import { compareLines, isDifferent, keyOf, stateOfLines } from '../rules/fee-batch.ts'
import { readFeeStatement } from '../rules/fee-statement.ts'
import { serviceFeeBatch, serviceFeeLine } from '../table.ts'
import { type Batch, type Line, linesOf, requireStep } from './batch-record.ts'

/** 上传, 对账, 处理: the funder's statement beside our lines, and what becomes of those that differ. */

const batchRows = 1_000
/** Nobody has confirmed what changes now. */
const unconfirmed = { firstConfirmedAt: null, firstConfirmedBy: null } as const

export const readStatement: SlowHandler<typeof serviceFees.readStatement> = {
  async prepare(_input, { tenantId, today }, upload) {
    if (!upload || upload.bytes.length === 0) throw badInput({ file: 'refusals.fileEmpty' })
    await scanFile(upload.bytes)
    const source = { bytes: new Uint8Array(upload.bytes) }
    const { rows } = await readFile({ source, columns: null, today }, tenantId)
    const read = readFeeStatement(rows)
    if (!read) throw badInput({ file: 'serviceFees.refusals.columns' })
    return {
      async run(_call, batch) {
        await requireStep('read', batch)
        const set = {
          status: '对账中' as const,
          statementName: shownName(upload.name),
          theirCount: read.lines.length,
          theirAmount: sum(read.lines.map(({ amount }) => amount)),
        }
        await change(
          serviceFeeBatch,
          batch,
          { ...set, ...unconfirmed, statement: read.lines, wrong: read.wrong },
          { before: { status: batch.status }, after: { ...set, wrongCount: read.wrong.length } },
        )
        return {
          id: batch.id,
          rowVersion: batch.rowVersion + 1,
          read: read.lines.length,
          wrong: read.wrong.length,
        }
      },
    }
  },
}

/** 对账. A line that says what it said keeps what was decided of it. */
export async function compareBatch(_input: object, { actor }: Call, batch: Batch) {
  await requireStep('compare', batch)
  const before = await linesOf(batch.id)
  const known = new Map(before.map((line) => [keyOf(line), line]))
  const compared = compareLines(
    before.filter(({ matchStatus }) => matchStatus !== '资方有我方无'),
    batch.statement,
  )
  const loans = await loansOf(compared.flatMap((line) => (known.has(keyOf(line)) ? [] : [line.loanNo])))
  const rows = compared.map((line) => {
    const was = known.get(keyOf(line))
    const isSame = was && was.matchStatus === line.matchStatus && was.theirAmount === line.theirAmount
    return {
      ...line,
      batchId: batch.id,
      loanId: was ? was.loanId : (loans.get(line.loanNo) ?? null),
      received: was?.received ?? false,
      resolve: isSame ? was.resolve : ('未处理' as const),
      note: isSame ? was.note : '',
      createdBy: actor.id,
    }
  })
  await db()
    .delete(serviceFeeLine)
    .where(and(eq(serviceFeeLine.batchId, batch.id), eq(serviceFeeLine.matchStatus, '资方有我方无')))
  for (let from = 0; from < rows.length; from += batchRows)
    await db()
      .insert(serviceFeeLine)
      .values(rows.slice(from, from + batchRows))
      .onConflictDoUpdate({
        target: [
          serviceFeeLine.tenantId,
          serviceFeeLine.batchId,
          serviceFeeLine.loanNo,
          serviceFeeLine.periodNo,
        ],
        set: {
          theirAmount: sql`excluded.their_amount`,
          diff: sql`excluded.diff`,
          matchStatus: sql`excluded.match_status`,
          resolve: sql`excluded.resolve`,
          note: sql`excluded.note`,
          rowVersion: nextVersion(serviceFeeLine),
        },
      })
  const set = { status: stateOfLines(rows), ...countsOf(rows, batch) }
  await change(serviceFeeBatch, batch, { ...set, ...unconfirmed })
  return { id: batch.id, rowVersion: batch.rowVersion + 1 }
}

const countsOf = (
  lines: readonly Pick<Line, 'matchStatus'>[],
  { ourAmount, theirAmount }: Pick<Batch, 'ourAmount' | 'theirAmount'>,
) => ({
  matchedCount: lines.filter(({ matchStatus }) => matchStatus === '一致').length,
  diffCount: lines.filter(isDifferent).length,
  diffAmount: minus(ourAmount, theirAmount),
})

async function loansOf(loanNos: readonly string[]): Promise<Map<string, number>> {
  if (loanNos.length === 0) return new Map()
  const rows = await db()
    .select({ id: loanAccount.id, loanNo: loanAccount.loanNo })
    .from(loanAccount)
    .where(inArray(loanAccount.loanNo, [...new Set(loanNos)]))
  return new Map(rows.map(({ id, loanNo }) => [loanNo, id]))
}

/** 处理. @throws 422 for a line that agrees, or money of a loan that we do not have */
export async function resolveLine(
  { resolve, note }: ParsedInputOf<typeof serviceFees.resolve>,
  _call: Call,
  line: Line,
) {
  const [batch] = await db()
    .select()
    .from(serviceFeeBatch)
    .where(eq(serviceFeeBatch.id, line.batchId))
    .for('update')
  if (!batch) throw notFound()
  await requireStep('resolve', batch)
  if (!isDifferent(line)) throw refused('serviceFees.refusals.agrees')
  const isForeign = line.loanId === null && compareMoney(line.theirAmount ?? '0', '0') > 0
  if (resolve === '按资方' && isForeign) throw refused('serviceFees.refusals.noLoan')
  await change(serviceFeeLine, line, { resolve, note })
  const lines = await linesOf(batch.id)
  await db()
    .update(serviceFeeBatch)
    .set({ status: stateOfLines(lines), ...unconfirmed, rowVersion: batch.rowVersion + 1 })
    .where(eq(serviceFeeBatch.id, batch.id))
  return { id: line.id, rowVersion: line.rowVersion + 1 }
}
