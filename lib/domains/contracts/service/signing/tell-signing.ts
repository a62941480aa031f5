import { eq, sql } from 'drizzle-orm'
import { say } from '../../../../i18n/say.ts'
import { changedBy } from '../../../../platform/db/changed-by.ts'
import { db } from '../../../../platform/db/client.ts'
import { publish } from '../../../../platform/live-events.ts'
import { sendMessages } from '../../../../platform/messages/send-messages.ts'
import { answered } from '../../../../platform/outside/answered.ts'
import { callOutside } from '../../../../platform/outside/outbox.ts'
import { businessDate } from '../../../../rules/business-date.ts'
import { tenant } from '../../../identity/table.ts'
import type { Order } from '../../../orders/service/move-order.ts'
import { application } from '../../../orders/table.ts'
import type { SmsParty } from '../../../sms/rules/sms.ts'
import { recordSms } from '../../../sms/service/records.ts'
import { signing } from '../../table/signing.ts'
import type { Signing } from './links.ts'

/** The people who hear of a signing: those who sign by SMS, the clerk who sent the links in the message centre. */

/** Row security shows the transaction's tenant alone. */
export async function companyName(): Promise<string> {
  const [row] = await db().select({ name: tenant.name }).from(tenant)
  return row?.name ?? ''
}

/** The link, in the transaction that makes it; the secret of it is in no other place. @returns the text */
export async function smsLink(row: Signing, url: string): Promise<string> {
  const params = { company: await companyName(), url, day: businessDate(row.expiresAt) }
  const text = say('signing.smsLink', params)
  const callId = await callOutside(
    'sms',
    { mobile: row.mobile, template: 'sign_link', params, text },
    {
      key: `signing-${row.id}-${row.tokenHash.slice(0, 16)}`,
      about: { type: 'signing', id: row.id },
      until: new Date(row.expiresAt),
    },
  )
  const kept = { ...params, url: hiddenUrl }
  await record(row, 'sign_link', say('signing.smsLink', kept), kept, callId, row.updatedBy || row.createdBy)
  return text
}

/** Whoever signs next has the link already, and hears that it is time. */
export async function tellNext(next: Signing): Promise<void> {
  const params = { company: await companyName() }
  const text = say('signing.smsTurn', params)
  const callId = await callOutside(
    'sms',
    { mobile: next.mobile, template: 'sign_turn', params, text },
    {
      key: `signing-turn-${next.id}`,
      about: { type: 'signing', id: next.id },
      until: new Date(next.expiresAt),
    },
  )
  await record(next, 'sign_turn', text, params, callId, 0)
}

/** Everything that stands for a link in 合同短信: its secret is kept nowhere. */
const hiddenUrl = '……'

async function record(
  { orderId, signerRole: role, name, mobile }: Signing,
  kind: 'sign_link' | 'sign_turn',
  text: string,
  params: Record<string, string>,
  callId: number,
  senderId: number,
): Promise<void> {
  const now = new Date()
  const sender = { now, today: businessDate(now), actor: { id: senderId } }
  // The company signs by its seal.
  await recordSms(
    { orderId, kind, to: { role: role as SmsParty, name, mobile }, text, params, callId },
    sender,
  )
}

/** True where the SMS with the link arrived; an answer about a former link of the same person is nobody's any more. */
export const signingSmsAnswered = answered<'sms'>({
  purpose: 'signing.smsPurpose',
  done: (_answer, { aboutId, key }) => smsEnded(aboutId, key, 'sent', null),
  failed: (reason, { aboutId, key }) => smsEnded(aboutId, key, 'failed', reason),
  dead: (reason, { aboutId, key }) => smsEnded(aboutId, key, 'failed', reason),
})

async function smsEnded(id: number, key: string, smsState: 'sent' | 'failed', smsReason: string | null) {
  const [row] = await db()
    .update(signing)
    .set({ smsState, smsReason: smsReason?.slice(0, 200) ?? null })
    .where(
      sql`${signing.id} = ${id} and ${key} = 'signing-' || ${signing.id} || '-' || left(${signing.tokenHash}, 16)`,
    )
    .returning()
  if (!row || smsState === 'sent') return
  const order = await changeOrder(row.orderId, new Date())
  await tellClerk(row, order, new Date(), 'signing.smsFailed', {
    signer: row.name,
    reason: row.smsReason ?? '',
  })
}

/** The order shows another state: whoever saw the former one is told so (409). */
export async function changeOrder(orderId: number, now: Date): Promise<Order> {
  const [order] = await db()
    .update(application)
    .set(changedBy(application, { actor: { id: 0 }, now }))
    .where(eq(application.id, orderId))
    .returning()
  if (!order) throw new Error(`order ${orderId} is gone`)
  return order
}

type News =
  | 'signing.oneSigned'
  | 'signing.allSigned'
  | 'signing.oneRefused'
  | 'signing.smsFailed'
  | 'signing.sealed'
  | 'signing.sealFailed'
  | 'signing.stampFailed'
  | 'signing.roundExpired'

/** The clerk who sent the links hears how it went on; the message leads to the case. */
export async function tellClerk(
  { createdBy }: Pick<Signing, 'createdBy'>,
  { id, orderNo, customerName }: Pick<Order, 'id' | 'orderNo' | 'customerName'>,
  now: Date,
  news: News,
  values: { signer?: string; reason?: string } = {},
): Promise<void> {
  if (!createdBy) return
  await sendMessages([
    {
      kind: 'notice',
      userId: createdBy,
      orderId: id,
      opens: 'contractCase',
      title: say(news, { orderNo, signer: '', ...values }),
      body: values.reason
        ? say('signing.newsReason', { name: customerName, reason: values.reason })
        : say('messages.customer', { name: customerName }),
      createdAt: now.toISOString(),
      createdBy: 0,
    },
  ])
}

/** The pages of those who sent the links show what the seals of an order are by now. */
export async function tellSealed(orderId: number): Promise<void> {
  const rows = await db()
    .selectDistinct({ userId: signing.createdBy })
    .from(signing)
    .where(eq(signing.orderId, orderId))
  const userIds = rows.map(({ userId }) => userId)
  await publish({ userIds, type: 'records', data: { of: 'order' } })
}
