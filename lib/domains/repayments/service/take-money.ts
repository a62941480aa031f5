import { and, eq, sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, type FieldMessage, refusedBy } from '../../../platform/errors.ts'
import { maskCard } from '../../../rules/mask.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { factBody, type receivedFact } from '../../loans/rules/fact-input.ts'
import type { LoanFold } from '../../loans/rules/fold.ts'
import { type RepaymentChannel, repaymentColumns } from '../../loans/rules/repayment.ts'
import { factsOf, type NewFact } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { repayment } from '../../loans/table.ts'
import { nextRepayNo } from '../../orders/service/number-series.ts'

/** 还款: the one way by which money comes in on a loan, whoever saw it: a cashier, a deduction, a bank statement. */

export type MoneySaid = {
  valueDate: string
  fact: z.output<typeof receivedFact>
  channel: RepaymentChannel
  thirdNo: string
  payerName: string
  payerCard: string
}

export type MoneyTaken = { repayNo: string; repaymentId: number; fold: LoanFold }

/**
 * It counts at once. The loan's row is the caller's, locked.
 *
 * @throws 400 at `thirdNo` for a number of the channel that counts already; 422 where the fact cannot be booked
 */
export async function takeMoney(loan: Loan, said: MoneySaid, call: Call): Promise<MoneyTaken> {
  const { valueDate, fact, channel, thirdNo, payerName, payerCard } = said
  const known = await takenAlready(channel, thirdNo, call)
  if (known) throw badInput({ thirdNo: known })
  const days = await bookDays(call)
  const { body, refusal, lastFactNo } = await previewFact(loan, factBody(fact), valueDate, days)
  if (refusal) throw refusedBy(refusal)
  const repayNo = await nextRepayNo(days.today)
  const factNo = lastFactNo + 1
  const booked = { ...body, valueDate, eventId: `repayment:${repayNo}`, checkedBy: null } as NewFact
  const fold = await bookFact(loan.id, booked, days, call)
  const columns = repaymentColumns(fold, (await factsOf([loan.id])).get(loan.id) ?? []).get(factNo)
  if (!columns) throw new Error(`fact ${factNo} of loan ${loan.id} brought no money`)
  const [row] = await db()
    .insert(repayment)
    .values({
      ...columns,
      repayNo,
      loanId: loan.id,
      orderId: loan.orderId,
      factNo,
      amount: fact.amount,
      valueDate,
      channel,
      thirdNo,
      payerName,
      payerCard: maskCard(payerCard),
      createdBy: call.actor.id,
      createdAt: call.now.toISOString(),
    })
    // It came at the same time through another window.
    .onConflictDoNothing({
      target: [repayment.tenantId, repayment.channel, repayment.thirdNo],
      where: sql`state = '成功'`,
    })
    .returning({ id: repayment.id })
  if (!row)
    throw badInput({
      thirdNo: (await takenAlready(channel, thirdNo, call)) ?? 'repayments.refusals.numberTaken',
    })
  return { repayNo, repaymentId: row.id, fold }
}

/** Where a number of a channel counts already; of a loan that the caller does not see, only that it does. */
async function takenAlready(
  channel: RepaymentChannel,
  thirdNo: string,
  call: Call,
): Promise<FieldMessage | undefined> {
  const [first] = await db()
    .select()
    .from(repayment)
    .where(and(eq(repayment.channel, channel), eq(repayment.thirdNo, thirdNo), eq(repayment.state, '成功')))
  if (!first) return undefined
  const [loan] = await readLoans([first.loanId], call)
  if (!loan) return 'repayments.refusals.numberTaken'
  const { repayNo, valueDate } = first
  return {
    key: 'repayments.refusals.numberTakenBy',
    params: { repayNo, valueDate, loanNo: loan.loanNo, customerName: loan.customerName },
  }
}
