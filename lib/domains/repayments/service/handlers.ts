import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notFound, refused } from '../../../platform/errors.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { HandlersOf, SlowHandler } from '../../../platform/handler.ts'
import { maskCard } from '../../../rules/mask.ts'
import type { Contracts } from '../../endpoints.ts'
import { repayment } from '../../loans/table.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import type { repayments } from '../contract.ts'
import { dueList } from './list-due.ts'
import { repaymentList } from './list-repayments.ts'
import { findRepayment, readProof, readRepayment } from './read-repayment.ts'
import { takeMoney } from './take-money.ts'

/** @throws 404, 422 where it has one: what proves a receipt is never changed for something else */
async function requireUnproven(repaymentId: number, loanId: number) {
  const [row] = await db()
    .select()
    .from(repayment)
    .where(and(eq(repayment.id, repaymentId), eq(repayment.loanId, loanId)))
    .for('update')
  if (!row) throw notFound()
  if (row.proofId !== null) throw refused('repayments.refusals.proofThere')
  return row
}

const addProof: SlowHandler<typeof repayments.addProof> = {
  async prepare({ loanId, repaymentId }, call, upload) {
    // Asked first, and again when it counts: no file is read for a receipt that has one.
    await inTenant(call.tenantId, async () => {
      await findRepayment(repaymentId, call)
      await requireUnproven(repaymentId, loanId)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, loan) {
        const row = await requireUnproven(repaymentId, loan.id)
        const file = await keepFile(loan.orderId, name, clean, inside)
        await db()
          .update(repayment)
          .set({ proofId: file.id, updatedAt: inside.now.toISOString(), updatedBy: inside.actor.id })
          .where(eq(repayment.id, row.id))
        await audit({ after: { repayNo: row.repayNo, hash: clean.hash } })
        return {}
      },
      settle,
    }
  },
}

export const repaymentHandlers: HandlersOf<Contracts['repayments']> = {
  list: repaymentList.page,
  exportList: repaymentList.exportList,
  get: readRepayment,
  due: dueList.page,
  async register({ rowVersion, loanId, ...said }, call, loan) {
    const { repayNo, fold } = await takeMoney(loan, { ...said, eventId: `repayment:${said.eventId}` }, call)
    const { eventId: _, fact, payerCard, ...others } = said
    await audit({
      before: { status: loan.status, outstandingPrincipal: loan.outstandingPrincipal },
      after: { repayNo, ...fact, ...others, payerCard: maskCard(payerCard), status: fold.status },
    })
    return { loanId, repayNo, status: fold.status, rowVersion: rowVersion + 1 }
  },
  addProof,
  proof: readProof,
}
