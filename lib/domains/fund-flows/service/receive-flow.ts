import { and, eq, inArray } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurns } from '../../../platform/db/turns.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { maskCard } from '../../../rules/mask.ts'
import type { BookDays } from '../../ledger/service/days.ts'
import { factBody } from '../../loans/rules/fact-input.ts'
import type { MoneySource } from '../../loans/rules/facts.ts'
import { factsOf, type NewFact } from '../../loans/service/loan-facts.ts'
import type { Loan } from '../../loans/service/loan-record.ts'
import { judgeFact } from '../../loans/service/preview-fact.ts'
import { bookFacts } from '../../loans/service/project-loan.ts'
import { loanFact, repayment } from '../../loans/table.ts'
import { takenAlready } from '../../repayments/service/take-money.ts'
import { eventOf, type Flow } from './write-match.ts'

type Received = { loan: Loan; amount: string; flow: Flow; partNo: number }
type Outcome = { factId: number } | { refusal: FieldMessage }

const thirdNoOf = ({ flow, partNo }: Received): string =>
  partNo === 1 ? flow.flowNo : `${flow.flowNo}/${partNo}`

/**
 * Money on our account that no receipt stands for yet becomes one: the only door from a statement to a loan, whoever
 * says which loan it is.
 *
 * @returns the id of the fact, or why it cannot be booked
 */
export async function receiveFlow(received: Received, days: BookDays, by: By): Promise<Outcome> {
  const [outcome] = await receiveFlows([received], days, by)
  if (!outcome) throw new Error('nothing was received')
  return outcome
}

/** The same of many flows for as many loans, whose numbers differ. */
export async function receiveFlows(
  received: readonly Received[],
  days: BookDays,
  by: By,
): Promise<Outcome[]> {
  if (received.length === 0) return []
  // A cashier who types one of the numbers at the same time waits here, and so does this for him.
  await takeTurns(
    'repayment',
    received.map((one) => [one.loan.tenantId, 'transfer', thirdNoOf(one)]),
  )
  const taken = await takenOf(received.map(thirdNoOf))
  const facts = await factsOf(received.map(({ loan }) => loan.id))
  const judged = received.map((one) => {
    const { loan, amount, flow, partNo } = one
    const thirdNo = thirdNoOf(one)
    const body = factBody({ kind: 'receipt', amount })
    const refusal =
      taken.get(thirdNo) ?? judgeFact(loan, body, facts.get(loan.id) ?? [], flow.bizDay, days).refusal
    const source: MoneySource = {
      channel: 'transfer',
      thirdNo,
      payerName: flow.counterparty,
      payerCard: maskCard(flow.counterAccount),
    }
    const eventId = eventOf(flow.id, partNo)
    const fact = { ...body, source, eventId, valueDate: flow.bizDay, checkedBy: null } as NewFact
    return { loanId: loan.id, fact, refusal }
  })
  const right = judged.filter(({ refusal }) => !refusal)
  await bookFacts(right, days, by)
  const rows = await db()
    .select({ id: loanFact.id, eventId: loanFact.eventId })
    .from(loanFact)
    .where(
      inArray(
        loanFact.eventId,
        right.map(({ fact }) => fact.eventId),
      ),
    )
  const ids = new Map(rows.map(({ id, eventId }) => [eventId, id]))
  return judged.map(({ fact, refusal }): Outcome => {
    if (refusal) return { refusal }
    const factId = ids.get(fact.eventId)
    if (factId === undefined) throw new Error('the receipt was not written')
    return { factId }
  })
}

/** Of the numbers those that count already, each with who has it. */
async function takenOf(numbers: readonly string[]): Promise<Map<string, FieldMessage>> {
  const rows = await db()
    .selectDistinct({ thirdNo: repayment.thirdNo })
    .from(repayment)
    .where(
      and(
        eq(repayment.channel, 'transfer'),
        inArray(repayment.thirdNo, [...numbers]),
        eq(repayment.state, '成功'),
      ),
    )
  const taken = new Map<string, FieldMessage>()
  for (const { thirdNo } of rows) {
    const why = await takenAlready('transfer', thirdNo, undefined)
    if (why) taken.set(thirdNo, why)
  }
  return taken
}
