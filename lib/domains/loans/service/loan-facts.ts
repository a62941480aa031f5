import { inArray, sql } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { isOneOf } from '../../../platform/db/read-many.ts'
import { insertMany } from '../../../platform/db/write-many.ts'
import type { ReleaseFigures } from '../../ledger/rules/ledger.ts'
import { dayOf } from '../rules/day.ts'
import { fenOf, moneyOf } from '../rules/exact.ts'
import type { FactFrame, FactKind, FactOf, LoanFact, PlanRow, ReleaseAmounts } from '../rules/facts.ts'
import { loanFact } from '../table.ts'

/** 借据的事实 as they are kept and as the fold takes them. */

/** An instalment as a plan of text has it. */
type TextRow = {
  periodNo: number
  kind: PlanRow['kind']
  startDate: string
  dueDate: string
  principal: string
  interest: string
  serviceFee: string
  balanceAfter: string
  capitalPrincipal: string | null
  capitalInterest: string | null
}

export const factRow = (row: TextRow): PlanRow => ({
  periodNo: row.periodNo,
  kind: row.kind,
  start: dayOf(row.startDate),
  due: dayOf(row.dueDate),
  principal: fenOf(row.principal),
  interest: fenOf(row.interest),
  serviceFee: fenOf(row.serviceFee),
  balanceAfter: fenOf(row.balanceAfter),
  funderPrincipal: fenOf(row.capitalPrincipal ?? '0.00'),
  funderInterest: fenOf(row.capitalInterest ?? '0.00'),
})

export const releaseAmounts = (figures: ReleaseFigures): ReleaseAmounts =>
  Object.fromEntries(Object.entries(figures).map(([name, money]) => [name, fenOf(money)])) as ReleaseAmounts

export type NewFact<K extends FactKind = FactKind> = {
  [Kind in K]: { kind: Kind; eventId: string; valueDate: string; checkedBy: number | null } & Omit<
    FactOf<Kind>,
    keyof FactFrame | 'kind'
  >
}[K]

/** Adds one behind those of its loan, whose row the caller holds. */
export const addFact = <K extends FactKind>(loanId: number, fact: NewFact<K>, by: By): Promise<void> =>
  addFacts(loanId, [fact as NewFact], by)

/** The same of many, in their order. */
export const addFacts = (loanId: number, facts: readonly NewFact[], by: By): Promise<void> =>
  addFactsTo(
    facts.map((fact) => ({ loanId, fact })),
    by,
  )

/** The same of many loans. */
export async function addFactsTo(
  added: readonly { loanId: number; fact: NewFact }[],
  { actor, now }: By,
): Promise<void> {
  const last = await lastNumbers(added.map(({ loanId }) => loanId))
  await insertMany(
    loanFact,
    added.map(({ loanId, fact: { kind, eventId, valueDate, checkedBy, ...rest } }) => {
      const { amount, ...details } = rest as { amount?: number } & Record<string, unknown>
      const factNo = (last.get(loanId) ?? 0) + 1
      last.set(loanId, factNo)
      return {
        loanId,
        factNo,
        eventId,
        kind,
        valueDate,
        checkedBy,
        details,
        bookedAt: now.toISOString(),
        amount: amount === undefined ? null : moneyOf(amount),
        createdBy: actor.id,
      }
    }),
  )
}

async function lastNumbers(loanIds: readonly number[]): Promise<Map<number, number>> {
  if (loanIds.length === 0) return new Map()
  const rows = await db()
    .select({ loanId: loanFact.loanId, last: sql<number>`max(${loanFact.factNo})` })
    .from(loanFact)
    .where(inArray(loanFact.loanId, [...new Set(loanIds)]))
    .groupBy(loanFact.loanId)
  return new Map(rows.map(({ loanId, last }) => [loanId, last]))
}

type FactRow = [
  factNo: number,
  eventId: string,
  kind: FactKind,
  valueDate: string,
  bookedAt: string,
  amount: string | null,
  details: object,
  createdBy: number,
  checkedBy: number | null,
]

const factOf = ([
  id,
  eventId,
  kind,
  valueDate,
  bookedAt,
  amount,
  details,
  by,
  checkedBy,
]: FactRow): LoanFact =>
  ({
    ...details,
    ...(amount !== null && { amount: fenOf(amount) }),
    id,
    eventId,
    kind,
    day: dayOf(valueDate),
    bookedAt: Date.parse(bookedAt),
    by,
    checkedBy,
  }) as LoanFact

/** Of many loans, by their ids, in the order in which they were booked. A loan travels as one text, which is read at once. */
export async function factsOf(loanIds: readonly number[]): Promise<Map<number, LoanFact[]>> {
  if (loanIds.length === 0) return new Map()
  const { factNo, eventId, kind, valueDate, bookedAt, amount, details, createdBy, checkedBy } = loanFact
  const rows = await db()
    .select({
      loanId: loanFact.loanId,
      facts: sql<
        FactRow[]
      >`json_agg(json_build_array(${factNo}, ${eventId}, ${kind}, ${valueDate}, ${bookedAt},
        ${amount}::text, ${details}, ${createdBy}, ${checkedBy}) order by ${factNo})`,
    })
    .from(loanFact)
    .where(isOneOf(loanFact.loanId, loanIds))
    .groupBy(loanFact.loanId)
  return new Map(rows.map(({ loanId, facts }) => [loanId, facts.map(factOf)]))
}
