import { and, between, eq, gt, ne, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound, refused, taken } from '../../../platform/errors.ts'
import { addDays, addMonths } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { capital } from '../../channels/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import type { serviceFees } from '../contract.ts'
import { keyOf } from '../rules/fee-batch.ts'
import { serviceFeeBatch, serviceFeeLine } from '../table.ts'

/** 生成: what the plans of a funder's assisted loans say of a month. A joint loan has no such fee: its parts are split. */

/** @throws 404 for no such funder; 409 for a month that has a batch; 422 for one without fees, or to come */
export async function makeBatch(
  { capitalId, month }: ParsedInputOf<typeof serviceFees.make>,
  call: Call,
): Promise<{ id: number; rowVersion: number }> {
  const [funder] = await db().select().from(capital).where(eq(capital.id, capitalId))
  if (!funder) throw notFound()
  const periodFrom = `${month}-01`
  const periodTo = addDays(addMonths(periodFrom, 1), -1)
  if (periodFrom > (await bookDays(call)).today) throw refused('serviceFees.refusals.ahead')
  const due = await ourLines(capitalId, periodFrom, periodTo)
  const own = new Set(due.map(keyOf))
  const lines = [...due, ...(await heldLines(capitalId)).filter((line) => !own.has(keyOf(line)))]
  if (lines.length === 0) throw refused('serviceFees.refusals.nothingDue')
  const before = await db().$count(
    serviceFeeBatch,
    and(eq(serviceFeeBatch.capitalId, capitalId), eq(serviceFeeBatch.periodFrom, periodFrom)),
  )
  const batchNo = `FW-${funder.code}-${month.replace('-', '')}${before > 0 ? `-${before + 1}` : ''}`
  const [made] = await db()
    .insert(serviceFeeBatch)
    .values({
      batchNo,
      capitalId,
      periodFrom,
      periodTo,
      ourCount: lines.length,
      ourAmount: sum(lines.map(({ ourAmount }) => ourAmount)),
      createdBy: call.actor.id,
    })
    .onConflictDoNothing()
    .returning({ id: serviceFeeBatch.id, rowVersion: serviceFeeBatch.rowVersion })
  if (!made) throw taken('serviceFees.refusals.made')
  for (let from = 0; from < lines.length; from += 1_000)
    await db()
      .insert(serviceFeeLine)
      .values(
        lines.slice(from, from + 1_000).map((line) => ({
          ...line,
          diff: line.ourAmount,
          batchId: made.id,
          createdBy: call.actor.id,
        })),
      )
  await audit({ object: `service_fee_batch:${made.id}`, after: { batchNo, count: lines.length } })
  return made
}

/** 挂账 of batches that are settled: it waits for the next one. */
const heldLines = (capitalId: number) =>
  db()
    .select({
      loanId: serviceFeeLine.loanId,
      loanNo: serviceFeeLine.loanNo,
      periodNo: serviceFeeLine.periodNo,
      ourAmount: serviceFeeLine.ourAmount,
      received: serviceFeeLine.received,
    })
    .from(serviceFeeLine)
    .innerJoin(serviceFeeBatch, eq(serviceFeeBatch.id, serviceFeeLine.batchId))
    .where(
      and(
        ...[eq(serviceFeeBatch.capitalId, capitalId), eq(serviceFeeBatch.status, '已结算')],
        ...[eq(serviceFeeLine.resolve, '挂账'), gt(serviceFeeLine.ourAmount, '0')],
        sql`not exists (select from service_fee_line l join service_fee_batch b
          on b.tenant_id = l.tenant_id and b.id = l.batch_id
          where l.tenant_id = service_fee_line.tenant_id and l.loan_no = service_fee_line.loan_no
          and l.period_no = service_fee_line.period_no and l.id > service_fee_line.id and b.status <> '已作废')`,
      ),
    )

const fee = sql<string>`sum(${repayPlan.principal} + ${repayPlan.interest}
  - coalesce(${repayPlan.capitalPrincipal}, 0) - coalesce(${repayPlan.capitalInterest}, 0))`

/** Everything that falls due in these days, as E19 posts it, and whether its customer has paid it. */
const ourLines = (capitalId: number, from: string, to: string) =>
  db()
    .select({
      loanId: loanAccount.id,
      loanNo: loanAccount.loanNo,
      periodNo: repayPlan.periodNo,
      ourAmount: sql<string>`${fee}::text`,
      received: sql<boolean>`bool_and(${repayPlan.paidOffOn} is not null)`,
    })
    .from(repayPlan)
    .innerJoin(loanAccount, eq(loanAccount.id, repayPlan.loanId))
    .where(
      and(
        ...[eq(loanAccount.capitalId, capitalId), ne(loanAccount.status, '已撤销')],
        sql`${loanAccount.terms} -> 'funder' ->> 'kind' = 'assisted'`,
        between(repayPlan.dueDate, from, to),
        sql`${repayPlan.status} not in ('已作废', '已核销')`,
      ),
    )
    .groupBy(loanAccount.id, loanAccount.loanNo, repayPlan.periodNo)
    .having(sql`${fee} > 0`)
    .orderBy(loanAccount.id, repayPlan.periodNo)
