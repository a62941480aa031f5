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
import { receiveFlows } from './receive-flow.ts'
import { type Flow, livePartsOf, sayOf, writeParts } from './write-match.ts'

/** 自动匹配: all flows that nobody has matched or kept apart, in chunks, each of which counts once. */

const matchJob = 'fundFlows.match'
/** So many flows are one transaction: those that become receipts take a fold each. */
const chunk = 500

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
  const waiting = await db()
    .select()
    .from(fundFlow)
    .where(and(eq(fundFlow.matchStatus, '未匹配'), gt(fundFlow.id, after)))
    .orderBy(asc(fundFlow.id))
    .limit(chunk)
    .for('update')
  const last = waiting.at(-1)?.id
  if (last === undefined) return null
  // A part of one that is matched in part is for a person.
  const inPart = new Set((await livePartsOf(waiting.map(({ id }) => id))).map(({ flowId }) => flowId))
  const flows = waiting.filter(({ id }) => !inPart.has(id))
  const documents = await openDocuments({
    ...windowOf(waiting.map(({ bizDay }) => bizDay)),
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
  const said: Said[] = found.map(({ flow, decision: { document, rule } }) => ({
    flow,
    matchStatus: '自动匹配',
    bizKind: document.bizKind,
    reason: say(`fundFlows.rules.${rule}`),
  }))
  for (const { flow, decision } of decided) {
    if (!decision || !('several' in decision)) continue
    counts.several += 1
    const rule = say(`fundFlows.rules.${decision.rule}`)
    said.push({ flow, ...open, reason: say('fundFlows.several', { rule, count: decision.several }) })
  }
  for (const turn of turnsOf(decided)) {
    const { matched, refused } = await receive(turn, by)
    counts.matched += matched.length
    counts.refused += refused.length
    said.push(...matched, ...refused)
  }
  await sayAll(said, by)
  return { last, ...counts }
}

type Said = { flow: Flow } & Parameters<typeof sayOf>[1]
const open = { matchStatus: '未匹配', bizKind: null } as const

async function sayAll(said: readonly Said[], by: By): Promise<void> {
  const news = said.filter(
    ({ flow, matchStatus, reason }) => matchStatus !== flow.matchStatus || reason !== flow.reason,
  )
  for (const same of Map.groupBy(news, ({ flow: _, ...words }) => JSON.stringify(words)).values()) {
    const [{ flow: _, ...words } = { flow: undefined, ...open, reason: '' }] = same
    await sayOf(
      same.map(({ flow }) => flow.id),
      words,
      by,
    )
  }
}

type Asked = { flow: Flow; loanId: number; rule: MatchRule }

/** Flows that are for a loan, in turns in which neither a loan nor a number comes twice. */
function turnsOf(decided: readonly { flow: Flow; decision: Decision }[]): Asked[][] {
  const turns: { asked: Asked[]; has: Set<number | string> }[] = []
  for (const { flow, decision } of decided) {
    if (!decision || !('loan' in decision)) continue
    const { loanId } = decision.loan
    let turn = turns.find(({ has }) => !has.has(loanId) && !has.has(flow.flowNo))
    if (!turn) {
      turn = { asked: [], has: new Set() }
      turns.push(turn)
    }
    turn.asked.push({ flow, loanId, rule: decision.rule })
    turn.has.add(loanId).add(flow.flowNo)
  }
  return turns.map(({ asked }) => asked)
}

/** The receipts of one turn. @returns what their flows say */
async function receive(turn: readonly Asked[], by: By): Promise<{ matched: Said[]; refused: Said[] }> {
  // In the order of their ids, as everybody locks them.
  const loans = new Map(
    (
      await readLoans(
        turn.map(({ loanId }) => loanId),
        undefined,
        true,
      )
    ).map((loan) => [loan.id, loan]),
  )
  const parts = await partNumbers(turn.map(({ flow }) => flow.id))
  const asked = turn.flatMap(({ flow, loanId, rule }) => {
    const loan = loans.get(loanId)
    const partNo = (parts.get(flow.id) ?? 0) + 1
    return loan ? [{ loan, amount: flow.amount, flow, partNo, rule }] : []
  })
  const outcomes = await receiveFlows(asked, await bookDays({ today: businessDate(by.now) }), by)
  const received = asked.map((one, at) => ({ ...one, outcome: outcomes[at] }))
  const booked = received.flatMap(({ outcome, ...one }) =>
    outcome && 'factId' in outcome ? [{ ...one, factId: outcome.factId }] : [],
  )
  await writeParts(
    booked.map(({ loan, flow, partNo, rule, factId }) => ({
      flowId: flow.id,
      partNo,
      part: {
        kind: 'fact',
        id: factId,
        loanId: loan.id,
        orderId: loan.orderId,
        title: loan.loanNo,
        amount: flow.amount,
        rule,
        booked: true,
        bizKind: '还款',
      },
    })),
    by,
  )
  await note(
    booked.map(({ flow, loan, rule }) => ({ flow, title: loan.loanNo, rule })),
    by,
  )
  return {
    matched: booked.map(({ flow, rule }) => ({
      flow,
      matchStatus: '自动匹配',
      bizKind: '还款',
      reason: say('fundFlows.received', { rule: say(`fundFlows.rules.${rule}`) }),
    })),
    refused: received.flatMap(({ flow, loan, outcome }) =>
      outcome && 'refusal' in outcome
        ? [
            {
              flow,
              ...open,
              reason: say('fundFlows.notReceived', { loanNo: loan.loanNo, why: textOf(outcome.refusal) }),
            },
          ]
        : [],
    ),
  }
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
