import { and, desc, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused, textOf } from '../../../platform/errors.ts'
import { compareMoney, sum } from '../../../rules/money.ts'
import { isUnmatched } from '../../fund-flows/rules/fund-flow.ts'
import {
  eventOf,
  lastPartNo,
  livePartsOf,
  type NewPart,
  sayOf,
  writeParts,
} from '../../fund-flows/service/write-match.ts'
import { fundFlow } from '../../fund-flows/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { fenOf } from '../../loans/rules/exact.ts'
import { readLoans } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanFact } from '../../loans/table.ts'
import type { serviceFees } from '../contract.ts'
import { settledOf, settledSum } from '../rules/fee-batch.ts'
import { serviceFeeBatch } from '../table.ts'
import { type Batch, linesOf, requireStep } from './batch-record.ts'

/** 确认, 开票, 结算: two roles confirm, an invoice is written, and the funder's money settles the fees of each loan. */

const answered = ({ id, rowVersion }: Batch) => ({ id, rowVersion: rowVersion + 1 })

export async function confirmFirst(_input: object, { actor, now }: Call, batch: Batch) {
  await requireStep('confirmFirst', batch)
  await change(serviceFeeBatch, batch, {
    firstConfirmedAt: now.toISOString(),
    firstConfirmedBy: actor.id,
  })
  return answered(batch)
}

/** @throws 422 for whoever confirmed it first */
export async function confirm(_input: object, { actor, now }: Call, batch: Batch) {
  await requireStep('confirm', batch)
  if (batch.firstConfirmedBy === actor.id) throw refused('serviceFees.refusals.same')
  await change(serviceFeeBatch, batch, {
    status: '已确认',
    confirmedAt: now.toISOString(),
    confirmedBy: actor.id,
  })
  return answered(batch)
}

/** 退回: what was confirmed is compared anew, from what was decided of its lines on. */
export async function reopen(
  { reason }: ParsedInputOf<typeof serviceFees.reopen>,
  _call: Call,
  batch: Batch,
) {
  await requireStep('reopen', batch)
  const set = {
    status: '有差异' as const,
    firstConfirmedAt: null,
    firstConfirmedBy: null,
    confirmedAt: null,
    confirmedBy: null,
  }
  await change(serviceFeeBatch, batch, set, {
    before: { status: batch.status },
    after: { status: set.status, reason },
  })
  return answered(batch)
}

export async function invoice(
  { invoiceNo }: ParsedInputOf<typeof serviceFees.invoice>,
  _call: Call,
  batch: Batch,
) {
  await requireStep('invoice', batch)
  await change(serviceFeeBatch, batch, { status: '已开票', invoiceNo })
  return answered(batch)
}

export async function cancelBatch(
  { reason }: ParsedInputOf<typeof serviceFees.cancel>,
  _call: Call,
  batch: Batch,
) {
  await requireStep('cancel', batch)
  await change(serviceFeeBatch, batch, { status: '已作废', cancelReason: reason })
  return answered(batch)
}

/** Flows that may have paid it, newest first. */
export async function readFlows({
  batchId,
}: ParsedInputOf<typeof serviceFees.flows>): Promise<OutputOf<typeof serviceFees.flows>> {
  const amount = settledSum(await linesOf(batchId))
  return db()
    .select({
      id: fundFlow.id,
      flowNo: fundFlow.flowNo,
      amount: fundFlow.amount,
      counterparty: fundFlow.counterparty,
      bizDay: fundFlow.bizDay,
    })
    .from(fundFlow)
    .where(
      and(
        ...[eq(fundFlow.direction, '收'), eq(fundFlow.amount, amount)],
        inArray(fundFlow.matchStatus, ['未匹配', '挂账']),
      ),
    )
    .orderBy(desc(fundFlow.happenedAt))
    .limit(30)
}

/**
 * 结算 (E19): of each loan one fact, on the bank's day; the flow stands for them all, so that taking it back reverses
 * them all.
 *
 * @throws 422 where the flow is not its sum, went out, is matched, or lies ahead of the business day; where a loan cannot have it
 */
export async function settleBatch(
  { flowId }: ParsedInputOf<typeof serviceFees.settle>,
  call: Call,
  batch: Batch,
) {
  await requireStep('settle', batch)
  const [flow] = await db().select().from(fundFlow).where(eq(fundFlow.id, flowId)).for('update')
  if (!flow) throw notFound()
  const lines = await linesOf(batch.id)
  const amount = settledSum(lines)
  if (flow.direction !== '收' || compareMoney(flow.amount, amount) !== 0)
    throw refused('serviceFees.refusals.notSum', { amount })
  if (!isUnmatched(flow.matchStatus) || (await livePartsOf([flow.id])).length > 0)
    throw refused('fundFlows.refusals.isMatched')
  const days = await bookDays(call)
  const byLoan = Map.groupBy(
    lines.filter((line) => compareMoney(settledOf(line), '0') > 0),
    ({ loanId }) => loanId ?? 0,
  )
  const loans = await readLoans([...byLoan.keys()], undefined, true)
  let partNo = await lastPartNo(flow.id)
  const parts: { flowId: number; partNo: number; part: NewPart }[] = []
  for (const loan of loans) {
    const { id: loanId, orderId, loanNo } = loan
    partNo++
    const own = byLoan.get(loanId) ?? []
    const fee = sum(own.map(settledOf))
    const eventId = eventOf(flow.id, partNo)
    const body = { kind: 'service_fee', amount: fenOf(fee) } as const
    const { refusal } = await previewFact(loan, body, flow.bizDay, days)
    if (refusal) throw refused('serviceFees.refusals.ofLoan', { loanNo, why: textOf(refusal) })
    const fact = { ...body, eventId, valueDate: flow.bizDay, checkedBy: batch.confirmedBy }
    await bookFact(loanId, fact, days, call)
    const [booked] = await db()
      .select({ id: loanFact.id })
      .from(loanFact)
      .where(eq(loanFact.eventId, eventId))
    if (!booked) throw new Error('the fee was not written')
    parts.push({
      flowId: flow.id,
      partNo,
      part: {
        kind: 'fact',
        id: booked.id,
        loanId,
        orderId,
        title: loanNo,
        amount: fee,
        rule: 'hand',
        booked: true,
        bizKind: '服务费',
      },
    })
  }
  await writeParts(parts, call)
  const reason = say('serviceFees.settledBy', { batchNo: batch.batchNo })
  await sayOf([flow.id], { matchStatus: '人工匹配', bizKind: '服务费', reason }, call)
  await change(
    serviceFeeBatch,
    batch,
    { status: '已结算', flowId, settledOn: flow.bizDay, settledAmount: amount },
    {
      before: { status: batch.status },
      after: { status: '已结算', flowNo: flow.flowNo, settledAmount: amount, loans: loans.length },
    },
  )
  return answered(batch)
}
