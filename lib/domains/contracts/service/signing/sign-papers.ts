import { and, eq, inArray } from 'drizzle-orm'
import { recordAudit } from '../../../../platform/audit.ts'
import type { PublicCall } from '../../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../../platform/contract/endpoint.ts'
import { db, inTenantOf } from '../../../../platform/db/client.ts'
import { badInput, refused } from '../../../../platform/errors.ts'
import { startJob } from '../../../../platform/jobs/jobs.ts'
import type { Order } from '../../../orders/service/move-order.ts'
import type { signing as calls } from '../../contract/signing.ts'
import { maskName, signatureProblem } from '../../rules/signing.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing } from '../../table/signing.ts'
import { refuseRound } from './end-round.ts'
import { findLink, note, type Signing } from './links.ts'
import { provedLink, shownPages } from './phone.ts'
import { interviewHolds } from './send-links.ts'
import { changeOrder, tellClerk, tellNext } from './tell-signing.ts'

/** The end of a link: all its papers are signed, or all are refused. */

/** A repeat of what ended the link is answered as the first time: a phone may lose the answer on its way. */
async function endedBy(
  token: string,
  eventId: string,
  now: Date,
): Promise<{ row: Signing; next: string | null } | undefined> {
  const link = await findLink(token, now, { lock: true })
  if (!link || link.row.endEvent !== eventId) return undefined
  return { row: link.row, next: nextOf(link.round)?.name ?? null }
}

const nextOf = (round: readonly Signing[]) => round.find(({ status }) => status === '待签')

/** @throws 422 while a page was not shown, 400 for a signature that is none */
export function signPapers(
  { token, session, eventId, signature }: ParsedInputOf<typeof calls.sign>,
  call: PublicCall,
): Promise<OutputOf<typeof calls.sign>> {
  return inTenantOf(call.tenantCode, async () => {
    const before = await endedBy(token, eventId, call.now)
    const signedAt = before?.row.endedAt
    if (before && signedAt) return { signedAt: new Date(signedAt).toISOString(), next: masked(before.next) }
    const { row, round, papers } = await provedLink({ token, session }, call, { lock: true })
    const held = await interviewHolds(row.orderId)
    if (held) throw refused('signing.held')
    const problem = signatureProblem(signature)
    if (problem) throw badInput({ signature: problem })
    const shown = await shownPages(row.id)
    const unread = papers.find(({ id, pages }) => (shown.get(id)?.length ?? 0) < (pages ?? 0))
    if (unread) throw refused('signing.unread', { title: unread.title })
    const at = call.now.toISOString()
    await db()
      .update(signing)
      .set({ ...endOf(call, eventId), status: '已签', signature })
      .where(eq(signing.id, row.id))
    await db()
      .update(contractSigner)
      .set({ status: '已签', signedAt: at, signIp: call.ip, updatedAt: at })
      .where(eq(contractSigner.signingId, row.id))
    await db()
      .update(contract)
      .set({ status: '签署中', updatedAt: at })
      .where(
        and(
          inArray(
            contract.id,
            papers.map(({ id }) => id),
          ),
          eq(contract.status, '待签署'),
        ),
      )
    await note(
      row,
      call,
      papers.map(({ id, fileHash }) => ({ kind: 'signed', contractId: id, hash: fileHash })),
    )
    const order = await changedOrder(row, call, 'signing.sign', { signer: row.name, role: row.signerRole })
    const next = nextOf(round.filter(({ id }) => id !== row.id))
    if (next) await tellNext(next)
    else
      await startJob(
        'contracts.seal',
        { orderId: row.orderId, round: row.round },
        { key: `${row.orderId}-${row.round}` },
      )
    const news = next ? 'signing.oneSigned' : 'signing.allSigned'
    await tellClerk(row, order, call.now, news, { signer: row.name })
    return { signedAt: at, next: masked(next?.name ?? null) }
  })
}

const masked = (name: string | null) => (name === null ? null : maskName(name))

export function refusePapers(
  { token, session, eventId, reason }: ParsedInputOf<typeof calls.refuse>,
  call: PublicCall,
): Promise<Record<string, never>> {
  return inTenantOf(call.tenantCode, async () => {
    if (await endedBy(token, eventId, call.now)) return {}
    const { row, papers } = await provedLink({ token, session }, call, { lock: true })
    await db()
      .update(signing)
      .set({ ...endOf(call, eventId), status: '拒签', refuseReason: reason })
      .where(eq(signing.id, row.id))
    await refuseRound(row, { orderId: row.orderId, now: call.now, by: 0, reason })
    await note(
      row,
      call,
      papers.map(({ id, fileHash }) => ({ kind: 'refused', contractId: id, hash: fileHash })),
    )
    const order = await changedOrder(row, call, 'signing.refuse', { signer: row.name, reason })
    await tellClerk(row, order, call.now, 'signing.oneRefused', { signer: row.name, reason })
    return {}
  })
}

const endOf = ({ now, ip, userAgent }: PublicCall, endEvent: string) => ({
  endedAt: now.toISOString(),
  endEvent,
  ip,
  device: userAgent,
  sessionHash: null,
  updatedAt: now.toISOString(),
})

/** The order shows another state to whoever has it open. */
async function changedOrder(
  { orderId }: Signing,
  { now, ip }: PublicCall,
  action: 'signing.sign' | 'signing.refuse',
  after: object,
): Promise<Order> {
  await recordAudit({ action, object: `application:${orderId}`, after }, { actorId: 0, ip, now })
  return changeOrder(orderId, now)
}
