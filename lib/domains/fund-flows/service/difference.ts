import { and, between, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { addDays } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import type { fundFlows } from '../contract.ts'
import { flowMatch, fundFlow } from '../table.ts'
import { openDocuments } from './documents.ts'

/** 账实核对: the bank's days beside those of 1002, and what makes them differ. */

const mostDays = 31

type Day = OutputOf<typeof fundFlows.difference>[number]

/** The days that differ or moved, newest first. @throws 400 for more than a month */
export async function readDifference(
  { from, to }: ParsedInputOf<typeof fundFlows.difference>,
  call: Call,
): Promise<Day[]> {
  if (to < from || addDays(from, mostDays) < to) throw badInput({ to: 'fundFlows.refusals.longSpan' })
  const said = await db()
    .select({
      day: fundFlow.bizDay,
      into: sql<string>`coalesce(sum(amount) filter (where direction = '收'), 0.00)::text`,
      out: sql<string>`coalesce(sum(amount) filter (where direction = '付'), 0.00)::text`,
    })
    .from(fundFlow)
    .where(between(fundFlow.bizDay, from, to))
    .groupBy(fundFlow.bizDay)
  const booked = await db()
    .select({
      day: glVoucher.bizDate,
      into: sql<string>`sum(${glLine.debit})::text`,
      out: sql<string>`sum(${glLine.credit})::text`,
    })
    .from(glLine)
    .innerJoin(glVoucher, eq(glVoucher.id, glLine.voucherId))
    .where(and(eq(glLine.accountCode, '1002'), between(glVoucher.bizDate, from, to)))
    .groupBy(glVoucher.bizDate)
  // A return is matched to the flow that came in, and neither is in the books.
  const returned = db()
    .select({ id: flowMatch.flowId })
    .from(flowMatch)
    .where(and(eq(flowMatch.targetKind, 'flow'), isNull(flowMatch.undoneAt)))
  const open = await db()
    .select()
    .from(fundFlow)
    .where(
      and(
        between(fundFlow.bizDay, from, to),
        or(inArray(fundFlow.matchStatus, ['未匹配', '挂账']), inArray(fundFlow.id, returned)),
      ),
    )
    .orderBy(fundFlow.happenedAt)
  const documents = await openDocuments({ from, to, call })
  const days = [...new Set([...said, ...booked, ...documents].map(({ day }) => day))].sort().reverse()
  const [saidOf, bookedOf] = [byDay(said), byDay(booked)]
  return days.map((day): Day => {
    const [statement, books] = [saidOf.get(day) ?? nothing, bookedOf.get(day) ?? nothing]
    const flows = open.filter(({ bizDay }) => bizDay === day)
    const own = documents.filter((one) => one.day === day)
    const difference = minus(minus(statement.into, statement.out), minus(books.into, books.out))
    const explained = minus(net(flows), net(own))
    return {
      day,
      statementIn: statement.into,
      statementOut: statement.out,
      booksIn: books.into,
      booksOut: books.out,
      difference,
      flows: flows.map(({ id, flowNo, direction, amount, counterparty, matchStatus, reason }) => ({
        id,
        flowNo,
        direction,
        amount,
        counterparty,
        matchStatus,
        reason,
      })),
      documents: own.map(({ kind, id, title, direction, amount, name }) => ({
        kind,
        id,
        title,
        direction,
        amount,
        name,
      })),
      rest: minus(difference, explained),
    }
  })
}

type Moved = { into: string; out: string }
const nothing: Moved = { into: '0.00', out: '0.00' }
const byDay = (rows: readonly (Moved & { day: string })[]) => new Map(rows.map((row) => [row.day, row]))

const net = (rows: readonly { direction: string; amount: string }[]): string => {
  const of = (direction: string) =>
    sum(rows.flatMap((row) => (row.direction === direction ? [row.amount] : [])))
  return minus(of('收'), of('付'))
}
