import { and, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { databaseError } from '../../../platform/db/engine.ts'
import { badInput, notFound, refused, refusedBy, taken } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { compareMoney, minus, sum } from '../../../rules/money.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { readLoans } from '../../loans/service/loan-record.ts'
import { loanAccount } from '../../loans/table.ts'
import { application } from '../../orders/table.ts'
import type { fundFlows } from '../contract.ts'
import { isUnmatched } from '../rules/fund-flow.ts'
import { type Document, matchFlow } from '../rules/match-flow.ts'
import { flowMatch, fundFlow } from '../table.ts'
import { askingLoans, loansWhere, openDocuments, windowOf } from './documents.ts'
import { receiveFlow } from './receive-flow.ts'
import {
  type Flow,
  lastPartNo,
  livePartsOf,
  type NewPart,
  sayOf,
  undoParts,
  writeParts,
} from './write-match.ts'

/** 人工匹配, 挂账, 撤销匹配: what a person says a flow stands for. */

export const fundFlowSubject = subject({
  noun: 'fund_flow',
  nameOf: ({ id }: Flow) => id,
  lock: byId(fundFlow),
})

/** @throws 404 */
async function readFlow(flowId: number): Promise<Flow> {
  const [flow] = await db().select().from(fundFlow).where(eq(fundFlow.id, flowId))
  if (!flow) throw notFound()
  return flow
}

const mostCandidates = 30

/** Everything that a flow may stand for: first what its rules say, then what was looked for, or has the same amount. */
export async function readCandidates(
  { flowId, q }: ParsedInputOf<typeof fundFlows.candidates>,
  call: Call,
): Promise<OutputOf<typeof fundFlows.candidates>> {
  const flow = await readFlow(flowId)
  const parts = await livePartsOf([flowId])
  const left = minus(flow.amount, sum(parts.map(({ amount }) => amount)))
  const documents = (await openDocuments({ ...windowOf([flow.bizDay]), call })).filter(
    ({ direction }) => direction === flow.direction,
  )
  const asking = flow.direction === '付' ? [] : q ? await loansLike(q, call) : await askingLoans([flow], call)
  const decision = matchFlow(flow, documents, asking)
  const fits = ({ amount, title, name }: Document) =>
    q ? [title, name].some((text) => text.includes(q)) : compareMoney(amount, left) === 0
  const others = await db()
    .select()
    .from(fundFlow)
    .where(
      and(
        ne(fundFlow.direction, flow.direction),
        eq(fundFlow.amount, flow.amount),
        inArray(fundFlow.matchStatus, ['未匹配', '挂账']),
      ),
    )
    .limit(mostCandidates)
  const suggested = decision && 'document' in decision ? decision.document : undefined
  const rows = [
    ...(suggested ? [suggested] : []),
    ...documents.filter((one) => one !== suggested && fits(one)),
  ]
  return {
    left,
    rule: decision && !('several' in decision) ? decision.rule : null,
    targets: [
      ...rows.slice(0, mostCandidates).map(({ kind, id, title, name, day, amount, bizKind }) => ({
        kind,
        id,
        title,
        name,
        day,
        amount,
        bizKind,
      })),
      ...asking.slice(0, mostCandidates).map(({ loanId, loanNo, name, sums }) => ({
        kind: 'loan' as const,
        id: loanId,
        title: loanNo,
        name,
        day: null,
        amount: sums[0] ?? '0.00',
        bizKind: '还款' as const,
      })),
      ...others.map(({ id, flowNo, counterparty, bizDay, amount }) => ({
        kind: 'flow' as const,
        id,
        title: flowNo,
        name: counterparty,
        day: bizDay,
        amount,
        bizKind: '退款' as const,
      })),
    ],
  }
}

const loansLike = (q: string, call: Call) =>
  loansWhere(
    or(
      ilike(loanAccount.loanNo, `%${q.replace(/[\\%_]/g, '\\$&')}%`),
      eq(application.customerName, q),
      sql`${application.orderNo} = ${q}`,
    ),
    call,
    mostCandidates,
  )

/** The parts of a flow, those that were taken back too. */
export async function readParts({
  flowId,
}: ParsedInputOf<typeof fundFlows.parts>): Promise<OutputOf<typeof fundFlows.parts>> {
  await readFlow(flowId)
  const rows = await db()
    .select()
    .from(flowMatch)
    .where(eq(flowMatch.flowId, flowId))
    .orderBy(flowMatch.partNo)
  return rows.map(
    ({ id, targetKind, title, amount, rule, booked, createdAt, undoneAt, undoneWhy, orderId }) => ({
      id,
      kind: targetKind,
      title,
      amount,
      rule,
      booked,
      createdAt,
      undoneAt,
      undoneWhy,
      orderId,
    }),
  )
}

type Part = ParsedInputOf<typeof fundFlows.match>['parts'][number]

/**
 * 人工匹配: the whole of what is left of a flow is given to what it stands for, in as many parts as there are.
 *
 * @throws 422 where it is matched, or the parts are not its amount; 409 where another flow has one of them
 */
export async function matchByHand(
  { parts, note }: ParsedInputOf<typeof fundFlows.match>,
  call: Call,
  flow: Flow,
) {
  if (!isUnmatched(flow.matchStatus)) throw refused('fundFlows.refusals.isMatched')
  const before = await livePartsOf([flow.id])
  const left = minus(flow.amount, sum(before.map(({ amount }) => amount)))
  if (compareMoney(sum(parts.map(({ amount }) => amount)), left) !== 0)
    throw refused('fundFlows.refusals.notSum', { left })
  if (new Set(parts.map(({ kind, id }) => `${kind} ${id}`)).size < parts.length)
    throw badInput({ parts: 'fundFlows.refusals.twice' })
  let partNo = await lastPartNo(flow.id)
  const made: NewPart[] = []
  // Loans are locked in the order of their ids, as everybody does.
  for (const part of [...parts].sort((a, b) => a.id - b.id)) {
    partNo++
    const one = await madePart(part, flow, partNo, call)
    made.push(one)
    await writeParts([{ flowId: flow.id, partNo, part: one }], call).catch((error: unknown) => {
      throw isTaken(error) ? taken('fundFlows.refusals.taken', { title: one.title }) : error
    })
  }
  const [first] = made
  await change(
    fundFlow,
    flow,
    {
      matchStatus: '人工匹配',
      bizKind: first?.bizKind ?? null,
      reason: note ? say('fundFlows.byHandNoted', { note }) : say('fundFlows.byHand'),
    },
    {
      before: { matchStatus: flow.matchStatus },
      after: { matchStatus: '人工匹配', parts: made.map(({ title, amount }) => ({ title, amount })) },
    },
  )
  return { id: flow.id, rowVersion: flow.rowVersion + 1 }
}

const isTaken = (error: unknown): boolean => databaseError(error)?.code === '23505'

async function madePart(part: Part, flow: Flow, partNo: number, call: Call): Promise<NewPart> {
  const { amount } = part
  if (part.kind === 'loan') return receivedPart(part, flow, partNo, call)
  if (part.kind === 'flow') return returnedPart(part, flow, call)
  const documents = await openDocuments({ ...windowOf([flow.bizDay]), amounts: [amount], call })
  const found = documents.find(
    ({ kind, id, direction }) => kind === part.kind && id === part.id && direction === flow.direction,
  )
  if (!found) throw refused('fundFlows.refusals.gone')
  return { ...found, amount, rule: 'hand', booked: false }
}

/** @throws 422 where no receipt can be booked on the loan; 404 for one that is not seen */
async function receivedPart({ id, amount }: Part, flow: Flow, partNo: number, call: Call): Promise<NewPart> {
  if (flow.direction !== '收') throw refused('fundFlows.refusals.wentOut')
  const [loan] = await readLoans([id], call, true)
  if (!loan) throw notFound()
  const received = await receiveFlow({ loan, amount, flow, partNo }, await bookDays(call), call)
  if ('refusal' in received) throw refusedBy(received.refusal)
  return {
    kind: 'fact',
    id: received.factId,
    loanId: loan.id,
    orderId: loan.orderId,
    title: loan.loanNo,
    amount,
    rule: 'hand',
    booked: true,
    bizKind: '还款',
  }
}

/** 退款: money that came in by mistake and went back as another flow; neither is in the books. */
async function returnedPart({ id, amount }: Part, flow: Flow, call: Call): Promise<NewPart> {
  const [other] = await db().select().from(fundFlow).where(eq(fundFlow.id, id)).for('update')
  if (!other) throw notFound()
  if (
    other.direction === flow.direction ||
    !isUnmatched(other.matchStatus) ||
    compareMoney(other.amount, flow.amount) !== 0 ||
    compareMoney(amount, flow.amount) !== 0
  )
    throw refused('fundFlows.refusals.noReturn')
  const part = { loanId: null, orderId: null, amount, rule: 'hand', booked: false, bizKind: '退款' } as const
  const back: NewPart = { ...part, kind: 'flow', id: flow.id, title: flow.flowNo }
  await writeParts([{ flowId: other.id, partNo: (await lastPartNo(other.id)) + 1, part: back }], call)
  const reason = say('fundFlows.byHand')
  await sayOf([other.id], { matchStatus: '人工匹配', bizKind: '退款', reason }, call)
  await audit({ object: `fund_flow:${other.id}`, after: { matchStatus: '人工匹配', title: flow.flowNo } })
  return { ...part, kind: 'flow', id: other.id, title: other.flowNo }
}

/** 挂账: nobody knows yet what it is; it stays in the differences until somebody does. @throws 422 for one that is matched */
export async function hold({ reason }: ParsedInputOf<typeof fundFlows.hold>, _call: Call, flow: Flow) {
  if (flow.matchStatus !== '未匹配')
    throw refused(`fundFlows.refusals.is${isUnmatched(flow.matchStatus) ? 'Held' : 'Matched'}`)
  await change(fundFlow, flow, { matchStatus: '挂账', reason })
  return { id: flow.id, rowVersion: flow.rowVersion + 1 }
}

/** 撤销匹配 of what only points at a document, and of 挂账. @throws 422 for one that booked a receipt: two people reverse it */
export async function unmatch({ reason }: ParsedInputOf<typeof fundFlows.unmatch>, call: Call, flow: Flow) {
  if (flow.matchStatus === '未匹配') throw refused('fundFlows.refusals.notMatched')
  const parts = await livePartsOf([flow.id])
  if (parts.some(({ booked }) => booked)) throw refused('fundFlows.refusals.booked')
  await free(flow, reason, call)
  return { id: flow.id, rowVersion: flow.rowVersion + 1 }
}

/** The flow, and the other one where it is a return, stand for nothing again. */
export async function free(flow: Flow, reason: string, call: Call): Promise<void> {
  const parts = await livePartsOf([flow.id])
  const others = parts.flatMap(({ targetKind, targetId }) => (targetKind === 'flow' ? [targetId] : []))
  const back = await livePartsOf(others)
  await undoParts(
    [...parts, ...back].map(({ id }) => id),
    reason,
    call,
  )
  await sayOf([flow.id, ...others], { matchStatus: '未匹配', bizKind: null, reason: '' }, call)
  await audit({
    action: 'fund_flow.unmatch',
    object: `fund_flow:${flow.id}`,
    before: {
      matchStatus: flow.matchStatus,
      parts: parts.map(({ title, amount }) => ({ title, amount })),
    },
    after: { matchStatus: '未匹配', reason },
  })
}
