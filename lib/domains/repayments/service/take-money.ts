import { and, eq } from 'drizzle-orm'
import type * as z from 'zod'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { badInput, type FieldMessage, refusedBy } from '../../../platform/errors.ts'
import { maskCard } from '../../../rules/mask.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { factBody, type receivedFact } from '../../loans/rules/fact-input.ts'
import type { MoneyChannel, MoneySource } from '../../loans/rules/facts.ts'
import type { LoanFold } from '../../loans/rules/fold.ts'
import type { NewFact } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { repayment } from '../../loans/table.ts'

/** 还款: the way by which money comes in on a loan, whoever saw it: a cashier, a deduction, a bank statement. */

export type MoneySaid = MoneySource & {
  valueDate: string
  fact: z.output<typeof receivedFact>
  /** One event is one receipt, however often it is sent. */
  eventId: string
}

/**
 * It counts at once. The loan's row is the caller's, locked.
 *
 * @throws 400 at `thirdNo` for a number of the channel that counts already; 422 where the fact cannot be booked
 */
export async function takeMoney(
  loan: Loan,
  { valueDate, fact, eventId, channel, thirdNo, payerName, payerCard }: MoneySaid,
  call: Call,
): Promise<{ repayNo: string; fold: LoanFold }> {
  // The same number through another window waits here, and finds the first.
  await takeTurn('repayment', call.tenantId, channel, thirdNo)
  const known = await takenAlready(channel, thirdNo, call)
  if (known) throw badInput({ thirdNo: known })
  const days = await bookDays(call)
  const { body, refusal, lastFactNo } = await previewFact(loan, factBody(fact), valueDate, days)
  if (refusal) throw refusedBy(refusal)
  const source: MoneySource = { channel, thirdNo, payerName, payerCard: maskCard(payerCard) }
  const booked = { ...body, source, valueDate, eventId, checkedBy: null } as NewFact
  const fold = await bookFact(loan.id, booked, days, call)
  const [row] = await db()
    .select({ repayNo: repayment.repayNo })
    .from(repayment)
    .where(and(eq(repayment.loanId, loan.id), eq(repayment.factNo, lastFactNo + 1)))
  if (!row) throw new Error(`fact ${lastFactNo + 1} of loan ${loan.id} brought no money`)
  return { repayNo: row.repayNo, fold }
}

/** The loan where a number of a channel counts already; of a loan that the caller does not see, only that it does. */
export async function takenAlready(
  channel: MoneyChannel,
  thirdNo: string,
  call: Call | undefined,
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
