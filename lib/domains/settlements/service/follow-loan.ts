import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { type By, withCall } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { refused } from '../../../platform/errors.ts'
import { startJob } from '../../../platform/jobs/jobs.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { dayText } from '../../loans/rules/day.ts'
import { countingFacts } from '../../loans/rules/facts.ts'
import { isOverLoan } from '../../loans/rules/loan-states.ts'
import type { LoanMove } from '../../loans/service/project-loan.ts'
import { closeMortgageRelease, openMortgageRelease } from '../../materials/service/mortgages.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { lockAnyOrder, moveOrder, type Order, statusOf } from '../../orders/service/move-order.ts'
import { nextSettleProofNo } from '../../orders/service/number-series.ts'
import { releaseEffects } from '../../release-effects.ts'
import { settledTaskKinds } from '../../releases/rules/release-task.ts'
import { endTasks, markTask, openSettledTasks } from '../../releases/service/release-tasks.ts'
import { settlementAfter } from '../rules/settlement.ts'
import { settleApply, settleProof } from '../table.ts'
import { certifyJob } from './certify.ts'
import { moveSettlement, readSettlements } from './settlement-record.ts'

/**
 * Everything that follows where a loan ends, by whatever paid it off, and where that was reversed: the order (T33), the
 * mortgage, what is left to do, the certificate, and the application by which it was booked.
 */
export async function followLoan(move: LoanMove): Promise<void> {
  const { loan, fold, facts, by } = move
  const was = isOverLoan(loan.status)
  const is = isOverLoan(fold.status)
  if (is && !was) await paidOff(move)
  if (was && !is) await owedAgain(move)
  if (is && was && fold.deposit === 0 && fold.prepaid <= 0)
    await markTask(loan.orderId, 'balance_refund', by.now.toISOString(), by)
  if (facts.some(({ kind }) => kind === 'reversal')) await followReversals(move)
}

async function paidOff({ loan, fold, by }: LoanMove): Promise<void> {
  const settledOn = dayText(fold.settledOn ?? fold.asOf)
  const [proof] = await db()
    .insert(settleProof)
    .values({
      settledOn,
      proofNo: await nextSettleProofNo(settledOn),
      loanId: loan.id,
      orderId: loan.orderId,
      createdBy: by.actor.id,
      createdAt: by.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: settleProof.id })
  if (proof) await startJob(certifyJob, { proofId: proof.id }, { key: String(proof.id) })
  const order = await lockAnyOrder(loan.orderId, undefined)
  await releaseEffects.archiveSettled(loan.orderId, true, by)
  if (!order || statusOf(order) !== 'released') return
  await openSettledTasks(
    order.id,
    {
      settledOn,
      isDirectLease: templateOf(order).bizMode === 'direct_lease',
      isMortgaged: (await openMortgageRelease(order.id, by)) || order.mortgageOkAt !== null,
      hasGps: order.gpsInstalledAt !== null,
      owesBalance: fold.deposit > 0 || fold.prepaid > 0,
    },
    by,
  )
  await moveInNobodysName(order, 'settle', say('settlements.settledBy', { status: fold.status }), by)
}

/** @throws 422 where the car is the customer's again: what secured the loan is gone */
async function owedAgain({ loan, by }: LoanMove): Promise<void> {
  if (!(await closeMortgageRelease(loan.orderId, by))) throw refused('settlements.refusals.mortgageFreed')
  const at = by.now.toISOString()
  await db()
    .update(settleProof)
    .set({ voidedAt: at, updatedAt: at, updatedBy: by.actor.id })
    .where(and(eq(settleProof.loanId, loan.id), isNull(settleProof.voidedAt)))
  const order = await lockAnyOrder(loan.orderId, undefined)
  await releaseEffects.archiveSettled(loan.orderId, false, by)
  await endTasks(loan.orderId, by, settledTaskKinds)
  if (order && statusOf(order) === 'settled')
    await moveInNobodysName(order, 'unsettle', say('settlements.owedAgain'), by)
}

async function moveInNobodysName(
  order: Order,
  event: 'settle' | 'unsettle',
  opinion: string,
  { now }: By,
): Promise<void> {
  const call = systemCall(order.tenantId, now)
  const settledAt = event === 'settle' ? now.toISOString() : null
  await withCall(call, () => moveOrder(order, call, { event, opinion, bySystem: true, set: { settledAt } }))
}

/** The application whose fact counts no more goes back, and forth where it counts again. */
async function followReversals({ loan, facts, by }: LoanMove): Promise<void> {
  const counting = new Set(countingFacts(facts, Number.POSITIVE_INFINITY).map(({ eventId }) => eventId))
  const booked = and(
    eq(settleApply.loanId, loan.id),
    inArray(settleApply.status, ['已结清', '已完成', '已失效']),
    sql`${settleApply.factEvent} is not null`,
  )
  for (const row of await readSettlements(booked, undefined, true)) {
    const isBooked = row.status !== '已失效'
    const counts = counting.has(row.factEvent ?? '')
    if (isBooked === counts) continue
    const step = counts ? 'restore' : 'reverse'
    await moveSettlement(row, step, by)
    await recordAudit(
      {
        action: `settlement.${step}`,
        object: `settle_apply:${row.id}`,
        before: { status: row.status },
        after: { status: settlementAfter(step, row.kind) },
      },
      { actorId: by.actor.id, ip: '', now: by.now },
    )
  }
}
