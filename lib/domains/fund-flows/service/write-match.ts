import { and, eq, inArray, isNull, max } from 'drizzle-orm'
import type { By } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import type { FlowKind, MatchState } from '../rules/fund-flow.ts'
import type { MatchRule, TargetKind } from '../rules/match-flow.ts'
import { flowMatch, fundFlow } from '../table.ts'

/** Everything that is written when a flow is matched, kept apart, or free again. */

export type Flow = typeof fundFlow.$inferSelect

export type NewPart = {
  kind: TargetKind
  id: number
  loanId: number | null
  orderId: number | null
  title: string
  amount: string
  rule: MatchRule
  booked: boolean
  bizKind: FlowKind
}

/** Numbers that parts of a flow had stay theirs: the events that they booked are named by them. */
export async function lastPartNo(flowId: number): Promise<number> {
  const [row] = await db()
    .select({ last: max(flowMatch.partNo) })
    .from(flowMatch)
    .where(eq(flowMatch.flowId, flowId))
  return row?.last ?? 0
}

/** One event is one part of a flow: the first is called as the flow is. */
export const eventOf = (flowId: number, partNo: number): string =>
  partNo === 1 ? `flow:${flowId}` : `flow:${flowId}:${partNo}`

/** Parts of flows, each behind those that its flow has. A target that another flow has is refused by the database. */
export async function writeParts(
  parts: readonly { flowId: number; partNo: number; part: NewPart }[],
  { actor }: By,
): Promise<void> {
  if (parts.length === 0) return
  await db()
    .insert(flowMatch)
    .values(
      parts.map(({ flowId, partNo, part: { kind, id, bizKind: _, ...part } }) => ({
        ...part,
        flowId,
        partNo,
        targetKind: kind,
        targetId: id,
        createdBy: actor.id,
      })),
    )
}

type Said = { matchStatus: MatchState; bizKind: FlowKind | null; reason: string }

/** Everything that the flows of these ids say from now on; one statement for all that say the same. */
export async function sayOf(ids: readonly number[], said: Said, { actor, now }: By): Promise<void> {
  if (ids.length === 0) return
  await db()
    .update(fundFlow)
    .set({
      ...said,
      ...changedBy(fundFlow, { actor, now }),
    })
    .where(inArray(fundFlow.id, [...ids]))
}

/** Takes parts back; the rows stay, with why, and by whom where it was not the system. */
export async function undoParts(ids: readonly number[], why: string, { actor, now }: By): Promise<void> {
  if (ids.length === 0) return
  await db()
    .update(flowMatch)
    .set({ undoneAt: now.toISOString(), undoneBy: actor.id || null, undoneWhy: why })
    .where(and(inArray(flowMatch.id, [...ids]), isNull(flowMatch.undoneAt)))
}

/** The live parts of flows. */
export const livePartsOf = (flowIds: readonly number[]) =>
  db()
    .select()
    .from(flowMatch)
    .where(and(inArray(flowMatch.flowId, [...flowIds]), isNull(flowMatch.undoneAt)))
    .orderBy(flowMatch.flowId, flowMatch.partNo)
