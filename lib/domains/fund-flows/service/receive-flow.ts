import { eq } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import type { BookDays } from '../../ledger/service/days.ts'
import { factBody } from '../../loans/rules/fact-input.ts'
import type { NewFact } from '../../loans/service/loan-facts.ts'
import type { Loan } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanFact } from '../../loans/table.ts'

type Received = { loan: Loan; amount: string; valueDate: string; eventId: string }

/**
 * Money on our account that no receipt stands for yet becomes one: the only door from a statement to a loan, whoever
 * says which loan it is.
 *
 * @returns the id of the fact, or why it cannot be booked
 */
export async function receiveFlow(
  { loan, amount, valueDate, eventId }: Received,
  days: BookDays,
  by: By,
): Promise<{ factId: number } | { refusal: FieldMessage }> {
  const body = factBody({ kind: 'receipt', amount })
  const { refusal } = await previewFact(loan, body, valueDate, days)
  if (refusal) return { refusal }
  await bookFact(loan.id, { ...body, eventId, valueDate, checkedBy: null } as NewFact, days, by)
  const [fact] = await db().select({ id: loanFact.id }).from(loanFact).where(eq(loanFact.eventId, eventId))
  if (!fact) throw new Error('the receipt was not written')
  return { factId: fact.id }
}
