import { and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import type { Call } from '../../../../platform/context.ts'
import type { OutputOf } from '../../../../platform/contract/endpoint.ts'
import { db } from '../../../../platform/db/client.ts'
import { job } from '../../../../platform/jobs/table.ts'
import { sayNote } from '../../../../platform/outside/said.ts'
import { outsideCall } from '../../../../platform/outside/table.ts'
import { maskMobile } from '../../../../rules/mask.ts'
import { findOrder } from '../../../orders/service/read-order.ts'
import type { orderSigning, RoundState, SignerView } from '../../contract/order-signing.ts'
import { mostTailTries } from '../../rules/signing.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing, signingEvent } from '../../table/signing.ts'
import { stampJob } from '../seal/time-stamp.ts'
import { beforeOf, roundOf, type Signing } from './links.ts'
import { partiesOf } from './send-links.ts'

/** The progress of the last round of an order. */

export async function readSigning(orderId: number, call: Call): Promise<OutputOf<typeof orderSigning.get>> {
  const order = await findOrder(orderId, call)
  const { parties, obstacle } = await partiesOf(order, call)
  if (parties.length > 0)
    return {
      state: 'ready',
      sentAt: null,
      expiresAt: null,
      sealLevel: null,
      sealedAt: null,
      stampWaits: false,
      stampTrouble: null,
      obstacle: obstacle && say(obstacle.key, obstacle.params),
      signers: parties.map(({ mobile, role, name, titles, pages }, at) => ({
        ...unsent,
        seq: at + 1,
        role,
        name,
        mobile: maskMobile(mobile),
        titles,
        pages,
      })),
    }
  const rows = await lastRound(orderId)
  const ids = rows.map(({ id }) => id)
  const papers = await papersOf(ids)
  const stamps = await stampsOf(papers)
  const events = await eventsOf(ids)
  const state = stateOf(rows, papers, call.now)
  const hindered = papers.find(({ sealHindered }) => sealHindered)?.sealHindered
  return {
    state,
    ...sealOf(papers),
    stampWaits: stamps.waits,
    stampTrouble: stamps.lacking.length > 0 ? say('signing.stampLacks', { reason: stamps.reason }) : null,
    obstacle: state === 'sealing' && hindered ? say('signing.sealHindered', { reason: hindered }) : null,
    sentAt: rows.reduce<string | null>((at, { sentAt }) => (at && at < sentAt ? at : sentAt), null),
    expiresAt: rows[0]?.expiresAt ?? null,
    signers: rows.map((row) => signerView(row, rows, papers, events, call.now)),
  }
}

async function lastRound(orderId: number): Promise<Signing[]> {
  const [last] = await db()
    .select({ round: max(signing.round) })
    .from(signing)
    .where(eq(signing.orderId, orderId))
  return last?.round ? roundOf(orderId, last.round) : []
}
export const papersOfLastRound = async (orderId: number) =>
  papersOf((await lastRound(orderId)).map(({ id }) => id))

/** Of all papers together: they have a time stamp when each of them has. */
function sealOf(papers: readonly Paper[]) {
  const sealed = papers.filter(({ sealLevel }) => sealLevel !== null)
  const sealedAt = sealed.reduce<string | null>(
    (at, paper) => (at && paper.sealedAt && at > paper.sealedAt ? at : paper.sealedAt),
    null,
  )
  if (sealed.length === 0) return { sealLevel: null, sealedAt: null }
  const sealLevel = sealed.every((paper) => paper.sealLevel === 'B-T') ? ('B-T' as const) : ('B-B' as const)
  return { sealLevel, sealedAt }
}

/**
 * Time stamps that were asked for and are not in their files: whether one is still to come, by its authority or by the
 * job that puts it in, and which contracts wait for nothing any more.
 */
export async function stampsOf(papers: readonly Paper[]) {
  const ids = [...new Set(papers.flatMap(({ id, sealLevel }) => (sealLevel === 'B-B' ? id : [])))]
  if (ids.length === 0) return { waits: false, lacking: [], reason: '' }
  const calls = await db()
    .select({ id: outsideCall.aboutId, status: outsideCall.status, reason: outsideCall.reason })
    .from(outsideCall)
    .where(and(eq(outsideCall.aboutType, 'seal'), inArray(outsideCall.aboutId, ids)))
    .orderBy(desc(outsideCall.id))
  const contractId = sql<number>`(${job.data} ->> 'contractId')::int`
  const jobs = await db()
    .select({ id: contractId })
    .from(job)
    .where(
      and(...[eq(job.name, stampJob), inArray(job.status, ['queued', 'running'])], inArray(contractId, ids)),
    )
  const open = new Set([
    ...jobs.map(({ id }) => id),
    ...calls.flatMap(({ id, status }) => (status === 'queued' || status === 'sent' ? [id] : [])),
  ])
  const lacking = ids.filter((id) => !open.has(id) && calls.some((call) => call.id === id))
  const reason = calls.find(({ id }) => lacking.includes(id ?? 0))?.reason
  return { waits: open.size > 0, lacking, reason: reason ? sayNote(reason) : say('signing.stampForeign') }
}

const unsent = {
  id: null,
  status: '待签' as const,
  turn: false,
  sentAt: null,
  smsState: null,
  smsReason: null,
  provedAt: null,
  read: 0,
  endedAt: null,
  refuseReason: null,
  shut: false,
}

type Paper = Awaited<ReturnType<typeof papersOf>>[number]
const papersOf = (ids: readonly number[]) =>
  db()
    .select({
      signingId: contractSigner.signingId,
      id: contract.id,
      title: contract.title,
      pages: contract.pages,
      status: contract.status,
      sealLevel: contract.sealLevel,
      sealedAt: contract.sealedAt,
      sealHindered: contract.sealHindered,
      timeStamp: contract.timeStamp,
    })
    .from(contractSigner)
    .innerJoin(contract, eq(contract.id, contractSigner.contractId))
    .where(inArray(contractSigner.signingId, [...ids]))
    .orderBy(contract.id)

type Events = Awaited<ReturnType<typeof eventsOf>>
const eventsOf = (ids: readonly number[]) =>
  db()
    .select({
      signingId: signingEvent.signingId,
      provedAt: sql<string | null>`max(${signingEvent.at}) filter (where ${signingEvent.kind} = 'proved')`,
      read: sql<number>`(count(distinct (${signingEvent.contractId}, ${signingEvent.page})) filter (where ${signingEvent.kind} = 'page'))::int`,
    })
    .from(signingEvent)
    .where(inArray(signingEvent.signingId, [...ids]))
    .groupBy(signingEvent.signingId)

function stateOf(rows: readonly Signing[], papers: readonly Paper[], now: Date): RoundState {
  if (rows.length === 0) return 'none'
  if (papers.some(({ status }) => status === '已签署')) return 'sealed'
  if (rows.every(({ status }) => status === '已签')) return 'sealing'
  const isOpen = rows.some(({ status, expiresAt }) => status === '待签' && new Date(expiresAt) > now)
  return isOpen ? 'open' : 'ended'
}

function signerView(
  row: Signing,
  round: readonly Signing[],
  papers: readonly Paper[],
  events: Events,
  now: Date,
): SignerView {
  const own = papers.filter(({ signingId }) => signingId === row.id)
  const seen = events.find(({ signingId }) => signingId === row.id)
  const isOver = row.status === '待签' && new Date(row.expiresAt) <= now
  return {
    id: row.id,
    seq: row.seq,
    role: say(`sms.parties.${row.signerRole}`),
    name: row.name,
    mobile: maskMobile(row.mobile),
    status: isOver ? '过期' : row.status,
    turn: row.status === '待签' && !isOver && beforeOf(row, round).length === 0,
    sentAt: row.sentAt,
    smsState: row.smsState,
    smsReason: row.smsReason,
    provedAt: seen?.provedAt ?? null,
    read: seen?.read ?? 0,
    pages: own.reduce((sum, { pages }) => sum + (pages ?? 0), 0),
    endedAt: row.endedAt,
    refuseReason: row.refuseReason,
    shut: row.tailTries >= mostTailTries,
    titles: own.map(({ title }) => title),
  }
}
