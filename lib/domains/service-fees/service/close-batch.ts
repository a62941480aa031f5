import { and, desc, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { change } from '../../../platform/change-row.ts'
import type { By, Call } from '../../../platform/context.ts'
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
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanFact } from '../../loans/table.ts'
import type { serviceFees } from '../contract.ts'
import { claimOf, settledOf, settledSum } from '../rules/fee-batch.ts'
import { serviceFeeBatch } from '../table.ts'
import { type Batch, type Line, linesOf, requireStep } from './batch-record.ts'

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

/** One by which nothing is to be paid needs neither invoice nor money. @throws 422 for whoever confirmed it first */
export async function confirm(_input: object, call: Call, batch: Batch) {
  await requireStep('confirm', batch)
  const { actor, now } = call
  if (batch.firstConfirmedBy === actor.id) throw refused('serviceFees.refusals.same')
  const confirmed = { confirmedAt: now.toISOString(), confirmedBy: actor.id }
  const lines = await linesOf(batch.id)
  const settledAmount = settledSum(lines)
  if (compareMoney(settledAmount, '0') > 0)
    await change(serviceFeeBatch, batch, { ...confirmed, status: '已确认' })
  else {
    const { today } = await bookDays(call)
    const by = { actor: { id: batch.firstConfirmedBy ?? 0 }, now, today: call.today }
    await giveUp(await feesOf(lines), today, { ...batch, ...confirmed }, by)
    await change(serviceFeeBatch, batch, { ...confirmed, status: '已结算', settledOn: today, settledAmount })
  }
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
 * @throws 422 where the flow is not its sum, went out, or is matched; where a loan cannot have its fee
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
  const fees = await feesOf(lines)
  let partNo = await lastPartNo(flow.id)
  const parts: { flowId: number; partNo: number; part: NewPart }[] = []
  for (const fee of fees.filter(isPaid)) {
    partNo++
    const id = await bookFee(fee, { eventId: eventOf(flow.id, partNo), valueDate: flow.bizDay, batch }, call)
    const { id: loanId, orderId, loanNo: title } = fee.loan
    const found = { kind: 'fact', id, loanId, orderId, title, bizKind: '服务费' } as const
    parts.push({ flowId: flow.id, partNo, part: { ...found, amount: fee.paid, rule: 'hand', booked: true } })
  }
  await giveUp(fees, flow.bizDay, batch, call)
  await writeParts(parts, call)
  const reason = say('serviceFees.settledBy', { batchNo: batch.batchNo })
  await sayOf([flow.id], { matchStatus: '人工匹配', bizKind: '服务费', reason }, call)
  await change(
    serviceFeeBatch,
    batch,
    { status: '已结算', flowId, settledOn: flow.bizDay, settledAmount: amount },
    {
      before: { status: batch.status },
      after: { status: '已结算', flowNo: flow.flowNo, settledAmount: amount, loans: fees.length },
    },
  )
  return answered(batch)
}

/** Of one loan of a batch: what is paid, and what of our claim is settled by it. */
type Fee = { loan: Loan; paid: string; claim: string }

const isPaid = ({ paid }: Fee): boolean => compareMoney(paid, '0') > 0

/** By loan, locked in the order of their ids, as everybody does. */
async function feesOf(lines: readonly Line[]): Promise<Fee[]> {
  const byLoan = Map.groupBy(lines, ({ loanId }) => loanId ?? 0)
  return (await readLoans([...byLoan.keys()], undefined, true)).flatMap((loan) => {
    const own = byLoan.get(loan.id) ?? []
    const fee = { loan, paid: sum(own.map(settledOf)), claim: sum(own.map(claimOf)) }
    return isPaid(fee) || compareMoney(fee.claim, '0') > 0 ? [fee] : []
  })
}

type Booking = { eventId: string; valueDate: string; batch: Batch }

/** @returns the id of the fact. @throws 422 where the loan cannot have it */
async function bookFee(
  { loan, paid, claim }: Fee,
  { eventId, valueDate, batch }: Booking,
  call: By & Pick<Call, 'today'>,
): Promise<number> {
  const days = await bookDays(call)
  const body = { kind: 'service_fee', amount: fenOf(paid), claim: fenOf(claim) } as const
  const { refusal } = await previewFact(loan, body, valueDate, days)
  if (refusal) throw refused('serviceFees.refusals.ofLoan', { loanNo: loan.loanNo, why: textOf(refusal) })
  await bookFact(loan.id, { ...body, eventId, valueDate, checkedBy: batch.confirmedBy }, days, call)
  const [booked] = await db().select({ id: loanFact.id }).from(loanFact).where(eq(loanFact.eventId, eventId))
  if (!booked) throw new Error('the fee was not written')
  return booked.id
}

/**
 * Everything that nobody pays leaves the books with the batch that gives it up, once: no money stands for it, so taking
 * money back does not bring it back.
 */
async function giveUp(
  fees: readonly Fee[],
  valueDate: string,
  batch: Batch,
  call: By & Pick<Call, 'today'>,
): Promise<void> {
  if (batch.flowId !== null) return
  for (const fee of fees.filter((one) => !isPaid(one)))
    await bookFee(fee, { eventId: `feeBatch:${batch.id}:${fee.loan.id}`, valueDate, batch }, call)
}
