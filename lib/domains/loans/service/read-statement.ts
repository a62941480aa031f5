import { desc, eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound } from '../../../platform/errors.ts'
import { capital } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import type { loans } from '../contract.ts'
import { dayOf, dayText } from '../rules/day.ts'
import { MILLION, moneyOf } from '../rules/exact.ts'
import { explainedInput, explainedResult, explanationsOf } from '../rules/explain.ts'
import type { LoanFact } from '../rules/facts.ts'
import { explainLoan, foldLoan } from '../rules/fold.ts'
import { figuresOf, instalmentChanges } from '../rules/loan-change.ts'
import { amountOf, statementOf } from '../rules/loan-statement.ts'
import { loanAccount } from '../table.ts'
import { factsOf } from './loan-facts.ts'
import { type Loan, readLoans } from './loan-record.ts'

/** A loan as its page shows it: folded from its facts at each call, as of any day and as it was known on any day. */

/** @throws 404 */
async function loanOf(loanId: number, call: Call): Promise<{ loan: Loan; facts: LoanFact[] }> {
  const [loan] = await readLoans([loanId], call)
  if (!loan) throw notFound()
  return { loan, facts: (await factsOf([loanId])).get(loanId) ?? [] }
}

/** The newest loan of an order: one that was undone stands behind the one that came after it. */
async function loanOfOrder(orderId: number, call: Call): Promise<number | undefined> {
  await findOrder(orderId, call)
  const [row] = await db()
    .select({ id: loanAccount.id })
    .from(loanAccount)
    .where(eq(loanAccount.orderId, orderId))
    .orderBy(desc(loanAccount.id))
    .limit(1)
  return row?.id
}

/** The last instant of a day in China, in milliseconds. */
const endOf = (day: string): number => Date.parse(`${day}T23:59:59.999+08:00`)
const knownBy = (day: string | undefined): number =>
  day === undefined ? Number.POSITIVE_INFINITY : endOf(day)

export async function readStatement(
  { loanId, orderId, asOf, knownOn }: ParsedInputOf<typeof loans.get>,
  call: Call,
): Promise<OutputOf<typeof loans.get>> {
  const id = loanId ?? (orderId === undefined ? undefined : await loanOfOrder(orderId, call))
  if (id === undefined) {
    if (orderId === undefined) throw badInput({ loanId: 'rules.required' })
    return { loan: null }
  }
  const { loan, facts } = await loanOf(id, call)
  if (orderId !== undefined && loan.orderId !== orderId) throw notFound()
  const { today } = await bookDays(call)
  const statement = statementOf(loan.terms, facts, dayOf(asOf ?? today), knownBy(knownOn))
  if (!statement) throw badInput({ [asOf === undefined ? 'knownOn' : 'asOf']: 'loans.nothingThen' })
  const nameOf = await namesOf(statement.events)
  const { events, ...rest } = statement
  return {
    loan: {
      ...loan,
      capitalName: await capitalNameOf(loan),
      penaltyDaily: (loan.terms.penalty.daily / MILLION).toFixed(6),
      graceDays: loan.terms.penalty.graceDays,
      today,
      statement: {
        ...rest,
        events: events.map(({ by, checkedBy, bookedAt, ...event }) => ({
          ...event,
          bookedAt: new Date(bookedAt).toISOString(),
          byName: nameOf.get(by) ?? null,
          checkedByName: checkedBy === null ? null : (nameOf.get(checkedBy) ?? null),
        })),
      },
    },
  }
}

async function capitalNameOf({ capitalId }: Loan): Promise<string | null> {
  if (capitalId === null) return null
  const [row] = await db().select({ name: capital.name }).from(capital).where(eq(capital.id, capitalId))
  return row?.name ?? null
}

async function namesOf(
  events: readonly { by: number; checkedBy: number | null }[],
): Promise<Map<number, string>> {
  const ids = [
    ...new Set(events.flatMap(({ by, checkedBy }) => (checkedBy === null ? [by] : [by, checkedBy]))),
  ]
  if (ids.length === 0) return new Map()
  const rows = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function explainAmount(
  { loanId, asOf, knownOn, of }: ParsedInputOf<typeof loans.explain>,
  call: Call,
): Promise<OutputOf<typeof loans.explain>> {
  const { loan, facts } = await loanOf(loanId, call)
  const { today } = await bookDays(call)
  const { explanations } = explainLoan(loan.terms, facts, dayOf(asOf ?? today), knownBy(knownOn))
  const factNamed = new Map(facts.map((fact) => [fact.id, fact]))
  return {
    parts: explanationsOf(explanations, of).map((one) => ({
      of: one.of,
      formula: one.formula,
      inputs: Object.entries(one.inputs).map(([name, value]) => ({ name, ...explainedInput(name, value) })),
      rounding: one.rounding,
      result: explainedResult(one),
      facts: one.facts.flatMap((factNo) => {
        const fact = factNamed.get(factNo)
        if (!fact) return []
        const amount = amountOf(fact)
        return [
          {
            factNo,
            kind: fact.kind,
            valueDate: dayText(fact.day),
            amount: amount === null ? null : moneyOf(amount),
          },
        ]
      }),
    })),
  }
}

export async function readDifference(
  { loanId, asOf, knownOn, before, beforeKnownOn }: ParsedInputOf<typeof loans.difference>,
  call: Call,
): Promise<OutputOf<typeof loans.difference>> {
  const { loan, facts } = await loanOf(loanId, call)
  const { today } = await bookDays(call)
  const was = foldLoan(loan.terms, facts, dayOf(before), knownBy(beforeKnownOn))
  const is = foldLoan(loan.terms, facts, dayOf(asOf ?? today), knownBy(knownOn))
  return { before: figuresOf(was), after: figuresOf(is), instalments: instalmentChanges(was, is) }
}
