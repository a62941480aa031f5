import { and, asc, eq, inArray, max } from 'drizzle-orm'
import type { MessageKey, MessageParams } from '../../../../i18n/translator.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Call } from '../../../../platform/context.ts'
import type { OutputOf } from '../../../../platform/contract/endpoint.ts'
import { db } from '../../../../platform/db/client.ts'
import { notFound, refused } from '../../../../platform/errors.ts'
import { endCalls } from '../../../../platform/outside/outbox.ts'
import { isSimulated, isWired } from '../../../../platform/outside/wiring.ts'
import { nameKey } from '../../../../rules/clean-value.ts'
import { maskMobile } from '../../../../rules/mask.ts'
import { tenant } from '../../../identity/table.ts'
import { holdsContracts } from '../../../interviews/rules/interview.ts'
import { liveInterview } from '../../../interviews/service/move-interview.ts'
import { entryOf } from '../../../orders/service/form-values.ts'
import { type Order, updateOrder } from '../../../orders/service/move-order.ts'
import type { orderSigning } from '../../contract/order-signing.ts'
import { type ContractStatus, signingDays } from '../../rules/contract-kinds.ts'
import { contract, contractSigner } from '../../table/contracts.ts'
import { signing } from '../../table/signing.ts'
import { hasSeal } from '../seal/company-seal.ts'
import { hashOfSecret, newSecret, note, pathOf, type Signing } from './links.ts'
import { smsLink } from './tell-signing.ts'

/** 发送签约短信: everybody who signs gets a link of his own; who comes later is told so when he opens it. */

/** The same person gets another link after so many seconds. */
const waitSeconds = 60

export type Party = {
  role: Signing['signerRole']
  name: string
  mobile: string
  idNo: string
  /** His rows among those of the contracts, and what they are of. */
  signerIds: number[]
  titles: string[]
  pages: number
}

type Obstacle = { key: MessageKey; params?: MessageParams }

/** The people who sign the contracts that were made and not sent, in their order, or what is in the way of sending. */
export async function partiesOf(order: Order, { tenantCode, now }: Pick<Call, 'tenantCode' | 'now'>) {
  const { parties, papers } = await partiesIn(order, '已生成')
  const obstacle =
    obstacleOf(parties, papers, now) ?? (await interviewHolds(order.id)) ?? (await wayOut(tenantCode))
  return { parties, contractIds: papers.map(({ id }) => id), obstacle }
}

/** G10: the customer is seen again, or was refused, since the contracts were made. */
export async function interviewHolds(orderId: number): Promise<Obstacle | null> {
  const interview = await liveInterview(orderId)
  return interview && holdsContracts(interview.status) ? { key: 'signing.interview' } : null
}

/** Whoever signs those contracts of an order that stand so, in their order. */
export async function partiesIn(order: Order, status: ContractStatus) {
  const rows = await db()
    .select({ contract, signer: contractSigner })
    .from(contract)
    .innerJoin(contractSigner, eq(contractSigner.contractId, contract.id))
    .where(and(eq(contract.orderId, order.id), eq(contract.status, status)))
    .orderBy(asc(contract.id), asc(contractSigner.seq))
  const { customer, coLessees, guarantors } = entryOf(order)
  const parties = new Map<string, Party>()
  const coLesseesOf = new Map<number, number>()
  for (const { contract: paper, signer } of rows) {
    const { signerRole: role, name, mobile } = signer
    if (role === '出租人' || role === '资方') continue
    const nth = coLesseesOf.get(paper.id) ?? 0
    if (role === '共同承租人') coLesseesOf.set(paper.id, nth + 1)
    const [key, person] =
      role === '承租人'
        ? ['1', customer]
        : role === '共同承租人'
          ? [`2 ${nth}`, coLessees[nth]]
          : [`3 ${paper.guarantor}`, guarantors[paper.guarantor - 1]]
    const party = parties.get(key) ?? {
      role,
      name,
      mobile: mobile ?? '',
      idNo: person && nameKey(person.name) === nameKey(name) ? person.idNo : '',
      signerIds: [],
      titles: [],
      pages: 0,
    }
    party.signerIds.push(signer.id)
    party.titles.push(paper.title)
    party.pages += paper.pages ?? 0
    parties.set(key, party)
  }
  const inOrder = [...parties].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, party]) => party)
  const papers = new Map(rows.map(({ contract: paper }) => [paper.id, paper]))
  return { parties: inOrder, papers: [...papers.values()] }
}

async function wayOut(tenantCode: string): Promise<Obstacle | null> {
  const [own] = await db().select({ sealBy: tenant.sealBy }).from(tenant)
  if (!hasSeal(tenantCode, own?.sealBy ?? 'own')) return { key: 'signing.noSeal' }
  return isWired('sms') ? null : { key: 'signing.noSms' }
}

