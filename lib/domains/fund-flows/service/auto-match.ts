import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit, recordAudits } from '../../../platform/audit.ts'
import type { By, Call } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { withOneRetry } from '../../../platform/db/one-retry.ts'
import { textOf } from '../../../platform/errors.ts'
import { defineJob, type JobRun, startJob } from '../../../platform/jobs/jobs.ts'
import { publish } from '../../../platform/live-events.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { readLoans } from '../../loans/service/loan-record.ts'
import { type Decision, type MatchRule, matchFlows } from '../rules/match-flow.ts'
import { flowMatch, fundFlow } from '../table.ts'
import { askingLoans, openDocuments, windowOf } from './documents.ts'
import { receiveFlow } from './receive-flow.ts'
import { type Flow, lastPartNo, livePartsOf, type NewPart, sayOf, writeParts } from './write-match.ts'

/** 自动匹配: all flows that nobody has matched or kept apart, in chunks, each of which counts once. */

const matchJob = 'fundFlows.match'
/** So many flows are one transaction: those that become receipts take a fold each. */
const chunk = 200

/** Two who start it are worked off one after the other: behind the first there is nothing left to match. */
export async function startMatch(_input: object, { actor, now }: Call): Promise<{ jobId: number }> {
  const jobId = await startJob(matchJob, { by: actor.id })
  await audit({ object: `job:${jobId}`, after: { startedAt: now.toISOString() } })
  return { jobId }
}

export const autoMatch = defineJob({
  name: matchJob,
  awaited: true,
  async run({ by }, job) {
    await matchAll(Number(by), job)
  },
})

type MatchRun = Pick<JobRun, 'tenantId' | 'signal' | 'step'>

export async function matchAll(by: number, job: MatchRun) {
  const told = { matched: 0, several: 0, refused: 0 }
  let after = 0
  for (;;) {
    job.signal.throwIfAborted()
    const done = await withOneRetry(() =>
      job.step(() => matchChunk(after, { actor: { id: by }, now: new Date() })),
    )
    if (!done) break
    after = done.last
    for (const name of ['matched', 'several', 'refused'] as const) told[name] += done[name]
  }
  await inTenant(job.tenantId, async () => {
    await sendMessages([
      {
        kind: 'notice' as const,
        userId: by,
        createdAt: new Date().toISOString(),
        createdBy: 0,
        title: say('fundFlows.told'),
        body: say('fundFlows.toldBody', told),
      },
    ])
    await publish({ userIds: [by], type: 'records', data: { of: 'fundFlow' } })
  })
  return told
}

async function matchChunk(after: number, by: By) {
  const open = await db()
    .select()
    .from(fundFlow)
    .where(and(eq(fundFlow.matchStatus, '未匹配'), gt(fundFlow.id, after)))
    .orderBy(asc(fundFlow.id))
    .limit(chunk)
    .for('update')
  const last = open.at(-1)?.id
  if (last === undefined) return null
  // A part of one that is matched in part is for a person.
  const inPart = new Set((await livePartsOf(open.map(({ id }) => id))).map(({ flowId }) => flowId))
  const flows = open.filter(({ id }) => !inPart.has(id))
  const documents = await openDocuments({
    ...windowOf(open.map(({ bizDay }) => bizDay)),
    amounts: [...new Set(flows.map(({ amount }) => amount))],
    call: undefined,
  })
  const decided = matchFlows(flows, documents, await askingLoans(flows, undefined))
  const found = decided.flatMap(({ flow, decision }) =>
    decision && 'document' in decision ? [{ flow, decision }] : [],
  )
  const parts = await partNumbers(found.map(({ flow }) => flow.id))
  await writeParts(
    found.map(({ flow, decision: { document, rule } }) => ({
      flowId: flow.id,
      partNo: (parts.get(flow.id) ?? 0) + 1,
      part: { ...document, amount: flow.amount, rule, booked: false },
    })),
    by,
  )
  await note(
    found.map(({ flow, decision: { document, rule } }) => ({ flow, title: document.title, rule })),
    by,
  )
  const counts = { matched: found.length, several: 0, refused: 0 }
  const byWords = Map.groupBy(found, ({ decision: { document, rule } }) => `${rule} ${document.bizKind}`)
  for (const same of byWords.values()) {
    const [{ decision } = { decision: undefined }] = same
    if (!decision) continue
    const { rule, document } = decision
    const said = {
      matchStatus: '自动匹配' as const,
      bizKind: document.bizKind,
      reason: say(`fundFlows.rules.${rule}`),
    }
    await sayOf(
      same.map(({ flow }) => flow.id),
      said,
      by,
    )
  }
  // Loans are locked in the order of their ids, as everybody does.
  for (const { flow, decision } of decided.toSorted((a, b) => loanOf(a.decision) - loanOf(b.decision))) {
    const outcome = await receiveOrHint(flow, decision, by)
    if (outcome) counts[outcome]++
  }
  return { last, ...counts }
}

