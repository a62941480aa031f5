import { and, between, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput } from '../../../platform/errors.ts'
import { addDays } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { firstPayment, firstRefund } from '../../first-payments/table.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanFact } from '../../loans/table.ts'
import { disbursement } from '../../releases/table.ts'
import type { fundFlows } from '../contract.ts'
import { type TargetKind, windowDays } from '../rules/match-flow.ts'
import { flowMatch, fundFlow } from '../table.ts'
import { openDocuments } from './documents.ts'

/**
 * 账实核对: the bank's days beside those of 1002, and what makes them differ. Postings say of no account which it was, so
 * all of them are one side and all statements the other.
 */

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
      accountNo: fundFlow.accountNo,
      into: sql<string>`coalesce(sum(amount) filter (where direction = '收'), 0.00)::text`,
      out: sql<string>`coalesce(sum(amount) filter (where direction = '付'), 0.00)::text`,
    })
    .from(fundFlow)
    .where(between(fundFlow.bizDay, from, to))
    .groupBy(fundFlow.bizDay, fundFlow.accountNo)
    .orderBy(fundFlow.accountNo)
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
  const moved = await otherDays(from, to)
  const days = [...new Set([...said, ...booked, ...documents].map(({ day }) => day))].sort().reverse()
  const bookedOf = new Map(booked.map((row) => [row.day, row]))
  return days.map((day): Day => {
    const accounts = said.filter((row) => row.day === day)
    const statement = {
      into: sum(accounts.map(({ into }) => into)),
      out: sum(accounts.map(({ out }) => out)),
    }
    const books = bookedOf.get(day) ?? { into: '0.00', out: '0.00' }
    const flows = open.filter(({ bizDay }) => bizDay === day)
    const own = documents.filter((one) => one.day === day)
    const difference = minus(minus(statement.into, statement.out), minus(books.into, books.out))
    const onStatement = moved.filter(({ statementDay }) => statementDay === day)
    const inBooks = moved.filter(({ booksDay }) => booksDay === day)
    const explained = minus(sum([net(flows), net(onStatement)]), sum([net(own), net(inBooks)]))
    return {
      day,
      statementIn: statement.into,
      statementOut: statement.out,
      accounts: accounts.map(({ accountNo, into, out }) => ({
        accountNo,
        statementIn: into,
        statementOut: out,
      })),
      booksIn: books.into,
      booksOut: books.out,
      difference,
      flows: flows.map(({ id, flowNo, accountNo, direction, amount, counterparty, matchStatus, reason }) => ({
        id,
        flowNo,
        accountNo,
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
      otherDays: [...onStatement, ...inBooks],
      rest: minus(difference, explained),
    }
  })
}

/**
 * Everything that is matched and has another day on each side, as a payment of the evening that the bank books in the
 * morning.
 */
async function otherDays(from: string, to: string): Promise<Day['otherDays']> {
  const paidOn = sql`(${disbursement.paidAt} at time zone 'Asia/Shanghai')::date`
  const booksDay = sql<string>`coalesce(${loanFact.valueDate}, ${paidOn}, ${firstPayment.paidOn},
    ${firstRefund.refundedOn})::text`
  const of = (kind: TargetKind, id: PgColumn) =>
    and(eq(flowMatch.targetKind, kind), eq(flowMatch.targetId, id))
  const parts = await db()
    .select({
      flowNo: fundFlow.flowNo,
      accountNo: fundFlow.accountNo,
      title: flowMatch.title,
      direction: fundFlow.direction,
      amount: flowMatch.amount,
      statementDay: fundFlow.bizDay,
      booksDay,
    })
    .from(flowMatch)
    .innerJoin(fundFlow, eq(fundFlow.id, flowMatch.flowId))
    .leftJoin(loanFact, of('fact', loanFact.id))
    .leftJoin(disbursement, of('disbursement', disbursement.id))
    .leftJoin(firstPayment, of('firstPayment', firstPayment.id))
    .leftJoin(firstRefund, of('firstRefund', firstRefund.id))
    .where(
      and(
        isNull(flowMatch.undoneAt),
        between(fundFlow.bizDay, addDays(from, -windowDays), addDays(to, windowDays)),
        sql`${booksDay} <> ${fundFlow.bizDay}::text`,
      ),
    )
    .orderBy(fundFlow.happenedAt)
  return parts.filter(({ statementDay, booksDay: day }) =>
    [statementDay, day].some((one) => from <= one && one <= to),
  )
}

const net = (rows: readonly { direction: string; amount: string }[]): string => {
  const of = (direction: string) =>
    sum(rows.flatMap((row) => (row.direction === direction ? [row.amount] : [])))
  return minus(of('收'), of('付'))
}
