import { and, eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import type { FileAnswer } from '../../../platform/handler.ts'
import { sysUser } from '../../identity/table.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { dayOf, dayText } from '../../loans/rules/day.ts'
import { moneyOf } from '../../loans/rules/exact.ts'
import { foldLoan } from '../../loans/rules/fold.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { repayment } from '../../loans/table.ts'
import { attachment } from '../../system/table.ts'
import type { repayments } from '../contract.ts'
import { readRepayments } from './list-repayments.ts'

type Got = OutputOf<typeof repayments.get>

/** @throws 404, also for one of a loan that the caller does not see */
export async function findRepayment(id: number, call: Call) {
  const [row] = await db().select().from(repayment).where(eq(repayment.id, id))
  const [loan] = row ? await readLoans([row.loanId], call) : []
  if (!row || !loan) throw notFound()
  return { row, loan }
}

export async function readRepayment({ id }: ParsedInputOf<typeof repayments.get>, call: Call): Promise<Got> {
  const { row, loan } = await findRepayment(id, call)
  const [shown] = await readRepayments([id])
  if (!shown) throw notFound()
  const facts = (await factsOf([loan.id])).get(loan.id) ?? []
  const reversal = facts.find((fact) => fact.id === row.reversedBy)
  return {
    row: shown,
    allocations: await allocationsOf(loan, row.factNo, facts, call),
    reversal: reversal
      ? {
          factNo: reversal.id,
          valueDate: dayText(reversal.day),
          bookedAt: new Date(reversal.bookedAt).toISOString(),
          ...(await namesOf(reversal.by, reversal.checkedBy)),
        }
      : null,
  }
}

/** Everything that it paid of which instalment; what is left of it waits in 预收款. */
async function allocationsOf(
  { terms }: Loan,
  factNo: number,
  facts: Parameters<typeof foldLoan>[1],
  call: Call,
): Promise<Got['allocations']> {
  const { today } = await bookDays(call)
  const fold = foldLoan(terms, facts, dayOf(today))
  const dues = new Map(
    [...fold.voided, ...fold.instalments].map(({ version, periodNo, due }) => [
      `${version} ${periodNo}`,
      due,
    ]),
  )
  return fold.allocations
    .filter(({ fact, from }) => fact === factNo && from === 'cash')
    .map(({ version, periodNo, component, amount }) => {
      const due = dues.get(`${version} ${periodNo}`)
      return {
        periodNo,
        dueDate: due === undefined ? null : dayText(due),
        component,
        amount: moneyOf(amount),
      }
    })
}

async function namesOf(maker: number, checker: number | null) {
  const rows = await db()
    .select({ id: sysUser.id, name: sysUser.name })
    .from(sysUser)
    .where(inArray(sysUser.id, [maker, checker ?? maker]))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return { makerName: names.get(maker) ?? null, checkerName: names.get(checker ?? 0) ?? null }
}

/** 回单. @throws 404 */
export async function readProof(
  { id }: ParsedInputOf<typeof repayments.proof>,
  call: Call,
): Promise<FileAnswer> {
  const { row, loan } = await findRepayment(id, call)
  const [file] = await db()
    .select()
    .from(attachment)
    .where(and(eq(attachment.id, row.proofId ?? 0), eq(attachment.orderId, loan.orderId)))
  if (!file) throw notFound()
  return storedAnswer(call.tenantId, { ...file, hash: file.fileId })
}