const loanOf = (decision: Decision): number => (decision && 'loan' in decision ? decision.loan.loanId : 0)

/** @returns how it is counted, where no document was found */
async function receiveOrHint(flow: Flow, decision: Decision, by: By) {
  if (!decision) return undefined
  const open = { matchStatus: '未匹配', bizKind: null } as const
  if ('several' in decision) {
    const reason = say('fundFlows.several', {
      rule: say(`fundFlows.rules.${decision.rule}`),
      count: decision.several,
    })
    if (flow.reason !== reason) await sayOf([flow.id], { ...open, reason }, by)
    return 'several'
  }
  if (!('loan' in decision)) return undefined
  const { loan: asking, rule } = decision
  const [loan] = await readLoans([asking.loanId], undefined, true)
  if (!loan) return undefined
  const partNo = (await lastPartNo(flow.id)) + 1
  const received = await receiveFlow(
    { loan, amount: flow.amount, flow, partNo },
    await bookDays({ today: businessDate(by.now) }),
    by,
  )
  if ('refusal' in received) {
    const reason = say('fundFlows.notReceived', { loanNo: loan.loanNo, why: textOf(received.refusal) })
    if (flow.reason !== reason) await sayOf([flow.id], { ...open, reason }, by)
    return 'refused'
  }
  const part: NewPart = {
    kind: 'fact',
    id: received.factId,
    loanId: loan.id,
    orderId: loan.orderId,
    title: loan.loanNo,
    amount: flow.amount,
    rule,
    booked: true,
    bizKind: '还款',
  }
  await writeParts([{ flowId: flow.id, partNo, part }], by)
  await note([{ flow, title: loan.loanNo, rule }], by)
  const reason = say('fundFlows.received', { rule: say(`fundFlows.rules.${rule}`) })
  await sayOf([flow.id], { matchStatus: '自动匹配', bizKind: '还款', reason }, by)
  return 'matched'
}

const note = (
  matched: readonly { flow: Flow; title: string; rule: MatchRule }[],
  { actor, now }: By,
): Promise<void> =>
  recordAudits(
    matched.map(({ flow, title, rule }) => ({
      action: 'fund_flow.match',
      object: `fund_flow:${flow.id}`,
      after: { title, amount: flow.amount, rule },
    })),
    { actorId: actor.id, ip: '', now },
  )

async function partNumbers(flowIds: readonly number[]): Promise<Map<number, number>> {
  if (flowIds.length === 0) return new Map()
  const rows = await db()
    .select({ flowId: flowMatch.flowId, partNo: flowMatch.partNo })
    .from(flowMatch)
    .where(inArray(flowMatch.flowId, [...flowIds]))
  const last = new Map<number, number>()
  for (const { flowId, partNo } of rows) last.set(flowId, Math.max(last.get(flowId) ?? 0, partNo))
  return last
}
