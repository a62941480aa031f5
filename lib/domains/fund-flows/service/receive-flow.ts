import { eq } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { maskCard } from '../../../rules/mask.ts'
import type { BookDays } from '../../ledger/service/days.ts'
import { factBody } from '../../loans/rules/fact-input.ts'
import type { MoneySource } from '../../loans/rules/facts.ts'
import type { NewFact } from '../../loans/service/loan-facts.ts'
import type { Loan } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanFact } from '../../loans/table.ts'
import { takenAlready } from '../../repayments/service/take-money.ts'
import { eventOf, type Flow } from './write-match.ts'

type Received = { loan: Loan; amount: string; flow: Flow; partNo: number }

/**
 * Money on our account that no receipt stands for yet becomes one: the only door from a statement to a loan, whoever
 * says which loan it is.
 *
 * @returns the id of the fact, or why it cannot be booked
 */
export async function receiveFlow(
  { loan, amount, flow, partNo }: Received,
  days: BookDays,
  by: By,
): Promise<{ factId: number } | { refusal: FieldMessage }> {
  const thirdNo = partNo === 1 ? flow.flowNo : `${flow.flowNo}/${partNo}`
  // A cashier who types the number at the same time waits here, and so does this for him.
  await takeTurn('repayment', loan.tenantId, 'transfer', thirdNo)
  const taken = await takenAlready('transfer', thirdNo, undefined)
  if (taken) return { refusal: taken }
  const body = factBody({ kind: 'receipt', amount })
  const { refusal } = await previewFact(loan, body, flow.bizDay, days)
  if (refusal) return { refusal }
  const eventId = eventOf(flow.id, partNo)
  const source: MoneySource = {
    channel: 'transfer',
    thirdNo,
    payerName: flow.counterparty,
    payerCard: maskCard(flow.counterAccount),
  }
  const booked = { ...body, source, eventId, valueDate: flow.bizDay, checkedBy: null } as NewFact
  await bookFact(loan.id, booked, days, by)
  const [fact] = await db().select({ id: loanFact.id }).from(loanFact).where(eq(loanFact.eventId, eventId))
  if (!fact) throw new Error('the receipt was not written')
  return { factId: fact.id }
}
