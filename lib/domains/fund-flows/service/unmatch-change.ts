import { asc, eq, inArray } from 'drizzle-orm'
import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { type FieldMessage, refused } from '../../../platform/errors.ts'
import { bookDays } from '../../ledger/service/days.ts'
import type { NewFact } from '../../loans/service/loan-facts.ts'
import { readLoans } from '../../loans/service/loan-record.ts'
import { previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanFact } from '../../loans/table.ts'
import { fundFlow } from '../table.ts'
import { hasReversal, thatCount } from './documents.ts'
import { free } from './hand-match.ts'
import { type Flow, livePartsOf } from './write-match.ts'

/** 冲正匹配: the receipts that a flow registered are reversed when a second person says so, and it is free again. */

const lockFlow = async (id: number): Promise<Flow | undefined> => {
  const [flow] = await db().select().from(fundFlow).where(eq(fundFlow.id, id)).for('update')
  return flow
}

/** The facts that a flow booked and that count, in the order of their loans. */
const bookedOf = async (flow: Flow) => {
  const parts = (await livePartsOf([flow.id])).filter(({ booked }) => booked)
  if (parts.length === 0) return []
  const facts = await db()
    .select({ loanId: loanFact.loanId, factNo: loanFact.factNo, hasReversal })
    .from(loanFact)
    .where(
      inArray(
        loanFact.id,
        parts.map(({ targetId }) => targetId),
      ),
    )
    .orderBy(asc(loanFact.loanId))
  return thatCount(facts)
}

/** Each reversal is judged by the rule of all facts. */
export async function judgeUnmatch(flow: Flow, call: Call): Promise<FieldMessage | undefined> {
  const facts = await bookedOf(flow)
  if (facts.length === 0) return 'fundFlows.refusals.nothingBooked'
  const days = await bookDays(call)
  for (const { loanId, factNo } of facts) {
    const [loan] = await readLoans([loanId], undefined)
    if (!loan) return 'fundFlows.refusals.gone'
    const { refusal } = await previewFact(loan, { kind: 'reversal', of: factNo }, days.today, days)
    if (refusal) return refusal
  }
  return undefined
}

export const flowUnmatchChange = changeKind({
  content: z.object({ reason: z.string() }),
  lock: lockFlow,
  judge: (_content, flow: Flow, call) => judgeUnmatch(flow, call),
  async apply({ reason }, flow, { changeId, madeBy }, call) {
    const days = await bookDays(call)
    const facts = await bookedOf(flow)
    if (facts.length === 0) throw refused('fundFlows.refusals.nothingBooked')
    // It is free by this decision, for its reason, before its receipts are gone.
    await free(flow, reason, call)
    for (const { loanId, factNo } of facts) {
      const reversal = {
        kind: 'reversal',
        of: factNo,
        eventId: `change:${changeId}:${loanId}`,
        valueDate: days.today,
        checkedBy: call.actor.id,
      } satisfies NewFact
      await bookFact(loanId, reversal, days, { actor: { id: madeBy }, now: call.now })
    }
  },
  // The flow is as it was.
  leave: async () => undefined,
})