function obstacleOf(
  parties: readonly Party[],
  papers: readonly { places: unknown; expireAt: string | null }[],
  now: Date,
): Obstacle | null {
  if (parties.length === 0) return { key: 'signing.nothingToSend' }
  if (papers.some(({ places }) => places === null)) return { key: 'signing.madeBefore' }
  const nameless = parties.find(({ mobile, idNo }) => mobile === '' || idNo === '')
  if (nameless) return { key: 'signing.noMobile', params: { name: nameless.name } }
  // Whoever holds the phone would sign for both.
  const mobiles = Map.groupBy(parties, ({ mobile }) => mobile)
  const shared = [...mobiles.values()].find((owners) => owners.length > 1)
  if (shared)
    return { key: 'signing.sameMobile', params: { names: shared.map(({ name }) => name).join('、') } }
  const isOld = papers.some(({ expireAt }) => expireAt !== null && new Date(expireAt) <= now)
  return isOld ? { key: 'signing.tooOld', params: { days: signingDays } } : null
}

export async function sendLinks(
  _input: object,
  call: Call,
  order: Order,
): Promise<OutputOf<typeof orderSigning.send>> {
  const { parties, contractIds, obstacle } = await partiesOf(order, call)
  if (obstacle) throw refused(obstacle.key, obstacle.params)
  const [last] = await db()
    .select({ round: max(signing.round) })
    .from(signing)
    .where(eq(signing.orderId, order.id))
  const round = (last?.round ?? 0) + 1
  const sentAt = call.now.toISOString()
  const expiresAt = new Date(call.now.getTime() + signingDays * 86_400_000).toISOString()
  const sent: Sent[] = []
  for (const [at, { role, name, mobile, idNo, signerIds }] of parties.entries()) {
    const token = newSecret()
    const [row] = await db()
      .insert(signing)
      .values({
        orderId: order.id,
        round,
        seq: at + 1,
        signerRole: role,
        name,
        mobile,
        idNo,
        tokenHash: hashOfSecret(token),
        sentAt,
        expiresAt,
        smsState: 'sending',
        status: '待签',
        createdBy: call.actor.id,
      })
      .returning()
    if (!row) throw new Error('the link was not written')
    await db().update(contractSigner).set({ signingId: row.id }).where(inArray(contractSigner.id, signerIds))
    sent.push(await sendOut(row, token, call))
  }
  await db()
    .update(contract)
    .set({
      status: '待签署',
      smsSentAt: sentAt,
      expireAt: expiresAt,
      updatedAt: sentAt,
      updatedBy: call.actor.id,
    })
    .where(inArray(contract.id, contractIds))
  return finish(order, call, sent, { round, expiresAt, signers: parties.map(({ name }) => name) })
}

/** @throws 404 for a link of another order, 422 for one that has ended, or was sent a minute ago */
export async function resendLink(
  { signingId }: { signingId: number },
  call: Call,
  order: Order,
): Promise<OutputOf<typeof orderSigning.resend>> {
  const [row] = await db()
    .select()
    .from(signing)
    .where(and(eq(signing.id, signingId), eq(signing.orderId, order.id)))
    .for('update')
  if (!row) throw notFound()
  if (row.status !== '待签' || new Date(row.expiresAt) <= call.now) throw refused('signing.linkEnded')
  if (call.now.getTime() - new Date(row.sentAt).getTime() < waitSeconds * 1000)
    throw refused('signing.justSent', { seconds: waitSeconds })
  if (!isWired('sms')) throw refused('signing.noSms')
  await endCalls('signing', [row.id])
  const token = newSecret()
  const [next] = await db()
    .update(signing)
    .set({
      tokenHash: hashOfSecret(token),
      sentAt: call.now.toISOString(),
      smsState: 'sending',
      smsReason: null,
      tailTries: 0,
      sessionHash: null,
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
    })
    .where(eq(signing.id, row.id))
    .returning()
  if (!next) throw new Error('the link was not written')
  return finish(order, call, [await sendOut(next, token, call)], { signer: row.name })
}

type Sent = OutputOf<typeof orderSigning.send>['sent'][number]

async function sendOut(row: Signing, token: string, call: Call): Promise<Sent> {
  const text = await smsLink(row, `${call.origin ?? ''}${pathOf(token)}`)
  await note(row, { now: call.now, ip: '', userAgent: '' }, [{ kind: 'sent' }])
  return {
    name: row.name,
    mobile: maskMobile(row.mobile),
    shown: isSimulated('sms') ? text : null,
  }
}

async function finish(order: Order, call: Call, sent: Sent[], after: object) {
  await audit({ after })
  const { id, rowVersion } = await updateOrder(order, call, {})
  return { orderId: id, rowVersion, sent }
}
