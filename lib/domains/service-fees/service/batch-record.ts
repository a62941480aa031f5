import { and, asc, eq, exists, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { capital } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { serviceFees as calls, type FeeBatchRow, type FeeLineRow } from '../contract.ts'
import { type BatchStep, batchCan, isOpenLine, settledSum } from '../rules/fee-batch.ts'
import { serviceFeeBatch, serviceFeeLine } from '../table.ts'

/** 服务费批次 and its lines as verbs lock them, and as lists show them. */

export type Batch = typeof serviceFeeBatch.$inferSelect
export type Line = typeof serviceFeeLine.$inferSelect

export const feeBatchSubject = subject({
  noun: 'service_fee_batch',
  nameOf: ({ id }: Batch) => id,
  lock: byId(serviceFeeBatch),
})

/** A line is seen as the order of its loan is; one of no loan of ours by everybody who reconciles. */
const linesInScope = ({ actor }: Call): SQL | undefined => {
  const scope = orderScope(actor)
  if (!scope) return undefined
  const own = db()
    .select({ one: sql`1` })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(and(eq(loanAccount.id, serviceFeeLine.loanId), scope))
  return or(isNull(serviceFeeLine.loanId), exists(own))
}

export const feeLineSubject = subject({
  noun: 'service_fee_line',
  nameOf: ({ id }: Line) => id,
  lock: async (id: number, call: Call): Promise<Line | undefined> => {
    const [row] = await db()
      .select()
      .from(serviceFeeLine)
      .where(and(eq(serviceFeeLine.id, id), eq(serviceFeeLine.tenantId, call.tenantId), linesInScope(call)))
      .for('update')
    return row
  },
})

/** Of one that is settled: what its flow stood for was taken back. */
const unsettled = sql<boolean>`(service_fee_batch.status = '已结算' and service_fee_batch.flow_id is not null and not exists (select from flow_match m
  where m.tenant_id = service_fee_batch.tenant_id and m.flow_id = service_fee_batch.flow_id and m.undone_at is null))`

const shown = {
  ...getTableColumns(serviceFeeBatch),
  capitalName: capital.name,
  confirmedFirst: sql<boolean>`${serviceFeeBatch.firstConfirmedAt} is not null`,
  unsettled,
}

export const batchList = defineList(calls.list, {
  table: serviceFeeBatch,
  scope: 'tenant',
  search: textIn(serviceFeeBatch.batchNo),
  rows: readBatches,
})

async function readBatches(ids: readonly number[]): Promise<FeeBatchRow[]> {
  return db()
    .select(shown)
    .from(serviceFeeBatch)
    .innerJoin(capital, eq(capital.id, serviceFeeBatch.capitalId))
    .where(inArray(serviceFeeBatch.id, [...ids]))
}

export const linesOf = (batchId: number): Promise<Line[]> =>
  db()
    .select()
    .from(serviceFeeLine)
    .where(eq(serviceFeeLine.batchId, batchId))
    .orderBy(asc(serviceFeeLine.loanNo), asc(serviceFeeLine.periodNo))

const checker = alias(sysUser, 'checker')

/** @throws 404 */
export async function readBatch({
  batchId,
}: ParsedInputOf<typeof calls.get>): Promise<OutputOf<typeof calls.get>> {
  const [row] = await db()
    .select({ ...shown, firstConfirmedByName: sysUser.name, confirmedByName: checker.name })
    .from(serviceFeeBatch)
    .innerJoin(capital, eq(capital.id, serviceFeeBatch.capitalId))
    .leftJoin(sysUser, eq(sysUser.id, serviceFeeBatch.firstConfirmedBy))
    .leftJoin(checker, eq(checker.id, serviceFeeBatch.confirmedBy))
    .where(eq(serviceFeeBatch.id, batchId))
  if (!row) throw notFound()
  const lines = await linesOf(batchId)
  return {
    ...row,
    wrong: row.wrong.slice(0, 200),
    toSettle: settledSum(lines),
    openCount: lines.filter(isOpenLine).length,
  }
}

export const lineList = defineList(calls.lines, {
  table: serviceFeeLine,
  scope: { rows: linesInScope },
  search: textIn(serviceFeeLine.loanNo),
  rows: readLines,
})

async function readLines(ids: readonly number[]): Promise<FeeLineRow[]> {
  return db()
    .select({
      ...getTableColumns(serviceFeeLine),
      orderId: loanAccount.orderId,
      customerName: application.customerName,
    })
    .from(serviceFeeLine)
    .leftJoin(loanAccount, eq(loanAccount.id, serviceFeeLine.loanId))
    .leftJoin(application, eq(application.id, loanAccount.orderId))
    .where(inArray(serviceFeeLine.id, [...ids]))
}

/** @throws 422 where the step is not one of the batch as it stands */
export async function requireStep(step: BatchStep, batch: Batch): Promise<void> {
  const [now] = await db().select({ unsettled }).from(serviceFeeBatch).where(eq(serviceFeeBatch.id, batch.id))
  const permit = batchCan(step, {
    status: batch.status,
    confirmedFirst: batch.firstConfirmedAt !== null,
    unsettled: now?.unsettled ?? false,
  })
  if (!permit.ok) throw refused(permit.reason, { status: batch.status })
}
