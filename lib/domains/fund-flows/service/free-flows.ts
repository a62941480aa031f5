import { and, eq, inArray, isNull } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudits } from '../../../platform/audit.ts'
import { db } from '../../../platform/db/client.ts'
import { reversalsOf } from '../../loans/rules/facts.ts'
import type { LoanMove } from '../../loans/service/project-loan.ts'
import { loanFact } from '../../loans/table.ts'
import { flowMatch } from '../table.ts'
import { sayOf, undoParts } from './write-match.ts'

/** A receipt that is reversed, by whomever, stands for no money on our account any more: its flow waits for another. */
export async function freeFlows({ loan, facts, by }: LoanMove): Promise<void> {
  const gone = [...reversalsOf(facts).keys()]
  if (gone.length === 0) return
  const parts = await db()
    .select({ id: flowMatch.id, flowId: flowMatch.flowId, title: flowMatch.title, amount: flowMatch.amount })
    .from(flowMatch)
    .innerJoin(loanFact, eq(loanFact.id, flowMatch.targetId))
    .where(
      and(
        ...[eq(flowMatch.loanId, loan.id), eq(flowMatch.targetKind, 'fact'), isNull(flowMatch.undoneAt)],
        inArray(loanFact.factNo, gone),
      ),
    )
  if (parts.length === 0) return
  const reason = say('fundFlows.reversed')
  await undoParts(
    parts.map(({ id }) => id),
    reason,
    by,
  )
  const flowIds = [...new Set(parts.map(({ flowId }) => flowId))]
  await sayOf(flowIds, { matchStatus: '未匹配', bizKind: null, reason }, by)
  await recordAudits(
    parts.map(({ flowId, title, amount }) => ({
      action: 'fund_flow.unmatch',
      object: `fund_flow:${flowId}`,
      before: { parts: [{ title, amount }] },
      after: { matchStatus: '未匹配', reason },
    })),
    { actorId: by.actor.id, ip: '', now: by.now },
  )
}
